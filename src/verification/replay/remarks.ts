/** Renders the comments at the head of an exported scenario. */
import { showNote } from '../../call/index.ts';
import type { CallEvent, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { shorten } from '../../language/text/index.ts';
import { STAND_IN, toWritableNumber } from '../recording/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import type { Parting, PlainEntry } from './plain-trace.ts';

const MAX_EXCERPT = 160;

interface Findings {
  flow: CompiledFlow;
  replayed: { parting?: Parting; lateMs: number };
  lost?: TraceEntry;
  madeUp: readonly CallEvent[];
  settings: readonly string[];
  wasRedacted: boolean;
}

/** The subject of a line of the head. */
type RemarkCode =
  /** The call and the version of its flow. */
  | 'source'
  /** The number of the remote party was replaced by a fictitious one. */
  | 'number_replaced'
  /** A number that a scenario cannot contain, such as an address, was replaced. */
  | 'number_unusable'
  /** Input that the trace masks was made up. */
  | 'input_made_up'
  /** A setting was made up: it is secret or not known. */
  | 'setting_made_up'
  /** The parameters of the call are not known. */
  | 'params_unknown'
  /** From one event on, the version does not reproduce the trace. */
  | 'not_reproduced'
  /** The scenario goes as the recorded call did. */
  | 'same'
  /** It goes the same way at slightly different times. */
  | 'times_differ'
  /** It goes another way. */
  | 'differs';

/** A line of the head. */
export interface Remark {
  code: RemarkCode;
  text: string;
}

/** Creates the lines of the head. */
export function createRemarks(call: RecordedCall, findings: Findings): Remark[] {
  const { flow, lost, madeUp, settings, wasRedacted } = findings;
  const source = `The call ${call.id} to ${flow.name}, version ${flow.version}, as it was recorded.`;
  const unusable = [call.from, call.to].filter((number) => toWritableNumber(number) !== number);
  return [
    { code: 'source', text: source },
    ...listRemarks('number_replaced', wasRedacted ? ["The caller's number has been replaced."] : []),
    ...listRemarks(
      'number_unusable',
      unusable.map(() => UNWRITABLE),
    ),
    ...listRemarks(
      'input_made_up',
      madeUp.length > 0 ? [`Made up because it is masked in the trace: ${renderKinds(madeUp)}.`] : [],
    ),
    ...listRemarks(
      'setting_made_up',
      settings.map((name) => `The setting ${name} is made up: its value is not in the trace.`),
    ),
    ...listRemarks('params_unknown', isBegunWithUnknown(call, flow) ? [PARAMS_UNKNOWN] : []),
    ...listRemarks(
      'not_reproduced',
      lost === undefined ? [] : [`From ${formatSinceStart(call, lost)} on, at "${lost.event.type}", ${LOST}`],
    ),
    createVerdict(findings.replayed),
  ];
}

function listRemarks(code: RemarkCode, texts: readonly string[]): Remark[] {
  return texts.map((text) => ({ code, text }));
}

const UNWRITABLE = `One of the two numbers cannot be called: ${STAND_IN} stands in its place.`;

const PARAMS_UNKNOWN =
  'The parameters of the call are no longer known: set them in start, where the required ones are made up.';

function isBegunWithUnknown({ direction, params }: RecordedCall, flow: CompiledFlow): boolean {
  return direction === 'outbound' && params === undefined && Object.keys(flow.params).length > 0;
}

const LOST =
  'this version does not reproduce the trace; check that the settings and the flow version are those of the service';

function renderKinds(events: readonly CallEvent[]): string {
  const words = {
    digits: 'keys',
    bridge_digits: 'keys',
    speech: 'what was said',
    message: 'a message',
    answered: 'answers of web services',
  };
  const kinds = new Set(events.map(({ type }) => (type in words ? words[type as keyof typeof words] : type)));
  return [...kinds].join(', ');
}

function createVerdict({ parting, lateMs }: Findings['replayed']): Remark {
  if (parting !== undefined) {
    const text = `The replay DIFFERS from the recorded call: ${renderParting(parting)}. Check that line.`;
    return { code: 'differs', text };
  }
  if (lateMs === 0) return { code: 'same', text: 'The replay gave the same trace at the same times.' };
  const text = `The replay gave the same trace; its times differ by up to ${lateMs} ms.`;
  return { code: 'times_differ', text };
}

/** Describes the first difference of two runs of a call. */
export function renderParting({ recorded, replayed, what }: Parting): string {
  const at = ((recorded ?? replayed)?.afterMs ?? 0) / 1_000;
  if (recorded === undefined)
    return `${at} s after the start there is an extra "${String(replayed?.event.type)}"`;
  if (replayed === undefined) return `"${String(recorded.event.type)}", ${at} s after the start, is missing`;
  return `${at} s after the start, at "${String(recorded.event.type)}", the ${what} differ: ${renderDifference(shownPart(recorded, what), shownPart(replayed, what))}`;
}

function shownPart(entry: PlainEntry, what: Parting['what']): unknown {
  return what === 'notes' ? entry.notes.map(showNote) : entry[what as 'state'];
}

function renderDifference(recorded: unknown, replayed: unknown): string {
  return `recorded ${excerptOf(recorded)}, replayed ${excerptOf(replayed)}`;
}

function excerptOf(value: unknown): string {
  return shorten(JSON.stringify(value), MAX_EXCERPT);
}

function formatSinceStart({ startedAt }: RecordedCall, { at }: TraceEntry): string {
  return `${(at - startedAt) / 1_000} s`;
}
