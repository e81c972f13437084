/** What a flow needs of the carrier that its calls come from, beyond answering, playing text and taking keys. */
import type { Span } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';

/** What each kind of need tells about itself. */
interface NeedFacts {
  /** The caller may answer in words. */
  speech: {
    /** True when keys give the same answers. */
    hasKeys: boolean;
    /** The thing that is said: a choice or an `always` phrase; absent: an answer to the step. */
    said?: 'choice' | 'always';
  };
  /** SSML with these elements. */
  ssml_marks: { marks: string[] };
  /** SSML of this length without its values, characters. */
  ssml_length: { chars: number };
  /** Audio that is stored at the carrier. */
  stored_prompt: { name: string };
  /** A recording that starts while nobody else is on the line. */
  record_alone: object;
  /** A message of the caller. */
  voicemail: Handled;
  /** A recording whose name is the same in every call. */
  /** The same in all calls; with `byEntry` in those in which callers enter the same. */
  fixed_recording_name: { name: string; byEntry?: true };
  /** A party that is reached by a SIP URI. */
  sip_party: Handled;
  /** SIP headers for a party. */
  sent_header: { names: string[] };
  /** A parameter that comes from a SIP header. */
  read_header: { param: string; name: string };
  /** Audio streamed to an address that the flow gives; absent where only the call knows it. */
  stream: Handled & { address?: string };
  room: Handled;
  /** A text message that is sent or awaited. */
  sms: Handled & { isAwaited?: true };
}

interface Handled {
  /** True when the step has an edge of its own for the failure. */
  isHandled: boolean;
}

/** A kind of need. */
export type NeedKind = keyof NeedFacts;

interface Place {
  /** The step; absent for a prompt and for `always`. */
  step?: string;
  span: Span;
}

/** One need of a flow with its place. Plain data, so that it can be stored with a version. */
export type Need = { [Kind in NeedKind]: Place & NeedFacts[Kind] & { need: Kind } }[NeedKind];

/** A need of a certain kind. */
export type NeedOf<Kind extends NeedKind> = Extract<Need, { need: Kind }>;

/** Finds needs of one sort in a flow. */
export interface NeedRule {
  /** True when it draws conclusions from missing parts; it is skipped when a part could not be read. */
  needsAll?: true;
  find: (draft: FlowDraft) => Need[];
}
