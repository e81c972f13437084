/** What one event of Asterisk amounts to. */
import type { CallId, CommandId } from '../../call/index.ts';
import type { CarrierArrival } from './arrivals.ts';
import type { Steps } from './steps.ts';

interface RecordedWords {
  /** Name of the recording. */
  name: string;
  language?: string;
  /** Returns the arrival for what was understood; an empty text for nothing. */
  toArrival: (text: string) => CarrierArrival;
}

export interface Reading {
  /** Orders the readings of a call. */
  call?: CallId;
  /** Carried out before the arrival is reported. */
  before?: Steps;
  /** Carried out instead of the report when a step of `before` fails; without it the arrival is reported anyway. */
  otherwise?: Steps;
  arrival?: CarrierArrival;
  /** Reported in place of `arrival` when a step of `before` fails, or where there is no sound that it needs. */
  otherwiseArrival?: CarrierArrival;
  /** Reported after the arrival. */
  followedBy?: CarrierArrival;
  /** The channel whose SIP headers the arrival lacks. */
  headersOf?: string;
  /** The recording whose speech is measured for the arrival. */
  speechIn?: CommandId;
  /** True when a file of `speechIn` without any sound counts as none. */
  needsSound?: true;
  /** A recorded answer of the caller, which becomes an arrival when it is recognised. */
  words?: RecordedWords;
  /** Taken after some time, unless something else happens until then. */
  later?: { ms: number; reading: Reading; isDue: () => boolean };
  /** Carried out at once, beside the report. */
  meanwhile?: Steps;
}
