/**
 * Exports a recorded call as a scenario.
 *
 * EXPORT-1 Every exported scenario has been run: the file says whether the replay went the same way, or where it first
 *    differed.
 * EXPORT-2 Nothing is made up silently: a comment names every value that the trace does not contain.
 */
import type { Start } from '../../../schemas/types/scenario.ts';
import { runnable } from '../../call/index.ts';
import type { CallEvent, TraceEntry } from '../../call/index.ts';
import type { CompiledFlow, Value } from '../../language/model/index.ts';
import { redactValue, createRedactor, toWritableNumber } from '../recording/index.ts';
import type { RecordedCall } from '../recording/index.ts';
import { improveAttempt } from './improve.ts';
import type { Attempt } from './improve.ts';
import { listParties } from './parties.ts';
import { measureLateness, findParting, toPlainTrace } from './plain-trace.ts';
import type { Parting, PlainEntry } from './plain-trace.ts';
import { createRemarks } from './remarks.ts';
import type { Remark } from './remarks.ts';
import { retrace } from './retrace.ts';
import type { Retraced } from './retrace.ts';
import { renderScenario } from './scenario-text.ts';
import { runText } from './run-text.ts';
import type { Run } from './run-text.ts';
import { createScript } from './script.ts';
import { listStubs } from './services.ts';
import { chooseParams, chooseSettings } from './settings.ts';
import type { ScenarioSource } from './scenario-text.ts';

interface ExportOptions {
  keepNumbers?: boolean;
  /** Name of the scenario. Default: the time of the call. */
  name?: string | undefined;
  /** Path of the flow file, relative to the scenario. Default: flow.yaml. */
  flowFile?: string;
  /** Prepares flows to run; a cache makes sense for many calls. */
  ready?: typeof runnable;
}

/** Result of running the scenario. */
interface Replayed {
  /** First difference from the recorded call; absent if there is none. */
  parting?: Parting;
  /** Maximum time difference, ms. */
  lateMs: number;
}

/** An exported call. */
export interface Exported {
  /** The scenario file. */
  text: string;
  /** The comments at its head. */
  remarks: Remark[];
  replayed: Replayed;
  /** First event of the trace that the recorded version handles differently. */
  lost?: TraceEntry;
  /** Events with made-up values, since these are masked in the trace. */
  madeUp: CallEvent[];
}

const MAX_ATTEMPTS = 40;

/** Writes the scenario of a call that has ended, and runs it. */
export function exportScenario(
  call: RecordedCall,
  flow: CompiledFlow,
  options: ExportOptions = {},
): Exported {
  const { ready = runnable } = options;
  const settings = chooseSettings(flow, call.env);
  const begun = { ...call, params: chooseParams(flow, call) };
  const { steps, lost } = retrace(ready(flow, settings.values), begun);
  const redact = options.keepNumbers ? (text: string) => text : createRedactor(call);
  const expected = redactValue(toPlainTrace({ ...call, trace: updateTrace(call, steps) }), redact);
  const write = (attempt: Attempt, remarks: readonly Remark[]) =>
    renderScenario({
      remarks: remarks.map(({ text }) => text),
      ...(options.flowFile !== undefined && { flow: options.flowFile }),
      env: settings.written,
      scenario: redactValue(createSource({ call: begun, flow, steps, name: options.name }, attempt), redact),
    });
  const { attempt, replayed } = fitScenario(steps, expected, (tried) =>
    runText(write(tried, []), flow, ready),
  );
  const madeUp = steps.filter(({ isMadeUp }) => isMadeUp).map(({ entry }) => entry.event);
  const made = { replayed, madeUp, ...(lost && { lost }) };
  const remarks = createRemarks(call, {
    ...made,
    flow,
    settings: settings.madeUp,
    wasRedacted: !options.keepNumbers,
  }).map((remark) => ({ ...remark, text: redact(remark.text) }));
  return { text: write(attempt, remarks), remarks, ...made };
}

/** Returns the trace as this release writes it, as far as the call could be retraced. */
function updateTrace({ trace }: RecordedCall, steps: readonly Retraced[]): TraceEntry[] {
  const told = new Map(steps.map(({ entry, made }) => [entry.seq, { ...made.trace, at: entry.at }]));
  return trace.map((entry) => told.get(entry.seq) ?? entry);
}

function createSource(
  {
    call,
    flow,
    steps,
    name = nameAfterTime(call),
  }: {
    call: RecordedCall;
    flow: CompiledFlow;
    steps: readonly Retraced[];
    name: string | undefined;
  },
  { faults, ...options }: Attempt,
): ScenarioSource {
  const [parties, phones, http] = [listParties(call, steps), listPhones(steps), listStubs(steps, flow)];
  return {
    name,
    start: toStart({ ...call, params: listOwnParams(call, flow) }, steps),
    ...(Object.keys(parties).length > 0 && { parties }),
    ...(Object.keys(phones).length > 0 && { phones }),
    ...(http.length > 0 && { http }),
    ...(faults.length > 0 && { faults }),
    script: createScript(steps, options),
  };
}

function nameAfterTime({ startedAt }: RecordedCall): string {
  return `a call of ${new Date(startedAt).toISOString().slice(0, 16).replace('T', ', ')}`;
}

/** Returns the parameters that are not as the flow sets them by default. */
function listOwnParams({ params = {} }: RecordedCall, flow: CompiledFlow): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== flow.params[name]?.default),
  );
}

function toStart(call: RecordedCall, steps: readonly Retraced[]): Start {
  const { direction, carrier, from, to, startedAt, params = {}, message } = call;
  const recording = readRecordingFate(steps);
  return {
    direction,
    ...(carrier !== undefined && { carrier }),
    from: toWritableNumber(from),
    to: toWritableNumber(to),
    at: `${new Date(startedAt).toISOString().slice(0, 19)}Z`,
    ...(message !== undefined && { message: message.text }),
    ...(recording !== undefined && { recording }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

function readRecordingFate(steps: readonly Retraced[]): 'fails' | undefined {
  const hasFailed = steps.some(({ event }) => event.type === 'recording' && event.state === 'failed');
  return hasFailed ? 'fails' : undefined;
}

/** Lists the phones whose messages failed or were never reported. */
function listPhones(steps: readonly Retraced[]): NonNullable<ScenarioSource['phones']> {
  const phones = new Map<string, 'fails' | 'unknown' | 'never'>();
  for (const command of steps.flatMap(({ made }) => made.commands))
    if (command.kind === 'sms' && command.reports)
      for (const { to } of command.recipients) phones.set(to, 'never');
  const reports = steps.flatMap(({ event }) => (event.type === 'delivery' ? event.reports : []));
  for (const { to, status } of reports)
    if (status === 'failed') phones.set(to, 'fails');
    else if (status === 'unknown') phones.set(to, 'unknown');
    else if (status === 'delivered') phones.delete(to);
  return Object.fromEntries(phones);
}

/** Improves the attempt until its replay follows the call as far as possible. */
function fitScenario(
  steps: readonly Retraced[],
  expected: readonly PlainEntry[],
  run: (attempt: Attempt) => Run,
): { attempt: Attempt; replayed: Replayed } {
  let attempt: Attempt = { hears: true, pauses: new Map(), apart: new Set(), faults: [] };
  for (let tries = 1; ; tries += 1) {
    const tried = run(attempt);
    const found = toPlainTrace({ ...tried.call.record, trace: tried.call.trace });
    const parting = findParting(expected, found);
    const better = tries < MAX_ATTEMPTS ? improveAttempt(attempt, steps, { parting, run: tried }) : undefined;
    if (better === undefined)
      return { attempt, replayed: { ...(parting && { parting }), lateMs: measureLateness(expected, found) } };
    attempt = better;
  }
}
