/** Objects of the platform as the control API shows them. */

/** A call. */
export interface CallView {
  voice_id: string;
  direction: 'inbound' | 'outbound';
  state: string;
  from: string;
  to: string;
  attempt: number;
  /** The caller is hearing something. */
  hears: boolean;
  /** The application would hear a key pressed now. */
  listens: boolean;
  /** The application would hear a word spoken now. */
  listens_for_words: boolean;
  /** What the caller says is recorded as a message. */
  records_message: boolean;
  held: boolean;
  /** The second party, ringing or connected. */
  bridge?: string;
}

/** A provisioned number. */
export interface NumberView {
  number: string;
  /** Label, such as the name of the flow behind it. */
  label?: string;
}

/** Encoding of a message; `octets` for binary ones. */
export type Coding = 'gsm7' | 'ucs2' | 'octets';

/** A message as its recipient sees it. */
export interface ReceivedSms {
  job_id: string;
  /** Absent without a sender. */
  from?: string;
  /** Text with values merged in; for a binary message its bytes as UTF-8. */
  text: string;
  coding: Coding;
  segments: number;
  /** Virtual time of arrival, UTC. */
  received: string;
  /** Set for binary messages. */
  type_details?: object;
}

/** A phone and its messages. */
export interface PhoneView {
  number: string;
  /** In order of arrival. */
  inbox: ReceivedSms[];
  /** The last flash message. */
  screen?: ReceivedSms;
}

/** A room and the people in it. */
export interface RoomView {
  room_id: string;
  name: string;
  app_id: string;
  /** True while the running session admits nobody. */
  locked: boolean;
  recording: boolean;
  /** Id of the running session. */
  conf_num?: string;
  participants: ParticipantView[];
  lobby: ParticipantView[];
}

export interface ParticipantView {
  participant_id: string;
  name: string;
  user_ref: string;
  role: string;
}
