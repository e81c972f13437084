/** Settings of an emulated platform. All have defaults. */
import { DEFAULT_CARRIER } from '../../../language/capabilities/index.ts';
import type { Capabilities } from '../../../language/capabilities/index.ts';
import type { Project } from './project.ts';
import { smsDefaults, type SmsSettings } from './sms/settings.ts';
import { videoDefaults, type VideoSettings } from './video/settings.ts';

/** A number that belongs to a project. */
export interface ProvisionedNumber {
  /** Label, such as the name of the flow behind it. */
  label?: string;
  /** App ID; default: the first project. */
  project?: string;
  /** Webhook for calls to this number. */
  webhook?: string;
  /** Greeting that the platform plays when a call to this number is accepted. */
  greeting?: Greeting;
}

/** Text, optionally with language and voice, or the name of a stored prompt. */
export type Greeting = string | { text: string; language?: string; voice?: string } | { prompt: string };

/** An action of a person some time after the call was answered. */
export type Act =
  | { afterMs: number; presses: string }
  | { afterMs: number; says: string }
  | { afterMs: number; hangsUp: true };

/** Behaviour of the person at a number when it rings. */
export interface Party {
  /**
   * Default `answers`. `unreachable`: the call is refused with INVALID_RECIPIENT (voice.md 7.4). `fails`: the call is
   * placed and ends with `reason`.
   */
  on_ring?: 'answers' | 'busy' | 'no_answer' | 'rejects' | 'fails' | 'unreachable';
  /** The `disconnect_reason` of a call that `fails`; default `Unreachable`. */
  reason?: string;
  /** Ringing time, ms; default 1,000, and for `no_answer` the platform's ring timeout. */
  afterMs?: number;
  /** Actions after the call was answered (of a second party, only hanging up has an effect). */
  acts?: Act[];
  /** `refused`: recording this party's call cannot start (6119). `fails`: it starts and ends as `failed`. */
  recording?: 'refused' | 'fails';
}

/** Collection of keys before a bridge. */
export interface DtmfSettings {
  /**
   * `gathered`: one notification when no key was pressed for `gapMs`. `each`: one notification per key, and the window
   * stays open.
   */
  mode: 'gathered' | 'each';
  /** Form of the keys in `digitcollected`: `digit` as text, `digit` as a number, or `digits` as text. */
  digitForm: 'string' | 'number' | 'digits';
  /** Pause that ends an entry, ms. */
  gapMs: number;
  /** Time from the end of the speech to `menutimeout`, ms. */
  windowMs: number;
  /**
   * Keeps keys pressed during a play with `interrupt: false` and reports them when its speech ends; otherwise they are
   * lost.
   */
  typeAhead: boolean;
}

/** Projects, numbers and people of the platform. */
interface InventorySettings {
  projects: Project[];
  /** Provisioned numbers, E.164. */
  numbers: Record<string, ProvisionedNumber>;
  /** Treats every number as provisioned; default: true when no numbers are configured. */
  anyNumber: boolean;
  /**
   * Behaviour of people by number or SIP URI. A list gives the behaviour at the first, second … attempt, or as second
   * party of one call; its last entry applies to all later ones.
   */
  parties: Record<string, Party | Party[]>;
}

/** Speech, prompts, keys and audio. */
interface MediaSettings {
  dtmf: DtmfSettings;
  /** Default time that a play with `asr` waits for speech after its end, ms. */
  speechStartMs: number;
  /** Speaking rate of text-to-speech, characters per second. */
  charactersPerSecond: number;
  /** Names of uploaded prompts (voice.md 2.2); default: any name. */
  prompts: string[] | undefined;
  /** Length of prompts and audio files that are not in `mediaLengthsMs`, ms. */
  mediaMs: number;
  /** Length of prompts by name and of audio files by URL, ms. */
  mediaLengthsMs: Record<string, number>;
  /** Audio of streamed calls: a tone of 440 Hz, or silence. */
  streamAudio: 'tone' | 'silence';
}

/** Progress of calls. */
interface CallSettings {
  /** Time from dialing until the number rings, ms. */
  setupMs: number;
  /** Ring timeout, ms. */
  ringTimeoutMs: number;
  /** `lenient`: recordings may start before a bridge and without a name, as some programs expect. */
  recording: 'spec' | 'lenient';
  /** Delays a `connect` until its call is answered, instead of refusing it with 6111. */
  earlyConnect: boolean;
  /** Pace of a broadcast, calls per second; at most 20 (voice.md 8). */
  broadcastCallsPerSecond: number;
  /** Price of an answered outbound call, taken from the project's `balance`. */
  callPrice: number;
  /** Lifetime of a web client token, s. */
  webClientTokenSeconds: number;
}

/** Delivery of notifications. */
interface WebhookSettings {
  /**
   * Calls that end when one of their notifications is not delivered (voice.md 7.4): inbound calls that still ring, any
   * call, or none.
   */
  webhookErrorsEnd: 'ringing' | 'any' | 'none';
  /** Timeout of webhooks, ms (voice.md 6). */
  webhookTimeoutMs: number;
  /** Maximum number of redeliveries of a notification. */
  redeliver: number;
  /** Delay before a redelivery, ms. */
  redeliverAfterMs: number;
}

/** Failures of the platform and of its networks. */
interface FailureSettings {
  /** Envelope for wrong credentials: that of voice.md 7.1 (`result`) or of 7.4 (`coded`). */
  authErrors: 'result' | 'coded';
  /** Numbers and prefixes whose carrier is down (voice.md 7.4 CARRIER_UNAVAILABLE). */
  carriersDown: string[];
  /** Hosts of SIP URIs that are unreachable (voice.md 7.3, 6141). */
  gatewaysDown: string[];
}

/** Rate limits, and how much is kept. */
interface CapacitySettings {
  /** Rate limit for creating calls, per second and project (voice.md 8). */
  callsPerSecond: number;
  /** Rate limit for sending messages, per second and project (sms.md 8). */
  messagesPerSecond: number;
  /** Maximum number of journal entries; at most 64 MiB are kept. */
  journalEntries: number;
  /** Number of ended calls that are answered 409; older ones are answered 404. */
  endedCalls: number;
  /** Number of recordings whose files are kept; older ones are answered 6138. */
  recordings: number;
}

export interface CompleteSettings
  extends InventorySettings, MediaSettings, CallSettings, WebhookSettings, FailureSettings, CapacitySettings {
  /** Set of defaults that applies to settings that are not given. */
  profile: ProfileName;
  /** Seed of ids and of random behaviour; 32 bits. */
  seed: number;
  /** What the emulated carrier can do; default: what the platform can. */
  capabilities: Capabilities;
  /** Base address of the emulator, used in addresses of recordings. */
  baseUrl: string;
  /** Settings of the SMS service. */
  sms: SmsSettings;
  /** Settings of the video service. */
  video: VideoSettings;
}

/** Settings as given: any subset. */
export type EmulatorSettings = Partial<Omit<CompleteSettings, 'dtmf' | 'sms' | 'video'>> & {
  dtmf?: Partial<DtmfSettings>;
  sms?: Partial<SmsSettings>;
  video?: Partial<VideoSettings>;
};

/**
 * `spec` follows the specifications. `field` also accepts what programs send that were written against a live platform.
 */
export type ProfileName = 'spec' | 'field';

export const profileNames: readonly ProfileName[] = ['spec', 'field'];

/** Defaults of each profile that differ from the general ones. */
const profiles: Readonly<Record<ProfileName, Omit<EmulatorSettings, 'profile'>>> = {
  spec: {},
  field: {
    recording: 'lenient',
    earlyConnect: true,
    dtmf: { typeAhead: true },
    sms: { anyTemplate: true },
    video: { anyRoom: true },
  },
};

const defaults: CompleteSettings = {
  profile: 'spec',
  seed: 0,
  capabilities: DEFAULT_CARRIER.capabilities,
  baseUrl: 'http://127.0.0.1',
  projects: [{ appId: 'demo', appKey: 'demo-key' }],
  numbers: {},
  anyNumber: true,
  parties: {},
  dtmf: { mode: 'gathered', digitForm: 'string', gapMs: 500, windowMs: 5_000, typeAhead: false },
  speechStartMs: 5_000,
  charactersPerSecond: 15,
  prompts: undefined,
  mediaMs: 3_000,
  mediaLengthsMs: {},
  setupMs: 100,
  ringTimeoutMs: 60_000,
  recording: 'spec',
  earlyConnect: false,
  webhookErrorsEnd: 'ringing',
  webhookTimeoutMs: 5_000,
  redeliver: 0,
  redeliverAfterMs: 500,
  streamAudio: 'tone',
  broadcastCallsPerSecond: 10,
  authErrors: 'result',
  carriersDown: [],
  gatewaysDown: [],
  callPrice: 0,
  webClientTokenSeconds: 300,
  callsPerSecond: 20,
  sms: smsDefaults,
  video: videoDefaults,
  messagesPerSecond: 100,
  journalEntries: 100_000,
  endedCalls: 10_000,
  recordings: 10_000,
};

/** Completes the settings from the profile and the defaults. */
export function completeSettings(given: EmulatorSettings): CompleteSettings {
  const profile: EmulatorSettings = profiles[given.profile ?? defaults.profile];
  const anyNumber = given.anyNumber ?? Object.keys(given.numbers ?? {}).length === 0;
  const dtmf = { ...defaults.dtmf, ...profile.dtmf, ...given.dtmf };
  const sms = { ...defaults.sms, ...profile.sms, ...given.sms };
  const video = { ...defaults.video, ...profile.video, ...given.video };
  return { ...defaults, ...profile, ...given, anyNumber, dtmf, sms, video };
}
