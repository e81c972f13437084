/**
 * Tells the state of a recorded call after each entry of its trace: step, variables, attempts. No state is stored; the
 * events are applied again to the version on which the call started (retrace.ts).
 */
import { runnable } from '../../call/index.ts';
import type { CallRecord, RunnablePart } from '../../call/index.ts';
import type { CompiledFlow, MachineState, Value } from '../../language/model/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import { retrace } from './retrace.ts';
import { chooseParams, chooseSettings } from './settings.ts';

/** A variable at one point of a call. */
interface ShownVariable {
  name: string;
  /** Absent for a secret variable (I7). */
  value?: Value;
  isSecret?: true;
  /** Length of a text of which only the beginning is shown. */
  chars?: number;
  /** Sequence number of the entry since which it has this value; absent for a secret variable. */
  since?: number;
}

/** State of a call after one entry of its trace. */
interface CallState {
  seq: number;
  /** The active flow: the one with which the call began, or one that it runs. */
  flow: string;
  step: string;
  /** 1-based line of the step in its source. */
  line?: number;
  /** Path of the source relative to the flow's folder, when the step is imported. */
  file?: string;
  language: string;
  /** Variables of the active flow, in the order of its file. */
  variables: ShownVariable[];
  /** Attempts to answer the question of the step. Absent unless the step limits them. */
  attempts?: { failed: number; left: number };
  /** True if masked input was replaced by made-up input to get here; only values of secret variables differ. */
  isMadeUp?: true;
}

/** Why the states end before the trace does. */
type UnknownStates =
  /** The version does not reproduce the trace: a setting has changed, or another release recorded the call. */
  | 'not_reproduced'
  /** The states so far are as large as an answer may be. */
  | 'too_large';

/** States of a call. */
export interface CallStates {
  states: CallState[];
  /** Absent if there is a state for each entry. */
  unknown?: { code: UnknownStates; fromSeq: number };
}

/** Characters of a text that are shown. */
const SHOWN_CHARS = 1_000;

/** Maximum size of the states of one call, in characters of JSON. */
const MAX_CHARS = 4 * 1024 * 1024;

/** Computes the states of a call on the version on which it started, as far as this reproduces the trace. */
export function listCallStates(
  call: RecordedCall,
  flow: CompiledFlow,
  { maxChars = MAX_CHARS }: { maxChars?: number } = {},
): CallStates {
  const ready = runnable(flow, chooseSettings(flow, call.env).values);
  const { steps, lost } = retrace(ready, { ...call, params: chooseParams(flow, call) });
  const retraced = new Map(steps.map((step) => [step.entry.seq, step]));
  const states: CallState[] = [];
  const since = new SinceTable();
  let [chars, isMadeUp] = [0, false];
  let record: CallRecord | undefined;
  for (const { seq } of call.trace) {
    if (seq === lost?.seq) return { states, unknown: { code: 'not_reproduced', fromSeq: seq } };
    // An entry that was ignored has no step of its own: it leaves everything as it was.
    const step = retraced.get(seq);
    record = step?.made.record ?? record;
    isMadeUp ||= step?.isMadeUp === true;
    if (record === undefined) continue;
    const state = toState(seq, { record, part: ready.part(record.context.flow), since, isMadeUp });
    chars += JSON.stringify(state).length;
    if (chars > maxChars) return { states, unknown: { code: 'too_large', fromSeq: seq } };
    states.push(state);
  }
  return { states };
}

interface Situation {
  record: CallRecord;
  part: RunnablePart;
  since: SinceTable;
  isMadeUp: boolean;
}

function toState(seq: number, { record, part: { flow }, since, isMadeUp }: Situation): CallState {
  const { step, language, vars, input } = record.context;
  const { line, file } = flow.steps[step] ?? {};
  const most = findAttempts(flow.machine.states?.[step]);
  const failed = input.noInput + input.noMatch;
  const variables = Object.entries(flow.vars).map(([name, { initial, secret }]): ShownVariable => {
    if (secret) return { name, isSecret: true };
    const value = vars[name] ?? initial;
    return { name, ...shortenValue(value), since: since.update(`${flow.name}.${name}`, { value, seq }) };
  });
  return {
    ...{ seq, flow: flow.name, step, language, variables },
    ...(line !== undefined && { line }),
    ...(file !== undefined && { file }),
    ...(most !== undefined && { attempts: { failed, left: Math.max(0, most - failed) } }),
    ...(isMadeUp && { isMadeUp }),
  };
}

function shortenValue(value: Value): Pick<ShownVariable, 'value' | 'chars'> {
  if (typeof value !== 'string' || value.length <= SHOWN_CHARS) return { value };
  return { value: value.slice(0, SHOWN_CHARS), chars: value.length };
}

/** Finds the number of attempts that a step allows. */
function findAttempts(state: MachineState | undefined): number | undefined {
  if (state === undefined) return undefined;
  for (const { guard } of state.always ?? [])
    if (guard?.type === 'attempts_left') return guard.params.attempts;
  return Object.values(state.states ?? {})
    .map(findAttempts)
    .find((attempts) => attempts !== undefined);
}

/** Knows since which entry each variable has had its value. */
class SinceTable {
  readonly #known = new Map<string, { value: Value; seq: number }>();

  /** Returns the entry since which the variable has this value. */
  update(name: string, now: { value: Value; seq: number }): number {
    const known = this.#known.get(name);
    if (known?.value === now.value) return known.seq;
    this.#known.set(name, now);
    return now.seq;
  }
}
