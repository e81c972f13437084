/**
 * A compiled flow as one side of a comparison.
 *
 * FLOW-SIDE-1 Time passes by itself: plays end, pauses and rooms come. A turn ends when somebody else has to act.
 */
import { runnable } from '../../call/index.ts';
import type { RunnableFlow } from '../../call/index.ts';
import type { Accepts, CompiledFlow, FlowPart, MachineState } from '../../language/model/index.ts';
import {
  createSample,
  findAcceptedKeys,
  findAcceptedWords,
  findMoments,
  findTransitions,
  listCurrentStates,
  listKeyInputs,
  listOtherMoves,
  listSpokenInputs,
  listTimeMoves,
} from '../prove/index.ts';
import type { Move as Happening } from '../prove/index.ts';
import { beginLeap, makeLeap } from '../situations/index.ts';
import type { Leap, Situation } from '../situations/index.ts';
import { CALLER, SERVICE } from '../testkit/index.ts';
import { listEffects } from './flow-effects.ts';
import { answer, endQuestion, hangUp, reply, toHappening, toServiceReply } from './happenings.ts';
import { ENDLESS_LOOP, MAX_STEPS } from './side.ts';
import type { Awaits, Effect, Move, ServiceReply, Side, Start, Turn } from './side.ts';

/** A compared call of a flow. */
export interface FlowState {
  situation: Situation;
  /** Steps entered so far, in order. */
  entered: readonly string[];
}

/** Maximum number of examples of a value. */
const MAX_EXAMPLES = 4;
/** Maximum number of examples of an answer of a service. */
const MAX_REPLIES = 6;

export class FlowSide implements Side<FlowState> {
  /** The flow with the values of its settings. */
  readonly runnable: RunnableFlow;
  readonly #flow: CompiledFlow;
  readonly #uncompared: ReadonlySet<string>;

  /** `env`: values of its settings. `uncompared`: steps at which the other side does something that cannot be compared. */
  constructor(flow: CompiledFlow, env: Record<string, string>, uncompared: ReadonlySet<string> = new Set()) {
    this.#flow = flow;
    this.#uncompared = uncompared;
    this.runnable = runnable(flow, env);
  }

  starts(): readonly Start[] {
    const { params, flows } = this.#flow;
    const hours = [this.#flow, ...Object.values(flows)].flatMap((part) => Object.values(part.hours));
    const given = Object.entries(params).flatMap(([name, { type, default: value }]) =>
      value === undefined ? [[name, createSample(type)] as const] : [],
    );
    const direction = given.length > 0 ? 'outbound' : 'inbound';
    return findMoments(hours).map((at) => ({
      direction,
      at,
      remote: CALLER,
      own: SERVICE,
      params: Object.fromEntries(given),
    }));
  }

  begin({ direction, at, remote, own, params }: Start): Turn<FlowState> {
    const numbers = direction === 'inbound' ? { from: remote, to: own } : { from: own, to: remote };
    const leap = beginLeap(this.runnable, { direction, at, params, numbers });
    return this.#settle(leap, { effects: [], entered: [] });
  }

  move({ situation, entered }: FlowState, move: Move): Turn<FlowState> {
    const happenings = this.#toHappenings(move);
    let turn: Turn<FlowState> = {
      state: { situation, entered },
      effects: [],
      awaits: this.#findAwaited(situation),
    };
    for (const toHappening of happenings) {
      const happening = toHappening(turn.state.situation);
      if (happening === undefined) break;
      const leap = makeLeap(this.runnable, happening.from, { event: happening.event });
      turn = this.#settle(leap, { effects: turn.effects, entered: turn.state.entered });
    }
    return turn;
  }

  /** Lets time pass until somebody else has to act. */
  #settle(first: Leap, before: { effects: readonly Effect[]; entered: readonly string[] }): Turn<FlowState> {
    const effects = [...before.effects];
    const entered = [...before.entered];
    let leap = first;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      effects.push(...listEffects(leap, this.#uncompared));
      entered.push(...leap.notes.flatMap((note) => (note.kind === 'entered' ? [note.step] : [])));
      const situation = this.#endLeftQuestion(leap.situation);
      const next = this.#findPassing(situation);
      if (next === undefined)
        return { state: { situation, entered }, effects, awaits: this.#findAwaited(situation) };
      leap = makeLeap(this.runnable, next.from, { event: next.event });
    }
    return {
      state: { situation: leap.situation, entered },
      effects: [...effects, { kind: 'unsupported', what: ENDLESS_LOOP }],
      awaits: { kind: 'nothing' },
    };
  }

  /** A flow that went on, such as after silence, no longer listens, even if the platform still does. */
  #endLeftQuestion(now: Situation): Situation {
    const { states } = this.#readStates(now);
    const isAsking = findAcceptedKeys(states) !== undefined || findAcceptedWords(states) !== undefined;
    return now.line.play?.listens === true && !isAsking ? endQuestion(now) : now;
  }

  #readStates({ record }: Situation): { part: FlowPart; states: MachineState[] } {
    const part = this.runnable.part(record.context.flow).flow;
    return { part, states: listCurrentStates(part, record.state) };
  }

  /** Returns what happens by itself; undefined if somebody else has to act, or the call is over. */
  #findPassing(situation: Situation): Happening | undefined {
    const { record, line } = situation;
    if (record.endedAt !== undefined) return undefined;
    const { part, states } = this.#readStates(situation);
    const others = listOtherMoves(situation, states, { part, flow: this.#flow });
    if (line.isDialing) return others.find(({ deed }) => deed.kind === 'callee' && deed.does === 'answers');
    if (this.#isAwaited(situation, states)) return undefined;
    const passing = [...others, ...this.#listTimes(situation, states)];
    const isSoon = ({ deed }: Happening) =>
      deed.kind === 'passes' ||
      (deed.kind === 'phone' && deed.does === 'delivers') ||
      (deed.kind === 'stays_silent' && record.context.input.decision === 'more');
    const soon = passing.find(isSoon);
    return soon?.deed.kind === 'stays_silent' ? { ...soon, from: endQuestion(soon.from) } : soon;
  }

  #listTimes(situation: Situation, states: readonly MachineState[]): Happening[] {
    return listTimeMoves(situation, states, this.#flow.limits).filter(({ deed }) => deed.kind !== 'limit');
  }

  #isAwaited(situation: Situation, states: readonly MachineState[]): boolean {
    const { line, record, request } = situation;
    const { input, awaits } = record.context;
    if (line.play?.listens === true) return input.decision !== 'more';
    if (line.play !== undefined) return false;
    if (line.calling !== undefined && findTransitions(states, 'bridged').length > 0) return true;
    if (line.partner !== undefined) return true;
    if (request !== undefined && findTransitions(states, 'answered').length > 0) return true;
    if (awaits !== '' && findTransitions(states, 'message').length > 0) return true;
    return line.isStreaming && findTransitions(states, 'stream_ended').length > 0;
  }

  #findAwaited(situation: Situation): Awaits {
    const { line, record, request } = situation;
    if (record.endedAt !== undefined) return { kind: 'nothing' };
    const { part, states } = this.#readStates(situation);
    if (!this.#isAwaited(situation, states)) return { kind: 'nothing' };
    if (line.play?.listens === true) return this.#describeQuestion(situation, part, states);
    if (line.calling !== undefined || line.partner !== undefined) return { kind: 'party' };
    if (request !== undefined) return { kind: 'reply', replies: this.#listReplies(situation, part, states) };
    return line.isStreaming ? { kind: 'time' } : { kind: 'message', texts: ['Yes'] };
  }

  /** Lists answers of a service with which the step goes on, with values that make a difference later. */
  #listReplies(situation: Situation, part: FlowPart, states: readonly MachineState[]): ServiceReply[] {
    const deeds = listOtherMoves(situation, states, { part, flow: this.#flow }).map(({ deed }) => deed);
    const known = deeds.flatMap((deed) => (deed.kind === 'web' ? [deed.answer, ...deed.others] : []));
    const replies = known.flatMap((one) => (typeof one === 'object' ? [toServiceReply(one)] : []));
    return [{ status: 200, json: {} }, ...replies.slice(0, MAX_REPLIES)];
  }

  #describeQuestion({ record, line }: Situation, part: FlowPart, states: readonly MachineState[]): Awaits {
    const { language } = record.context;
    const accepts: Accepts | undefined = findAcceptedKeys(states);
    const hears = line.play?.words === true ? findAcceptedWords(states) : undefined;
    const inputs = accepts === undefined ? [] : listKeyInputs(accepts, part, language);
    const spoken = hears === undefined ? [] : listSpokenInputs(hears, language);
    return {
      kind: 'answer',
      keys: inputs.flatMap(({ text, others }) => [text, ...others.slice(0, MAX_EXAMPLES)]),
      words: spoken
        .flatMap(({ text, others }) => [text, ...others.slice(0, MAX_EXAMPLES)])
        .filter((text) => text !== ''),
    };
  }

  /** Returns what happens, one after the other; each depends on the situation that the one before led to. */
  #toHappenings(move: Move): ((situation: Situation) => Happening | undefined)[] {
    switch (move.kind) {
      case 'presses':
        return [(now) => answer(now, { digits: move.keys })];
      case 'says':
        return [(now) => answer(now, { words: move.words })];
      case 'stays_silent':
        return this.#beSilent();
      case 'hangs_up':
        return [hangUp];
      case 'party':
        return this.#reachParty(move.does);
      case 'replies':
        return [(now) => reply(now, move.reply)];
      case 'texts':
        return [
          (now) => toHappening(now, { type: 'message', from: now.record.context.awaits, text: move.text }),
        ];
      case 'passes':
        return [(now) => this.#findStreamEnd(now)];
    }
  }

  /** Lets time pass until the question counts an attempt without input: the platform may report the silence earlier. */
  #beSilent(): ((situation: Situation) => Happening | undefined)[] {
    let misses: number | undefined;
    const pass = (now: Situation) => {
      const { visit, input } = now.record.context;
      const place = visit.number * MAX_STEPS + input.noInput;
      misses ??= place;
      const { states } = this.#readStates(now);
      return misses === place ? this.#listTimes(now, states)[0] : undefined;
    };
    return Array.from({ length: MAX_STEPS }, () => pass);
  }

  #reachParty(
    does: Extract<Move, { kind: 'party' }>['does'],
  ): ((situation: Situation) => Happening | undefined)[] {
    const find = (now: Situation, wanted: string) => {
      const { part, states } = this.#readStates(now);
      const moves = [
        ...listOtherMoves(now, states, { part, flow: this.#flow }),
        ...this.#listTimes(now, states),
      ];
      return moves.find(({ deed }) => deed.kind === 'party' && deed.does === wanted);
    };
    if (does === 'talked')
      return [
        (now) => (now.line.calling === undefined ? undefined : find(now, 'answers')),
        (now) => (now.line.partner === undefined ? undefined : find(now, 'hangs_up')),
      ];
    if (does !== 'failed') return [(now) => find(now, does)];
    return [
      (now) => {
        const busy = find(now, 'busy');
        if (busy?.event.type !== 'unbridged') return undefined;
        return { ...busy, event: { ...busy.event, reason: 'failed' } };
      },
    ];
  }

  #findStreamEnd(now: Situation): Happening | undefined {
    const { part, states } = this.#readStates(now);
    return listOtherMoves(now, states, { part, flow: this.#flow }).find(({ deed }) => deed.kind === 'stream');
  }
}
