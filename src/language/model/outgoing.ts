/** Messages and rooms that a flow creates, before their expressions are evaluated. */
import type { Template } from './template.ts';

/** Text messages of one template. */
export interface SmsTemplate {
  template: Template;
  campaign: Template;
  from?: Template;
  /** Without `to`: the remote party. */
  recipients: { to?: Template; data: Record<string, Template> }[];
  /** The time of sending: after a delay, or at a time; absent: at once. */
  schedule?: { afterMs: number } | { at: Template };
  /** True when the call waits for the delivery. */
  isAwaited: boolean;
}

/** Settings of a video room by the platform's names (video.md 2.1). */
export type RoomSettings = Record<string, string | number | boolean>;

/** The person invited to a room. */
export interface Invitee {
  /** Absent: the remote party's number. */
  name?: Template;
  role: string;
}

/** What ends the recording of a message. */
export interface MessageLimits {
  longestMs: number;
  /** Time of silence. */
  silenceMs: number;
  /** `any`: each key; absent: none. */
  terminator?: '#' | '*' | 'any';
  /** True for a tone before the recording. */
  beep: boolean;
}
