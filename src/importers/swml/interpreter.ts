/**
 * Runs a document as a call, by the rules of SWML. It knows nothing of the translation.
 *
 * INTERPRETER-1 A state is plain data and is never changed in place.
 */
import { ENDLESS_LOOP, MAX_STEPS } from '../../verification/compare/index.ts';
import type { Awaits, Effect, Move, Side, Start, Turn } from '../../verification/compare/index.ts';
import { toJsText } from '../ecmascript/index.ts';
import type { CallState, Frame } from './call-state.ts';
import { toRecord, withValue } from './call-state.ts';
import { Evaluation, UnsupportedExpression } from './evaluate.ts';
import type { Facts } from './facts.ts';
import { answerPrompt, describeQuestion } from './interpret-question.ts';
import { hasNoAddress, hearSounds, readParams, setValues, unsetValues } from './interpret-values.ts';
import { callParty, listReplies, makeRequest, takeReply } from './interpret-outside.ts';
import type { Destination, Statement, SwmlDocument } from './model.ts';
import type { Outside } from './outside.ts';
import { advance, enterBlock, findPlaces, jump, leaveSection } from './frames.ts';

/** A Monday at nine, UTC. */
const START_AT = Date.UTC(2026, 0, 5, 9);
const MAX_FRAMES = 64;

/** What a statement does at once. */
interface Outcome {
  kind: 'goes_on' | 'waits' | 'over';
  state: CallState;
  effects?: readonly Effect[];
}

export class Interpreter implements Side<CallState> {
  readonly #document: SwmlDocument;
  readonly #facts: Facts;
  readonly #outside: Outside;
  readonly #places: ReadonlyMap<string, readonly Frame[]>;

  constructor(document: SwmlDocument, facts: Facts, outside: Outside) {
    this.#document = document;
    this.#facts = facts;
    this.#outside = outside;
    this.#places = findPlaces(document);
  }

  starts(): readonly Start[] {
    return [{ direction: 'inbound', at: START_AT, remote: '+4915112345678', own: '+4930555000', params: {} }];
  }

  begin({ direction, remote, own, params }: Start): Turn<CallState> {
    const state: CallState = {
      caller: remote,
      own,
      direction,
      variables: toRecord([]),
      frames: this.#enter('main', toRecord(Object.entries(params))),
      jumps: toRecord([]),
      waiting: undefined,
      party: 0,
      isRecorded: false,
    };
    return this.#run(state, []);
  }

  move(state: CallState, move: Move): Turn<CallState> {
    if (state.frames.length === 0) return this.#rest(state);
    if (move.kind === 'hangs_up')
      return { state: { ...state, frames: [] }, effects: [], awaits: { kind: 'nothing' } };
    const statement = state.waiting;
    const next = statement && this.#react(statement, { ...state, waiting: undefined }, move);
    if (next === undefined) return this.#rest(state);
    if (next.kind === 'waits') return this.#rest(next.state, next.effects);
    return this.#run(next.state, next.effects ?? []);
  }

  /** Returns what a move does at the statement that the call waits at; undefined if nothing. */
  #react(statement: Statement, state: CallState, move: Move): Outcome | undefined {
    const { does } = statement;
    if (does.kind === 'prompt') {
      const variables = answerPrompt(does, move, { facts: this.#facts, variables: state.variables });
      return variables && { kind: 'goes_on', state: { ...state, variables } };
    }
    if (does.kind === 'connect' && move.kind === 'party') return this.#meet(statement, state, move.does);
    if (does.kind === 'request' && move.kind === 'replies')
      return {
        kind: 'goes_on',
        state: { ...state, variables: takeReply(does, move.reply, state.variables) },
      };
    if ((does.kind === 'sleep' || does.kind === 'stream') && move.kind === 'passes')
      return { kind: 'goes_on', state };
    return undefined;
  }

  #meet(statement: Statement, state: CallState, met: (Move & { kind: 'party' })['does']): Outcome {
    const { does } = statement;
    const hasTalked = met === 'talked';
    if (does.kind !== 'connect') return { kind: 'goes_on', state };
    const party = state.party + 1;
    if (!hasTalked && party < does.parties.length) return this.#call(statement, { ...state, party });
    const result = hasTalked ? 'connected' : 'failed';
    // As the reason CONNECT_FAILURES says.
    const outputs = {
      connect_result: result,
      return_value: result,
      connect_failed_reason: hasTalked ? undefined : met,
    };
    const noted = Object.entries(outputs).reduce<CallState['variables']>(
      (variables, [name, value]) => withValue(variables, [name], value),
      state.variables,
    );
    const after = { ...state, variables: noted, party: 0 };
    const next: Outcome =
      hasTalked && does.after !== undefined
        ? this.#transfer(after, does.after)
        : { kind: 'goes_on', state: after };
    // As the reason RECORDS_BRIDGED_ONLY says.
    return hasTalked && state.isRecorded
      ? { ...next, effects: [{ kind: 'recording', does: 'starts' }] }
      : next;
  }

  /** Returns what the call waits for. */
  #rest(state: CallState, effects: readonly Effect[] = []): Turn<CallState> {
    return { state, effects, awaits: this.#findAwaited(state) };
  }

  #findAwaited({ frames, waiting }: CallState): Awaits {
    if (frames.length === 0 || waiting === undefined) return { kind: 'nothing' };
    const { does } = waiting;
    if (does.kind === 'prompt') return describeQuestion(does, this.#facts);
    if (does.kind === 'connect') return { kind: 'party' };
    return does.kind === 'request'
      ? { kind: 'reply', replies: listReplies(does, this.#facts) }
      : { kind: 'time' };
  }

  #run(from: CallState, before: readonly Effect[]): Turn<CallState> {
    const effects = [...before];
    let state = from;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const frame = state.frames.at(-1);
      if (frame === undefined)
        return { state, effects: [...effects, { kind: 'ended', by: 'flow' }], awaits: { kind: 'nothing' } };
      const statement = frame.block.statements[frame.index];
      if (statement === undefined) {
        state = { ...state, frames: state.frames.slice(0, -1) };
        continue;
      }
      const outcome = this.#try(statement, advance(state));
      effects.push(...(outcome.effects ?? []));
      ({ state } = outcome);
      if (outcome.kind === 'waits') return this.#rest(state, effects);
      if (outcome.kind === 'over')
        return { state: { ...state, frames: [] }, effects, awaits: { kind: 'nothing' } };
    }
    return {
      state: { ...state, frames: [] },
      effects: [...effects, unsupported(ENDLESS_LOOP)],
      awaits: { kind: 'nothing' },
    };
  }

  #try(statement: Statement, state: CallState): Outcome {
    try {
      return this.#do(statement, state, new Evaluation(state, this.#outside));
    } catch (error) {
      if (!(error instanceof UnsupportedExpression)) throw error;
      return { kind: 'over', state, effects: [unsupported(error.message)] };
    }
  }

  #do(statement: Statement, state: CallState, now: Evaluation): Outcome {
    const { does } = statement;
    const goOn = (change: Partial<CallState> = {}, effects: readonly Effect[] = []): Outcome => ({
      kind: 'goes_on',
      state: { ...state, ...change },
      effects,
    });
    const wait = (effects: readonly Effect[]): Outcome => ({
      kind: 'waits',
      state: { ...state, waiting: statement },
      effects,
    });
    const over = (what: string): Outcome => ({ kind: 'over', state, effects: [unsupported(what)] });
    switch (does.kind) {
      case 'answer':
      case 'label':
      case 'nothing':
      case 'stop_stream':
        return goOn();
      case 'hangup':
        return goOn({ frames: [] });
      case 'record':
        return goOn({ isRecorded: does.isOn });
      case 'play': {
        const heard = hearSounds(does.sounds, now);
        return heard.some(hasNoAddress) ? over('play') : goOn({}, heard);
      }
      case 'prompt':
        return wait(hearSounds(does.sounds, now));
      case 'connect':
        return does.parties.length === 0 ? over('connect') : this.#call(statement, { ...state, party: 0 });
      case 'request': {
        const request = makeRequest(
          does,
          now,
          (name) => this.#outside.findService(name, statement.span).value,
        );
        return request === undefined ? over('request') : wait([request]);
      }
      case 'set':
        return goOn({ variables: setValues(state.variables, does, now) });
      case 'unset':
        return goOn({ variables: unsetValues(state.variables, does) });
      case 'switch': {
        const value = now.value(does.value);
        const found =
          does.cases.find((one) => value !== undefined && one.value === toJsText(value))?.block ??
          does.otherwise;
        return goOn(found && { frames: enterBlock(state, found) });
      }
      case 'cond': {
        const found = does.ways.find(({ when }) => now.isTrue(when))?.block ?? does.otherwise;
        return goOn(found && { frames: enterBlock(state, found) });
      }
      case 'goto':
        return goOn(
          does.when === undefined || now.isTrue(does.when) ? jump(statement, state, this.#places) : {},
        );
      case 'execute':
        return does.to.section === undefined || state.frames.length > MAX_FRAMES
          ? over('execute')
          : goOn({ frames: [...state.frames, ...this.#enter(does.to.section, readParams(does.to, now))] });
      case 'transfer':
        return does.to.section === undefined ? over('transfer') : this.#transfer(state, does.to, now);
      case 'return':
        return goOn({
          frames: leaveSection(state.frames),
          variables:
            does.value === undefined
              ? state.variables
              : withValue(state.variables, ['return_value'], now.data(does.value)),
        });
      case 'sleep':
        return wait([]);
      case 'stream': {
        const streamed: Effect = { kind: 'streamed', to: now.text(does.to) };
        return does.waits ? wait([streamed]) : goOn({}, [streamed]);
      }
      case 'sms': {
        const answer = this.#outside.findSms(does.body, statement.span);
        if (answer === undefined) return over('send_sms');
        return goOn({}, [
          {
            kind: 'sent',
            to: now.text(does.to),
            template: answer.template,
            data: { text: now.text(does.body) },
          },
        ]);
      }
      case 'todo':
        return over(statement.method);
    }
  }

  #call(statement: Statement, state: CallState): Outcome {
    const { does } = statement;
    const party = does.kind === 'connect' ? does.parties[state.party] : undefined;
    const dialled =
      party === undefined ? [] : [callParty(party, new Evaluation(state, this.#outside), this.#outside)];
    return { kind: 'waits', state: { ...state, waiting: statement }, effects: dialled };
  }

  #transfer(state: CallState, to: Destination, now = new Evaluation(state, this.#outside)): Outcome {
    return {
      kind: 'goes_on',
      state: {
        ...state,
        frames: to.section === undefined ? [] : this.#enter(to.section, readParams(to, now)),
      },
    };
  }

  #enter(section: string, params: Frame['params']): Frame[] {
    const block = this.#document.sections.get(section);
    return block === undefined ? [] : [{ block, index: 0, params }];
  }
}

function unsupported(what: string): Effect {
  return { kind: 'unsupported', what };
}
