/**
 * Scenarios at a running `dev`: the same scripts over HTTP, in real time, one call after another. What needs virtual time
 * or a world of its own is not run, and is told with the reason; it is never taken for passed.
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

/** Plays the cases at a running `dev`. */
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
  if (start.at !== undefined) return 'it begins at a time of its own, and here it is what it is';
  if (start.message !== undefined) return 'a message begins the call';
  if (start.faults !== undefined && start.faults.length > 0)
    return 'commands of one call cannot be made to fail here';
  if (start.http !== undefined && start.http.length > 0) return 'it says itself what web services answer';
  if (scenario.flow !== undefined) return 'it has settings or tables of its own';
  if (Object.keys(suite.flow.flow.env).length > 0) return 'the flow has settings, and dev has its own';
  const impossible = script.map(({ kind }) => unfit[kind]).find((reason) => reason !== undefined);
  if (impossible !== undefined) return impossible;
  const people = Object.values(start.parties ?? {}).flatMap((party) => party);
  const waitsMs = Math.max(
    script.reduce((sum, line) => sum + computeLength(line), 0),
    ...people.map(talksFor),
  );
  return waitsMs < limitMs
    ? undefined
    : `it takes ${waitsMs / 1_000} s, longer than the limit of ${limitMs / 1_000} s`;
}

const unfit: Partial<Record<ScriptLine['kind'], string>> = {
  waits_until: 'nobody can move the time on',
  stream_ends: 'nobody here takes the audio of the call',
  stream_breaks: 'nobody here takes the audio of the call',
  expects_http: 'requests to web services are not seen from outside',
};

/** Returns the time until a party that the flow calls has finished its script. */
function talksFor({ afterMs = 0, acts = [] }: Party): number {
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
  const leave = setScene(scenario, desk);
  try {
    const id = place(scenario, { desk, service, flow: suite.flow.flow.name });
    const call = new LiveCall(desk, { id, record: waitForRecord(desk, id), service, limitMs });
    const report = toReport(playOn(call, suite, replaceNumber(scenario, service)));
    const { failure } = report;
    if (!call.hasEnded) call.hangUp();
    return failure !== undefined && call.isOverLimit
      ? { ...report, failure: overLimit(failure, limitMs) }
      : report;
  } finally {
    leave();
  }
}

/** The first moment at which `dev` knows a call. */
function waitForRecord(desk: LiveDesk, id: CallId) {
  const until = Date.now() + BEGINS_WITHIN_MS;
  for (;;) {
    const found = desk.look(id);
    if (found !== undefined) return found.record;
    if (Date.now() > until)
      throw new CommandFailure(
        `dev does not receive the call ${id}: check that --live is the URL of its emulator`,
        1,
      );
    desk.pause(LOOK_EVERY_MS);
  }
}

const BEGINS_WITHIN_MS = 5_000;
const LOOK_EVERY_MS = 20;

/** Has people behave as the scenario says; what is given back has them behave as everybody else again. */
function setScene({ start: { parties = {}, phones = {} } }: Scenario, desk: LiveDesk): () => void {
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

/** Replaces the flow's own number in expectations by its number at this `dev`. */
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

function overLimit(failure: Failure, limitMs: number): Failure {
  const limit = `calls are limited to ${limitMs / 1_000} s (--live-limit)`;
  return { ...failure, hint: failure.hint === undefined ? limit : `${failure.hint}; ${limit}` };
}
