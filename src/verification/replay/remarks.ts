/** What stands at the head of an exported scenario. */
import type { CallEvent, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { shorten } from '../../language/text/index.ts';
import { STAND_IN, writable } from '../recording/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import type { Parting } from './plain-trace.ts';

const MAX_EXCERPT = 160;

/** What there is to say. */
interface Findings {
  flow: CompiledFlow;
  replayed: { parting?: Parting; lateMs: number };
  lost?: TraceEntry;
  madeUp: readonly CallEvent[];
  /** Names of settings. */
  settings: readonly string[];
  wasRedacted: boolean;
}

/** The lines of the head. */
export function remarksOf(call: RecordedCall, findings: Findings): string[] {
  const { flow, lost, madeUp, settings, wasRedacted } = findings;
  return [
    `The call ${call.id} to ${flow.name}, version ${flow.version}, as it was recorded.`,
    ...(wasRedacted ? ['The number of the caller is not the real one.'] : []),
    ...[call.from, call.to].filter((number) => writable(number) !== number).map(() => UNWRITABLE),
    ...(madeUp.length > 0 ? [`Made up, since the trace shows it masked: ${kindsOf(madeUp)}.`] : []),
    ...settings.map((name) => `The setting ${name} is made up: its value is not in the trace.`),
    ...(isBegunWithUnknown(call, flow) ? [PARAMS_UNKNOWN] : []),
    ...(lost === undefined ? [] : [`From ${sinceStart(call, lost)} on, at "${lost.event.type}", ${LOST}`]),
    verdictOf(findings.replayed),
  ];
}

const UNWRITABLE = `One of the two numbers was withheld or is none that anybody can call: ${STAND_IN} stands in its place.`;

const PARAMS_UNKNOWN =
  'With which parameters the call was begun is not known any more: write them into start, where those that have to be given are made up.';

/** A number that is called gives none. */
function isBegunWithUnknown({ direction, params }: RecordedCall, flow: CompiledFlow): boolean {
  return direction === 'outbound' && params === undefined && Object.keys(flow.params).length > 0;
}

const LOST =
  'this version does not do what the trace says; are the settings those of the service, and the flow that version?';

function kindsOf(events: readonly CallEvent[]): string {
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

function verdictOf({ parting, lateMs }: Findings['replayed']): string {
  if (parting !== undefined)
    return `It does NOT go the way of the call: ${partingInWords(parting)}. Look at what stands there.`;
  return lateMs === 0
    ? 'Replayed, it gave the same trace, at the same times.'
    : `Replayed, it gave the same trace; its times differ by up to ${lateMs} ms.`;
}

/** Where and how two tellings of a call part. */
export function partingInWords({ recorded, replayed, what }: Parting): string {
  const at = ((recorded ?? replayed)?.afterMs ?? 0) / 1_000;
  if (recorded === undefined)
    return `${at} s after its beginning there is "${String(replayed?.event.type)}" too much`;
  if (replayed === undefined)
    return `"${String(recorded.event.type)}", ${at} s after its beginning, does not come`;
  return `${at} s after its beginning, at "${String(recorded.event.type)}", the ${what} differ: ${difference(recorded[what as 'notes'], replayed[what as 'notes'])}`;
}

function difference(recorded: unknown, replayed: unknown): string {
  return `recorded ${excerptOf(recorded)}, replayed ${excerptOf(replayed)}`;
}

function excerptOf(value: unknown): string {
  return shorten(JSON.stringify(value), MAX_EXCERPT);
}

function sinceStart({ startedAt }: RecordedCall, { at }: TraceEntry): string {
  return `${(at - startedAt) / 1_000} s`;
}
