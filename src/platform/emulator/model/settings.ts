/** What an emulated platform knows before the first request. Everything has a default. */
import type { Encryption } from '../../wire/index.ts';
import { smsDefaults } from './sms/settings.ts';
import type { SmsSettings } from './sms/settings.ts';
import { videoDefaults } from './video/settings.ts';
import type { VideoSettings } from './video/settings.ts';

/** One set of credentials (voice.md 5.4). */
export interface Project {
  appId: string;
  appKey: string;
  /** Whether the voice service is enabled; default true. Without it every request is answered 403. */
  voice?: boolean;
  /** Whether the SMS service is enabled; default true. Without it every SMS request fails to authenticate. */
  sms?: boolean;
  /** Whether its entity is registered on the regulator portal of India (sms.md 7); default true. */
  dltEntity?: boolean;
  /** Whether the video service is enabled; default true. Without it every video request is answered 403 (10000). */
  video?: boolean;
  /** Account suspended; every request is answered 403. */
  suspended?: boolean;
  /** Keys that were valid once (voice.md 5.5, 7.4). */
  previousKeys?: string[];
  /** Money left, in any unit; every answered call costs `callPrice` of it. Without it every request is answered 403. */
  balance?: number;
  /** Numbers and beginnings of numbers (`+1900`) that may not be called (voice.md 7.4 DESTINATION_BLOCKED). */
  blocked?: string[];
  /** Whether audio streaming is subscribed (voice.md 8); default true. */
  streaming?: boolean;
  /** Whether text may be spoken (voice.md 7.3, 6117); default true. */
  textToSpeech?: boolean;
  /** What becomes of its notifications on their way, for tests; by default nothing. */
  delivery?: DeliverySettings;
  /** Sends its notifications encrypted (observed). */
  encrypt?: Encryption;
  /** Domains at which web clients are hosted (voice.md 2.6); `localhost` when absent. */
  domains?: string[];
  /** Whether web client tokens can be issued; false answers `{"token": null}` (voice.md 4.4). */
  webClientTokens?: boolean;
  /** Where calls to its numbers are announced, unless the number says otherwise. */
  webhook?: string;
  /** Where notifications about messages go, unless the campaign says otherwise; `webhook` when absent. */
  smsWebhook?: string;
  /** Where notifications about video rooms go; `webhook` when absent. */
  videoWebhook?: string;
}

/** Shares are from 0 to 1, by default 0. */
export interface DeliverySettings {
  /** This share never arrives. */
  lost?: number;
  /** This share is sent twice. */
  duplicated?: number;
  /** This share is sent `lateMs` later; default 3,000. */
  late?: number;
  lateMs?: number;
  /** Each is held back for any time up to this, so that later ones overtake it, ms. */
  shuffledWithinMs?: number;
}

/** A number that belongs to a project. */
export interface ProvisionedNumber {
  /** What people call it, such as the name of the flow behind it. */
  label?: string;
  /** App ID; the first project when absent. */
  project?: string;
  /** Where calls to this number are announced. */
  webhook?: string;
  /** What the platform itself plays as soon as a call to this number is accepted. */
  greeting?: Greeting;
}

/** Text that is spoken, alone or with how it sounds, or the name of a stored prompt. */
export type Greeting = string | { text: string; language?: string; voice?: string } | { prompt: string };

/** Something a person does some time after the call was answered. */
export type Act =
  | { afterMs: number; presses: string }
  | { afterMs: number; says: string }
  | { afterMs: number; hangsUp: true };

/** How the person at a number behaves when it rings. */
export interface Party {
  /**
   * Default `answers`. `unreachable`: a call is refused with INVALID_RECIPIENT (voice.md 7.4). `fails`: it is placed, and ends
   * with `reason`.
   */
  on_ring?: 'answers' | 'busy' | 'no_answer' | 'rejects' | 'fails' | 'unreachable';
  /** The `disconnect_reason` of a call that `fails`, in the platform's words; default `Unreachable`. */
  reason?: string;
  /** How long it rings before that, ms; default 1,000, and for `no_answer` as long as the platform lets it ring. */
  afterMs?: number;
  /** What the person does once the call is answered (for a second party: only hanging up has an effect). */
  acts?: Act[];
  /** `refused`: a recording of this party's call cannot start (6119). `fails`: it starts and ends as `failed`. */
  recording?: 'refused' | 'fails';
}

/** How keys before a bridge are collected and sent. */
export interface DtmfSettings {
  /** `gathered`: one event when nobody has pressed for `gapMs`. `each`: one event per key at once, and the window stays open. */
  mode: 'gathered' | 'each';
  /** How `digitcollected` carries them: `digit` as text, `digit` as a number, or `digits` as text. */
  digitForm: 'string' | 'number' | 'digits';
  /** Pause that ends an entry, ms. */
  gapMs: number;
  /** From the end of the speech to `menutimeout`, ms. */
  windowMs: number;
  /**
   * Keeps keys that are pressed during a play with `interrupt: false`, and reports them once its speech is over. Without
   * it nobody hears them.
   */
  typeAhead: boolean;
}

export interface CompleteSettings {
  /** The named set of settings that applies where a setting is not given by itself. */
  profile: ProfileName;
  /** Makes ids differ between two emulators; 32 bits. */
  seed: number;
  /** Where the emulator is reached; the start of recording addresses. */
  baseUrl: string;
  projects: Project[];
  /** Provisioned numbers, E.164. */
  numbers: Record<string, ProvisionedNumber>;
  /** Take every number for provisioned; default: when no numbers are configured. */
  anyNumber: boolean;
  /** People by number or SIP URI. A list says how they behave at the first, second … dial attempt, or as a second party of one call; its last entry stays. */
  parties: Record<string, Party | Party[]>;
  dtmf: DtmfSettings;
  /** How long a play with `asr` waits for speech after its end when the request does not say, ms. */
  speechStartMs: number;
  /** Speaking rate of synthesised speech. */
  charactersPerSecond: number;
  /** Names of the prompts that were uploaded (voice.md 2.2); any is taken when undefined. */
  prompts: string[] | undefined;
  /** Length of stored prompts and audio files whose length is not in `mediaLengthsMs`. */
  mediaMs: number;
  /** Length of stored prompts by name and of audio files by URL, ms. */
  mediaLengthsMs: Record<string, number>;
  /** From dialling a number until it rings, ms. */
  setupMs: number;
  /** How long anything rings before the platform gives up, ms. */
  ringTimeoutMs: number;
  /** `lenient`: recordings start before a bridge and without a name too, as some programs expect. */
  recording: 'spec' | 'lenient';
  /** A `connect` that comes before its call is answered waits for the answer, instead of being refused with 6111. */
  earlyConnect: boolean;
  /** What a streamed call is heard to say: a tone of 440 Hz, or nothing. */
  streamAudio: 'tone' | 'silence';
  /**
   * Which calls end when one of their notifications was not taken (voice.md 7.4): inbound ones that still ring, any, or
   * none.
   */
  webhookErrorsEnd: 'ringing' | 'any' | 'none';
  /** How long a receiver of notifications may take, ms (voice.md 6). */
  webhookTimeoutMs: number;
  /** How often a notification that was not taken is sent again. */
  redeliver: number;
  /** How long to wait before that, ms. */
  redeliverAfterMs: number;
  /** Pace of a broadcast, calls per second; never more than 20 (voice.md 8). */
  broadcastCallsPerSecond: number;
  /** `coded`: wrong credentials are refused in the newer envelope (voice.md 7.4) instead of that of 7.1. */
  authErrors: 'result' | 'coded';
  /** Numbers and beginnings of numbers whose carrier is down (voice.md 7.4 CARRIER_UNAVAILABLE). */
  carriersDown: string[];
  /** Hosts of SIP URIs that cannot be reached (voice.md 7.3, 6141). */
  gatewaysDown: string[];
  /** What an answered outbound call takes from a project's `balance`. */
  callPrice: number;
  /** Lifetime of a web client token, s. */
  webClientTokenSeconds: number;
  /** Call creations per second and project (voice.md 8). */
  callsPerSecond: number;
  /** What the SMS service knows. */
  sms: SmsSettings;
  /** What the video service knows. */
  video: VideoSettings;
  /** Messages sent per second and project (sms.md 8). */
  messagesPerSecond: number;
  /** Journal entries that are kept; no more than 64 MiB in any case. */
  journalEntries: number;
  /** Ended calls that are remembered: for these a request is answered 409, later 404. */
  endedCalls: number;
  /** Recordings whose files are kept: of older ones there is nothing left (6138). */
  recordings: number;
}

/** What the emulator takes: any part of the settings. */
export type EmulatorSettings = Partial<Omit<CompleteSettings, 'dtmf' | 'sms' | 'video'>> & {
  dtmf?: Partial<DtmfSettings>;
  sms?: Partial<SmsSettings>;
  video?: Partial<VideoSettings>;
};

/** `spec` keeps to the specifications. `field` takes what programs send that were written against a live platform. */
export type ProfileName = 'spec' | 'field';

/** All profiles. */
export const profileNames: readonly ProfileName[] = ['spec', 'field'];

/** The settings of each profile, beside the defaults. */
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

/** Fills what was left out: from the profile, then with the defaults. */
export function completeSettings(given: EmulatorSettings): CompleteSettings {
  const profile: EmulatorSettings = profiles[given.profile ?? defaults.profile];
  const anyNumber = given.anyNumber ?? Object.keys(given.numbers ?? {}).length === 0;
  const dtmf = { ...defaults.dtmf, ...profile.dtmf, ...given.dtmf };
  const sms = { ...defaults.sms, ...profile.sms, ...given.sms };
  const video = { ...defaults.video, ...profile.video, ...given.video };
  return { ...defaults, ...profile, ...given, anyNumber, dtmf, sms, video };
}
