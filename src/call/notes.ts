/** The notes of a trace: codes with typed facts. note-text.ts renders them for people. */

/** Target of a step whose failure ends the finalizer; no step has such a name. */
export const FINALIZER_END = '$end';

/** Something that happened while an event was applied. */
export type Note =
  /** The following steps belong to this flow, which was called, entered by `goto` or returned to; `from`: the flow before. */
  | { kind: 'flow'; name: string; from?: string }
  | { kind: 'entered'; step: string; verb: string }
  /** A step ended with this outcome. `to`: a step, `hangup`, `on.error` for a failure without an edge, or FINALIZER_END. */
  | { kind: 'outcome'; step: string; outcome: string; to: string }
  /** The caller hears this. */
  | { kind: 'says'; text: string }
  | { kind: 'set'; variable: string; value: string }
  /** The call has reached a business outcome; `again`: not for the first time. */
  | { kind: 'milestone'; name: string; again?: true }
  | { kind: 'failed'; step: string; code: string; message: string }
  /**
   * The call is over. `failed`: it was on an error path. `hungUp`: the caller hung up on the flow, before any milestone and
   * without a conversation, in the `step`, which traces of earlier releases lack. Later notes of the finalizer change neither.
   */
  | { kind: 'ended'; reason: string; failed?: true; hungUp?: true; step?: string }
  | Reason;

/** A decision with its reason. Texts of callers and of others are shortened; secret ones are absent or masked (I7). */
export type Reason =
  | Ignored
  /** The caller did not answer in time. */
  | { kind: 'no_input' }
  /** The keys or words are no answer. */
  | { kind: 'no_match'; input?: string }
  /** The platform could not recognize the caller's words. */
  | { kind: 'unrecognized' }
  | { kind: 'heard'; said?: string; as: string }
  /** The keys may be the beginning of a longer answer. */
  | { kind: 'incomplete'; keys: string }
  /** Keys after an answer, which are dropped. */
  | { kind: 'surplus'; keys: string }
  /** A key of the flow during a conversation. */
  | { kind: 'bridge_key'; keys: string }
  /** A condition of a `switch`; its number instead of its text where it reads a secret. */
  | { kind: 'case'; if: string | number; holds: boolean }
  | { kind: 'row'; table: string; found: boolean }
  /** Opening hours at a local time, `2026-12-25 09:00`. */
  | { kind: 'hours'; state: OpenState; local: string; holiday?: string; zone: string }
  /** A request to a web service; `attempt` from the second one on. */
  | { kind: 'asks'; method: string; url: string; attempt?: number }
  /** A web service answered with so many characters. */
  | { kind: 'answered'; status: number; chars: number }
  /** A web service did not answer; `detail` as the network says it. */
  | { kind: 'timeout'; detail?: string }
  | { kind: 'unreachable'; detail?: string }
  /** The operator does not let flows send anything there. */
  | { kind: 'egress_denied'; detail?: string }
  /** One delivery report. */
  | { kind: 'sms'; to: string; status: string; detail?: string }
  /** Several delivery reports, counted by status. */
  | { kind: 'sms_counts'; counts: Record<string, number> }
  | { kind: 'message' }
  /** A SIP header had characters that it may not have, or too many. */
  | { kind: 'header_cleaned'; header: string }
  /** The call has ended before the step could be heard. */
  | { kind: 'nobody_there' }
  /** The step waits for the end of a conversation. */
  | { kind: 'waits_for_bridge' }
  /** A refusal told of the beginning of a conversation. */
  | { kind: 'bridged_by_refusal' }
  /** A refusal told of the end of the call; its reason is still to come. */
  | { kind: 'awaits_disconnect' }
  /** No state waited for an event of the machine. */
  | { kind: 'unawaited'; event: string }
  | { kind: 'turned_away'; why: 'too_many_calls' }
  /** From here on, the trace leaves out events that change nothing. */
  | { kind: 'trace_full'; events: number }
  /** A sentence of an earlier release without a code of its own. */
  | { kind: 'legacy_note'; text: string };

/** The event changes nothing, for one reason. */
export type Ignored = { kind: 'ignored' } & (
  | {
      why:
        /** The same notification was applied before (I5). */
        | 'repeated'
        /** The platform sends it with every call, and no flow uses it. */
        | 'routine'
        | 'call_ended'
        | 'call_known'
        | 'connected'
        | 'bridged'
        /** A refused dial of a call that was placed by an earlier attempt. */
        | 'placed';
    }
  | { why: 'unused'; state: string }
  | { why: 'visit_over'; visit: number }
  | { why: 'play_over'; play: number }
  | { why: 'earlier_play'; play: number; visit: number }
  | { why: 'earlier_command'; command: number; visit: number }
  | { why: 'stream_stopped'; command: number }
  /** It is about a party in whose place another one was called. */
  | { why: 'earlier_party'; party: number }
);

/** Opening hours know these states (language/model/hours.ts). */
type OpenState = 'open' | 'closed' | 'holiday';

/** True for the note on an event that changed nothing, for this reason or, without one, for any. */
export function isIgnored(note: Note, why?: Ignored['why']): boolean {
  return note.kind === 'ignored' && (why === undefined || note.why === why);
}

/** Returns how an attempt to answer a question failed; undefined for any other note. */
export function findMiss({ kind }: Note): 'no_input' | 'no_match' | undefined {
  if (kind === 'no_input') return kind;
  return kind === 'no_match' || kind === 'unrecognized' ? 'no_match' : undefined;
}
