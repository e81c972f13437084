/**
 * Simulated phone calls to the flows of a draft.
 *
 * Owns: the calls that were started and not ended. Does not own a clock: time passes by moves.
 */
import { maskUrl, readParams, runnable } from '../../call/index.ts';
import { hasErrors } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, FlowPart, Value } from '../../language/model/index.ts';
import {
  chooseNumbers,
  simulate,
  STARTED_AT,
  tellStory,
  toParty,
  toStub,
  type Simulation,
} from '../../verification/testkit/index.ts';
import type { Draft } from './draft.ts';
import { listTalk } from './talk.ts';
import type { PhoneMove, PhoneSnapshot, PhoneStart, PhoneStarted, PhoneStep, PhoneWait } from './protocol.ts';

const MASK = '***';
/** Maximum time that passes until a call waits for the caller, ms: longer than any call may take. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1_000;

/** A simulated call with what it was placed with. */
export interface EndedCall {
  simulation: Simulation;
  flow: CompiledFlow;
  /** Path of the flow file. */
  file: string;
  /** Values of settings that were given. */
  env: Record<string, string>;
}

interface PlacedCall extends EndedCall {
  /** Number of events that the call had had when the person last did something that it listens for. */
  actedAfter: number;
}

export class Phone {
  readonly #calls = new Map<number, PlacedCall>();
  #last = 0;

  /** Starts a call. */
  start(draft: Draft, start: PhoneStart): PhoneStarted {
    const { diagnostics = [], flow } = draft.compile(start.flow) ?? {};
    if (flow === undefined) {
      const reason = hasErrors(diagnostics)
        ? 'has errors: fix them first'
        : 'is not a flow file of this draft';
      return { ok: false, problems: [`${start.flow} ${reason}`], diagnostics };
    }
    const params = readParams(flow, start.params ?? {});
    const problems = [...(params.ok ? [] : params.problems), ...listMissingSettings(flow, start.env ?? {})];
    if (!params.ok || problems.length > 0) return { ok: false, problems, diagnostics };
    this.#last += 1;
    const simulation = placeCall(flow, { ...start, params: params.values });
    const { flow: file, env = {} } = start;
    this.#calls.set(this.#last, { flow, simulation, file, env, actedAfter: 0 });
    return { ok: true, snapshot: this.#show(this.#last) };
  }

  /** Makes a move. Throws if there is no such call. */
  move(call: number, move: PhoneMove): PhoneSnapshot {
    makeMove(this.#find(call), move);
    return this.#show(call);
  }

  /** Hangs up a call that has not ended, lets its finalizer run, and returns it. Throws if there is no such call. */
  finish(call: number): EndedCall {
    const placed = this.#find(call);
    if (!placed.simulation.hasEnded) {
      makeMove(placed, { kind: 'hangUp', who: 'caller' });
      makeMove(placed, { kind: 'untilListens' });
    }
    return placed;
  }

  /** Forgets a call. */
  end(call: number): void {
    this.#calls.delete(call);
  }

  #find(call: number): PlacedCall {
    const found = this.#calls.get(call);
    if (found === undefined) throw new Error(`there is no call ${call}: start one first`);
    return found;
  }

  #show(call: number): PhoneSnapshot {
    return { call, ...showCall(this.#find(call)) };
  }
}

function listMissingSettings({ env }: CompiledFlow, given: Record<string, string>): string[] {
  return Object.entries(env)
    .filter(([name, { default: preset }]) => preset === undefined && !Object.hasOwn(given, name))
    .map(([name]) => `setting "${name}" is missing`);
}

function placeCall(flow: CompiledFlow, start: PhoneStart): Simulation {
  const { direction = 'inbound', env = {}, parties = {}, http = [], params = {}, message } = start;
  const { from, to } = chooseNumbers(direction);
  return simulate(runnable(flow, env), {
    direction,
    from: start.from ?? from,
    to: start.to ?? to,
    at: start.at ?? STARTED_AT,
    params,
    parties: Object.fromEntries(Object.entries(parties).map(([number, party]) => [number, toParty(party)])),
    http: http.map(toStub),
    ...(message !== undefined && { message }),
  });
}

function makeMove(placed: PlacedCall, move: PhoneMove): void {
  const { simulation: call } = placed;
  switch (move.kind) {
    case 'press':
      if (call.line?.listens === true) placed.actedAfter = call.trace.length;
      call.press(move.keys);
      return;
    case 'say':
      if (call.line?.listens_for_words === true) placed.actedAfter = call.trace.length;
      call.say(move.text);
      return;
    case 'text':
      call.text(move.text);
      return;
    case 'hangUp':
      call.hangUp(move.who === 'caller' ? 'ours' : 'second');
      return;
    case 'party':
      call.setParty(move.number, toParty(move.party));
      return;
    case 'http':
      call.web.prepend(move.http.map(toStub));
      return;
    case 'advanceTo':
      call.advanceTo(move.at);
      return;
    case 'next':
      call.advanceTo(call.nextAt() ?? call.now);
      return;
    case 'untilListens':
      call.runUntil(
        // What the person did comes first: the platform waits for a further key before it tells of one.
        () => call.hasEnded || (call.trace.length > placed.actedAfter && isListening(call)),
        call.now + MAX_WAIT_MS,
      );
  }
}

/** True if the call waits for the caller and nobody speaks. */
function isListening({ line, record: { context } }: Simulation): boolean {
  if (context.awaits !== '') return true;
  return line?.state === 'bridged' || (line?.hears === false && (line.listens || line.listens_for_words));
}

function showCall({ simulation, flow }: PlacedCall): Omit<PhoneSnapshot, 'call'> {
  const { now, record, log, hasEnded, line, web } = simulation;
  const { context } = record;
  const nextAt = simulation.nextAt();
  const active = findPart(flow, context.flow);
  const { unanswered } = web;
  return {
    now,
    ...(nextAt !== undefined && { nextAt }),
    transcript: tellStory(log, flow),
    talk: listTalk(log),
    path: listSteps(simulation, flow),
    vars: maskSecrets(context.vars, active),
    params: { ...context.params },
    language: context.language,
    waits: showWait(simulation),
    isSpeaking: line?.hears === true,
    ...(unanswered !== undefined && {
      unanswered: { method: unanswered.method, url: maskUrl(unanswered.url) },
    }),
    hasEnded,
    ...(context.call.reason !== '' && { reason: context.call.reason }),
  };
}

function showWait({ line, record: { context }, web, hasEnded }: Simulation): PhoneWait {
  return {
    forKeys: line?.listens === true,
    forWords: line?.listens_for_words === true,
    ...(context.awaits !== '' && !hasEnded && { forMessageFrom: context.awaits }),
    ...(line?.bridge !== undefined && { forParty: line.bridge }),
    forHttp: web.nextAt(context.visit.number) !== undefined,
  };
}

function maskSecrets(vars: Record<string, Value>, flow: FlowPart | undefined): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(vars).map(([name, value]) => [name, flow?.vars[name]?.secret === true ? MASK : value]),
  );
}

function findPart(flow: CompiledFlow, name: string): FlowPart | undefined {
  return name === flow.name ? flow : flow.flows[name];
}

function listSteps({ trace }: Simulation, whole: CompiledFlow): PhoneStep[] {
  let running = whole.name;
  return trace.flatMap(({ at, notes }) =>
    notes.flatMap((note): PhoneStep[] => {
      if (note.kind === 'flow') running = note.name;
      if (note.kind !== 'entered') return [];
      const { line, file } = findPart(whole, running)?.steps[note.step] ?? {};
      return [
        {
          flow: running,
          step: note.step,
          ...(line !== undefined && { line }),
          ...(file !== undefined && { file }),
          at,
        },
      ];
    }),
  );
}
