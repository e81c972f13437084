/** The parts of ARI's events that are used. What comes over the socket is checked here, so that nothing else need be. */

export interface AriChannel {
  id: string;
  /** `Down`, `Ring`, `Ringing`, `Up` and others. */
  state: string;
  callerNumber: string;
  extension: string;
  /** The application and its arguments, separated by commas. */
  appData: string;
  /** ms since the epoch; undefined when it cannot be read. */
  createdAt: number | undefined;
}

export interface AriEvent {
  type: string;
  /** As Asterisk wrote it, with milliseconds. */
  timestamp: string;
  /** Tells one Asterisk from another. */
  asteriskId: string;
  channel?: AriChannel;
  /** The channel that is dialled. */
  peer?: AriChannel;
  args: readonly string[];
  dialStatus?: string;
  digit?: string;
  cause?: number;
  techCause?: number;
  causeText?: string;
  playback?: { id: string; state: string };
  recording?: { name: string; target: string; cause?: string };
  /** Name of an event that a program has sent. */
  userEvent?: string;
  /** What that program has told with it. */
  details?: Readonly<Record<string, string>>;
}

/** Types of events that Asterisk is asked to send. */
export const EVENT_TYPES = [
  'StasisStart',
  'StasisEnd',
  'ChannelStateChange',
  'ChannelHangupRequest',
  'ChannelDestroyed',
  'ChannelDtmfReceived',
  'Dial',
  'PlaybackStarted',
  'PlaybackFinished',
  'RecordingStarted',
  'RecordingFinished',
  'RecordingFailed',
  'ChannelTalkingStarted',
  'ChannelTalkingFinished',
  'ChannelUserevent',
  'ApplicationRegistered',
  'ApplicationReplaced',
] as const;

type Fields = Readonly<Record<string, unknown>>;

/** Reads one message of the socket; undefined when it is no event. */
export function parseAriEvent(text: string): AriEvent | undefined {
  const fields = toFields(parseJson(text));
  const type = toText(fields?.type);
  if (fields === undefined || type === undefined) return undefined;
  const event: AriEvent = {
    type,
    timestamp: toText(fields.timestamp) ?? '',
    asteriskId: toText(fields.asterisk_id) ?? '',
    args: Array.isArray(fields.args) ? fields.args.filter((arg) => typeof arg === 'string') : [],
  };
  addChannels(event, fields);
  addDetails(event, fields);
  return event;
}

function addChannels(event: AriEvent, fields: Fields): void {
  const [channel, peer] = [readChannel(fields.channel), readChannel(fields.peer)];
  if (channel !== undefined) event.channel = channel;
  if (peer !== undefined) event.peer = peer;
}

function addDetails(event: AriEvent, fields: Fields): void {
  const details = {
    dialStatus: toText(fields.dialstatus),
    digit: toText(fields.digit),
    cause: toNumber(fields.cause),
    techCause: toNumber(fields.tech_cause),
    causeText: toText(fields.cause_txt),
    playback: readPlayback(fields.playback),
    recording: readRecording(fields.recording),
    userEvent: toText(fields.eventname),
    details: readTexts(fields.userevent),
  };
  Object.assign(
    event,
    Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)),
  );
}

/** Reads a channel of an event or of the list of channels. */
export function readChannel(value: unknown): AriChannel | undefined {
  const fields = toFields(value);
  const id = toText(fields?.id);
  if (fields === undefined || id === undefined) return undefined;
  const dialplan = toFields(fields.dialplan);
  const createdAt = Date.parse(toText(fields.creationtime) ?? '');
  return {
    id,
    state: toText(fields.state) ?? '',
    callerNumber: toText(toFields(fields.caller)?.number) ?? '',
    extension: toText(dialplan?.exten) ?? '',
    appData: toText(dialplan?.app_data) ?? '',
    createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
  };
}

function readPlayback(value: unknown): AriEvent['playback'] {
  const fields = toFields(value);
  const id = toText(fields?.id);
  return id === undefined ? undefined : { id, state: toText(fields?.state) ?? '' };
}

function readRecording(value: unknown): AriEvent['recording'] {
  const fields = toFields(value);
  const name = toText(fields?.name);
  if (name === undefined) return undefined;
  const cause = toText(fields?.cause);
  return { name, target: toText(fields?.target_uri) ?? '', ...(cause !== undefined && { cause }) };
}

function readTexts(value: unknown): Record<string, string> | undefined {
  const fields = toFields(value);
  if (fields === undefined) return undefined;
  const texts = Object.entries(fields).flatMap(([name, one]) => {
    const text = toText(one);
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}

/** Returns the members of a JSON object; undefined for other values. */
export function toFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** Parses JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
