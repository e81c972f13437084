/**
 * Runs scenarios against a running `dev`: over HTTP, in real time, one call after another. Scenarios that need virtual time
 * or their own environment are reported as not run, with the reason; they never count as passed.
 */
import type { CallId } from '../../call/index.ts';
import type { Party } from '../../platform/emulator/model/index.ts';
import { playOn, toReport } from '../../verification/testkit/index.ts';
import type {
  Case,
  CaseReport,
  Failure,
  Hear,
  NotRun,
  Scenario,
  ScriptLine,
} from '../../verification/testkit/index.ts';
import { CommandFailure } from '../shared/io.ts';
import { LiveCall } from '../phone/live-call.ts';
import { LiveDesk } from '../phone/live-desk.ts';
import type { Addresses } from '../phone/live-desk.ts';

/** Options of a live run. */
export interface Live extends Addresses {
  /** Maximum duration of a call, ms. */
  limitMs: number;
  /** Stop after the first failure. */
  bail: boolean;
}

/** Runs the cases against a running `dev`. */
export async function runLive(
  cases: readonly Case[],
  live: Live,
  hear: Hear,
): Promise<{ cases: CaseReport[]; notRun: NotRun[] }> {
  const desk = new LiveDesk(live);
  try {
    const numbers = desk.numbers();
    const reports: CaseReport[] = [];
    const notRun: NotRun[] = [];
    for (const one of cases) {
      const service = numbers.get(one.suite.flow.flow.name);
      const reason = service === undefined ? 'dev does not run this flow' : findObstacle(one, live.limitMs);
      if (service === undefined || reason !== undefined) {
        notRun.push(toSkipped(one, reason ?? ''));
        continue;
      }
      const report = playLive(one, service, { desk, limitMs: live.limitMs });
      reports.push(report);
      hear(report);
      if (live.bail && report.failure !== undefined) break;
    }
    return { cases: reports, notRun };
  } finally {
    await desk.close();
  }
}

function toSkipped({ suite: { file }, scenario: { name, span } }: Case, reason: string): NotRun {
  return { file, name, line: span.start.line, reason: `not run live: ${reason}` };
}

/** Names a requirement of the scenario that live runs do not support; undefined without one. */
function findObstacle({ suite, scenario }: Case, limitMs: number): string | undefined {
  const { start, script } = scenario;
  if (start.at !== undefined) return 'it sets the start time';
  if (start.message !== undefined) return 'it starts with a text message';
  if (start.faults !== undefined && start.faults.length > 0) return 'it makes commands fail';
  if (start.http !== undefined && start.http.length > 0) return 'it sets the responses of web services';
  if (scenario.flow !== undefined) return 'it sets settings or tables of the flow';
  if (Object.keys(suite.flow.flow.env).length > 0)
    return 'the flow has settings, which dev takes from its environment';
  const unsupported = script.map(({ kind }) => unsupportedLines[kind]).find((reason) => reason !== undefined);
  if (unsupported !== undefined) return unsupported;
  const people = Object.values(start.parties ?? {}).flatMap((party) => party);
  const waitsMs = Math.max(
    script.reduce((sum, line) => sum + computeLength(line), 0),
    ...people.map(computeTalkTime),
  );
  return waitsMs < limitMs
    ? undefined
    : `it takes ${waitsMs / 1_000} s, longer than the limit of ${limitMs / 1_000} s`;
}

const unsupportedLines: Partial<Record<ScriptLine['kind'], string>> = {
  waits_until: 'it waits until a time of day',
  stream_ends: 'it controls the audio stream of the call',
  stream_breaks: 'it controls the audio stream of the call',
  operator_hangs_up: 'it acts as an operator of the service',
  expects_http: 'it checks requests to web services',
};

/** Returns the time until a party that the flow calls has finished its script. */
function computeTalkTime({ afterMs = 0, acts = [] }: Party): number {
  return afterMs + Math.max(0, ...acts.map((act) => act.afterMs));
}

function computeLength(line: ScriptLine): number {
  if (line.kind === 'waits') return line.ms;
  return line.kind === 'does_not_hear' ? line.forMs : 0;
}

interface Playing {
  desk: LiveDesk;
  limitMs: number;
}

function playLive({ suite, scenario }: Case, service: string, { desk, limitMs }: Playing): CaseReport {
  const reset = setBehaviours(scenario, desk);
  try {
    const id = place(scenario, { desk, service, flow: suite.flow.flow.name });
    const call = new LiveCall(desk, { id, record: waitForRecord(desk, id), service, limitMs });
    const report = toReport(playOn(call, suite, replaceNumber(scenario, service)));
    const { failure } = report;
    if (!call.hasEnded) call.hangUp();
    return failure !== undefined && call.isOverLimit
      ? { ...report, failure: addLimitHint(failure, limitMs) }
      : report;
  } finally {
    reset();
  }
}

/** Waits until `dev` knows the call. */
function waitForRecord(desk: LiveDesk, id: CallId) {
  const until = Date.now() + MAX_START_MS;
  for (;;) {
    const found = desk.look(id);
    if (found !== undefined) return found.record;
    if (Date.now() > until)
      throw new CommandFailure(
        `dev does not receive the call ${id}: check that --live is the URL of its emulator`,
        1,
      );
    desk.pause(POLL_MS);
  }
}

const MAX_START_MS = 5_000;
const POLL_MS = 20;

/** Sets the behaviour of people as in the scenario; the returned function resets it. */
function setBehaviours({ start: { parties = {}, phones = {} } }: Scenario, desk: LiveDesk): () => void {
  for (const [number, party] of Object.entries(parties)) desk.setParty(number, party);
  for (const [number, phone] of Object.entries(phones)) desk.setPhone(number, phone);
  return () => {
    for (const number of Object.keys(parties)) desk.setParty(number, {});
    for (const number of Object.keys(phones)) desk.setPhone(number, {});
  };
}

function place(
  { start: { direction, from, to, params = {} } }: Scenario,
  { desk, service, flow }: { desk: LiveDesk; service: string; flow: string },
): CallId {
  return direction === 'inbound' ? desk.ring(from, service) : desk.dial({ flow, from: service, to, params });
}

/** Replaces the flow's number in expectations by its number at this `dev`. */
function replaceNumber(scenario: Scenario, service: string): Scenario {
  const { direction, from, to } = scenario.start;
  const own = direction === 'inbound' ? to : from;
  const script = scenario.script.map((line): ScriptLine => {
    if (line.kind !== 'expects_command') return line;
    const { command } = line;
    return {
      ...line,
      command: {
        ...command,
        ...(command.from === own && { from: service }),
        ...(command.to === own && { to: service }),
      },
    };
  });
  return { ...scenario, script };
}

function addLimitHint(failure: Failure, limitMs: number): Failure {
  const limit = `calls are limited to ${limitMs / 1_000} s (--live-limit)`;
  return { ...failure, hint: failure.hint === undefined ? limit : `${failure.hint}; ${limit}` };
}
