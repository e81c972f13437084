/**
 * Runs a flow by the rules of Architect.
 *
 * ARCHITECT-1 A menu is heard once and `repeats` times again; a wrong key and silence count alike. Then its default choice is
 *    taken, else the call is disconnected.
 * ARCHITECT-2 A task that ends returns to the action that called it; without one, the call is disconnected. A jump forgets who
 *    called.
 * ARCHITECT-3 Variables of a task begin anew each time that it is entered.
 */
import { MAX_STEPS } from '../../verification/compare/index.ts';
import type { Awaits, Effect, Move, Side, Start, Turn } from '../../verification/compare/index.ts';
import { evaluate, toSounds, toText, UnknownRule } from './expressions/evaluate.ts';
import type { Scope, Value } from './expressions/evaluate.ts';
import type { Expression } from './expressions/syntax.ts';
import { tellAwaited, type Examples } from './awaits.ts';
import type { Graph } from './graph.ts';
import { hearMenu, takeDigits } from './moves.ts';
import { END } from './model.ts';
import type { ArchitectFlow, Audio, Node, Request, Target, Transfer, Variable } from './model.ts';
import { findOpening, listMoments } from './opening-hours.ts';
import type { Outside } from './outside.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';
import { readReply } from './replies.ts';

export interface World {
  flow: ArchitectFlow;
  graph: Graph;
  outside: Outside;
  examples: Examples;
  /** Nodes without a counterpart: the comparison ends there. */
  unsupported: ReadonlySet<string>;
  /** Returns the flow of the project that has a name; otherwise the name that the answers have for it, if any. */
  findFlow: (name: string) => World | string | undefined;
}

const REMOTE = '+15550190001';
const OWN = '+15550190002';

/** Creates the call of a flow. */
export function interpretFlow(world: World): Side<State> {
  const { flow } = world;
  const run = (state: State, change: (call: Call) => void): Turn<State> => {
    const call = new Call(world, state);
    change(call);
    call.run();
    return call.finish();
  };
  return {
    starts: () => listStarts(world),
    begin: (start) =>
      run(createState(start, flow.languages[0] ?? 'en-US'), (call) => {
        call.begin();
      }),
    move: (state, move) =>
      run(state, (call) => {
        call.take(move);
      }),
  };
}

function listStarts({ flow, graph, outside }: World): Start[] {
  const schedules = graph
    .nodes()
    .flatMap(({ does, span }) =>
      does.kind === 'schedule' ? (outside.findHours(does.schedule, { file: flow.file, span }) ?? []) : [],
    );
  const direction = flow.kind === 'outboundCall' ? 'outbound' : 'inbound';
  return listMoments(schedules).map((at) => ({ direction, at, remote: REMOTE, own: OWN, params: {} }));
}

class Call {
  readonly #effects: Effect[] = [];
  #world: World;
  #state: State;

  constructor(world: World, state: State) {
    const other = state.flow === undefined ? undefined : world.findFlow(state.flow);
    this.#world = typeof other === 'object' ? other : world;
    this.#state = state;
  }

  get #flow(): ArchitectFlow {
    return this.#world.flow;
  }

  finish(): Turn<State> {
    const { isOver, at } = this.#state;
    const node = isOver ? undefined : this.#flow.nodes.get(at);
    return { state: this.#state, effects: this.#effects, awaits: this.#tellAwaited(node) };
  }

  #tellAwaited(node: Node | undefined): Awaits {
    if (node === undefined) return { kind: 'nothing' };
    return this.#state.isDialling ? { kind: 'party' } : tellAwaited(node, this.#world);
  }

  begin(): void {
    const initial = this.#flow.variables.filter(({ task }) => task === undefined);
    this.#change({ values: this.#initialize(initial) });
    this.#enter(this.#flow.start ?? END);
  }

  #initialize(variables: readonly Variable[]): Record<string, Value> {
    const values: Record<string, Value> = Object.create(null) as Record<string, Value>;
    Object.assign(values, this.#state.values);
    for (const { name, initial, task } of variables) values[toKey(name, task)] = this.#evaluate(initial);
    return values;
  }

  #change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
  }

  take(move: Move): void {
    const { isOver, isWaiting, at } = this.#state;
    if (isOver) return;
    if (move.kind === 'hangs_up') {
      this.#change({ isOver: true, isWaiting: false });
      return;
    }
    const node = this.#flow.nodes.get(at);
    if (!isWaiting || node === undefined) return;
    this.#hear(node, move);
  }

  #hear(node: Node, move: Move): void {
    const { does } = node;
    if (this.#state.isDialling) return this.#hearExtension(node, move);
    const isAnswer = move.kind === 'presses' || move.kind === 'says' || move.kind === 'stays_silent';
    if (does.kind === 'menu' && isAnswer) return this.#hearMenu(node, move);
    if (does.kind === 'collect' && (move.kind === 'presses' || move.kind === 'stays_silent')) {
      const digits = takeDigits(does.collect, move.kind === 'presses' ? move.keys : '');
      if (digits !== undefined && does.collect.into !== undefined)
        this.#assign(does.collect.into, node, digits);
      return this.#follow(node, digits === undefined ? 'failure' : 'success');
    }
    if (does.kind === 'transfer' && move.kind === 'party')
      return this.#hearParty(node, does.transfer, move.does);
    if (does.kind === 'request' && move.kind === 'replies') {
      const reply = readReply(
        does.request,
        move.reply,
        (name) => this.#findVariable(name, node)?.type ?? 'string',
      );
      for (const [variable, value] of reply.values) this.#assign(variable, node, value);
      return this.#follow(node, reply.exit);
    }
    if (does.kind === 'wait' && move.kind === 'passes') this.#follow(node, 'next');
  }

  /** A call to an extension ends with it, or the menu is heard again. */
  #hearExtension(node: Node, move: Move): void {
    if (move.kind !== 'party') return;
    this.#change({ isDialling: false });
    if (move.does === 'talked') this.#end();
    else this.#enter(node.id);
  }

  #hearMenu(node: Node, move: Move): void {
    if (node.does.kind !== 'menu') return;
    const { menu } = node.does;
    const { graph, outside } = this.#world;
    const choices = graph.listChoices(menu);
    if (move.kind === 'says' && choices.every(({ terms }) => terms.size === 0)) return;
    const extensions = menu.hasExtensions ? outside.listExtensions() : [];
    const heard = hearMenu(move, {
      choices,
      extensions: extensions.map(({ digits }) => digits),
      language: this.#state.language,
    });
    if (heard.kind === 'choice') return this.#enter(heard.id);
    if (heard.kind === 'extension') {
      const to = extensions.find(({ digits }) => digits === heard.digits)?.to ?? '';
      this.#effects.push({ kind: 'dialled', to });
      return this.#change({ isDialling: true });
    }
    if (this.#state.attempts <= menu.repeats) {
      this.#change({ attempts: this.#state.attempts + 1 });
      return this.#play(menu.audio, node);
    }
    if (menu.fallback === undefined) this.#end();
    else this.#enter(menu.fallback);
  }

  #hearParty(node: Node, transfer: Transfer, does: 'talked' | 'busy' | 'no_answer' | 'failed'): void {
    if (does === 'talked') {
      if (this.#state.isRecorded) this.#effects.push({ kind: 'recording', does: 'starts' });
      return this.#end();
    }
    this.#play(transfer.failure, node);
    this.#follow(node, 'failure');
  }

  /** Goes on until the call waits for something. */
  run(): void {
    for (let count = 0; !this.#state.isWaiting && !this.#state.isOver; count += 1) {
      const node = this.#flow.nodes.get(this.#state.at);
      if (count > MAX_STEPS) return this.#stop('a loop without an end');
      if (node === undefined) return this.#end();
      if (this.#world.unsupported.has(node.id)) return this.#stop(node.type);
      try {
        this.#act(node);
      } catch (error) {
        if (!(error instanceof UnknownRule)) throw error;
        return this.#stop(error.message);
      }
    }
  }

  #stop(what: string): void {
    this.#effects.push({ kind: 'unsupported', what });
    this.#change({ isOver: true, isWaiting: false });
  }

  #end(): void {
    this.#effects.push({ kind: 'ended', by: 'flow' });
    this.#change({ isOver: true, isWaiting: false });
  }

  /** Goes to a node; one that begins a task begins its variables anew. */
  #enter(target: Target): void {
    this.#change({ at: target, isWaiting: false });
    const task = this.#flow.tasks.get(this.#flow.nodes.get(target)?.task ?? '');
    if (task?.first === target && task.variables.length > 0)
      this.#change({ values: this.#initialize(task.variables) });
  }

  /** Takes a way of a node. */
  #follow(node: Node, exit: string): void {
    const target = node.exits.get(exit) ?? node.exits.get('next') ?? END;
    if (target === END && node.task !== undefined) this.#return('');
    else if (target === END) this.#end();
    else this.#enter(target);
  }

  /** Ends a task by one of its paths. */
  #return(path: string): void {
    const { calls } = this.#state;
    const call = this.#flow.nodes.get(calls.at(-1) ?? END);
    if (call === undefined) return this.#end();
    this.#change({ calls: calls.slice(0, -1) });
    this.#follow(call, call.exits.has(path) ? path : 'next');
  }

  #act(node: Node): void {
    const { does } = node;
    switch (does.kind) {
      case 'menu':
        return this.#ask(node);
      case 'collect':
        this.#play(does.collect.audio, node);
        return this.#change({ isWaiting: true });
      case 'play':
        this.#play(does.audio, node);
        return this.#follow(node, 'next');
      case 'decide': {
        const found = does.cases.find(({ when }) => this.#evaluate(when, node) === true);
        return this.#follow(node, found?.exit ?? (node.exits.has('no') ? 'no' : 'next'));
      }
      case 'assign':
        for (const { variable, value } of does.statements)
          if (this.#findVariable(variable, node)?.type !== 'list')
            this.#assign(variable, node, this.#evaluate(value, node));
        return this.#follow(node, 'next');
      case 'loop':
      case 'loop_count':
      case 'loop_check':
        return this.#loop(node);
      case 'call_task':
        return this.#callTask(node, does.task);
      case 'end_task':
        return this.#return(does.path);
      case 'jump':
        if (node.type !== 'loopNext' && node.type !== 'loopExit') this.#change({ calls: [] });
        return this.#follow(node, 'next');
      case 'previous_menu':
        return this.#goBack(node);
      case 'repeat_menu':
        return this.#repeat();
      case 'language':
        this.#change({ language: does.language ?? this.#state.language });
        return this.#follow(node, 'next');
      case 'wait':
        return this.#change({ isWaiting: true });
      case 'disconnect':
        return this.#end();
      case 'request':
        this.#request(node, does.request);
        return this.#change({ isWaiting: true });
      case 'lookup':
        return this.#follow(node, 'notFound');
      case 'schedule':
        return this.#follow(node, this.#findOpening(node, does));
      case 'transfer':
        this.#play(does.transfer.pre, node);
        this.#effects.push({ kind: 'dialled', to: this.#findNumber(node, does.transfer) });
        return this.#change({ isWaiting: true });
      case 'leave':
        this.#play(does.pre, node);
        return this.#leave(does.flow ?? '');
      case 'write_data': {
        const written = Object.fromEntries(
          does.values.map(({ variable, value }) => [variable, this.#evaluate(value, node)]),
        );
        this.#change({ data: { ...this.#state.data, ...written } });
        return this.#follow(node, 'next');
      }
      case 'read_data':
        for (const { name, variable } of does.values)
          this.#assign(variable, node, this.#readData(toText(this.#evaluate(name, node))));
        return this.#follow(node, 'next');
      case 'record':
        this.#change({ isRecorded: does.does });
        return this.#follow(node, 'next');
      case 'outcome':
      case 'nothing':
        return this.#follow(node, 'next');
      case 'unsupported':
        return this.#stop(node.type);
    }
  }

  /** Goes on with another flow for good. */
  #leave(name: string): void {
    const found = this.#world.findFlow(name);
    if (typeof found === 'object') {
      this.#world = found;
      this.#change({
        ...createState(this.#state.start, this.#state.language),
        flow: name,
        data: this.#state.data,
      });
      return this.begin();
    }
    if (found === undefined) return this.#stop('a flow that is not among the files');
    this.#effects.push({ kind: 'left_for', flow: found });
    this.#change({ isOver: true });
  }

  #readData(name: string): Value {
    const { data } = this.#state;
    return Object.hasOwn(data, name) ? (data[name] ?? null) : null;
  }

  #ask(node: Node): void {
    if (node.does.kind !== 'menu') return;
    const { menu, before } = this.#state;
    const came = menu === undefined || menu === node.id ? {} : { before: { ...before, [node.id]: menu } };
    this.#change({ ...came, menu: node.id, attempts: 1, isWaiting: true, calls: [] });
    this.#play(node.does.menu.audio, node);
  }

  /** Asks a menu again without counting. */
  #repeat(): void {
    const node = this.#flow.nodes.get(this.#state.menu ?? END);
    if (node?.does.kind !== 'menu') return this.#end();
    this.#change({ at: node.id, isWaiting: true });
    this.#play(node.does.menu.audio, node);
  }

  /** Goes to the menu before: that of a task is the one that led to it, that of a menu the one above it. */
  #goBack(node: Node): void {
    const { menu, before } = this.#state;
    if (node.task !== undefined) return menu === undefined ? this.#end() : this.#enter(menu);
    const parent = this.#flow.menus.find(({ id }) => id === menu)?.parent;
    const target = parent ?? (menu === undefined ? undefined : before[menu]);
    if (target !== undefined) return this.#enter(target);
    if (menu === undefined) this.#end();
    else this.#enter(menu);
  }

  #loop(node: Node): void {
    const { does } = node;
    const { counters } = this.#state;
    if (does.kind !== 'loop' && does.kind !== 'loop_count' && does.kind !== 'loop_check') return;
    const key = node.id.replace(/\/(check|again)(~\d+)?$/, '');
    const count = counters[key] ?? 0;
    if (does.kind === 'loop_check') {
      const most = this.#evaluate(does.count, node);
      return this.#follow(node, typeof most === 'number' && count >= most ? 'next' : 'loop');
    }
    const value = does.kind === 'loop' ? 0 : count + 1;
    this.#change({ counters: { ...counters, [key]: value } });
    this.#assign(does.counter, node, value);
    this.#follow(node, 'next');
  }

  #callTask(node: Node, id: string | undefined): void {
    const task = this.#flow.tasks.get(id ?? '');
    if (task === undefined) return this.#follow(node, 'next');
    this.#change({ calls: [...this.#state.calls, node.id] });
    if (task.first === END) this.#return('');
    else this.#enter(task.first);
  }

  #request(node: Node, { name, inputs }: Request): void {
    const { value: url } = this.#world.outside.findFunction(name, this.#placeOf(node));
    const fields = Object.fromEntries(
      inputs.map((input) => [input.name, toText(this.#evaluate(input.value, node))]),
    );
    this.#effects.push({ kind: 'requested', method: 'POST', url, fields });
  }

  #findOpening(node: Node, { schedule, isGroup }: { schedule: string; isGroup: boolean }): string {
    const hours = this.#world.outside.findHours(schedule, this.#placeOf(node));
    if (hours === undefined) return 'closed';
    const opening = findOpening(hours, this.#state.start.at);
    if (!isGroup) return opening === 'open' ? 'active' : 'inactive';
    return opening === 'holiday' && !node.exits.has('holiday') ? 'closed' : opening;
  }

  #findNumber(node: Node, { party, to }: Transfer): string {
    const name = toText(this.#evaluate(to, node));
    if (to.kind !== 'constant' && party === 'number') return name;
    return this.#world.outside.findParty(party, name, this.#placeOf(node)).value;
  }

  #placeOf({ span }: Node) {
    return { file: this.#flow.file, span };
  }

  #play(audio: Audio, node: Node): void {
    const { language } = this.#state;
    const spoken = audio.get(language) ?? audio.get('') ?? [...audio.values()][0];
    if (spoken === undefined) return;
    for (const sound of toSounds(this.#evaluate(spoken, node))) {
      if (sound.kind === 'text' && sound.text.trim() !== '')
        this.#effects.push({ kind: 'heard', text: sound.text, language });
      if (sound.kind === 'prompt') {
        const prompt = this.#world.outside.findPrompt(sound.name, this.#placeOf(node));
        this.#effects.push({ kind: 'heard_audio', audio: 'stored' in prompt ? prompt.stored : prompt.url });
      }
    }
  }

  #evaluate(expression: Expression, node?: Node): Value {
    return evaluate(expression, this.#createScope(node));
  }

  #createScope(node: Node | undefined): Scope {
    const { start } = this.#state;
    const called = start.direction === 'outbound' ? start.remote : start.own;
    const calling = start.direction === 'outbound' ? start.own : start.remote;
    const isPlaced = this.#flow.kind === 'outboundCall';
    return {
      find: (path) => {
        const name = path.slice(0, 2).join('.');
        switch (name.toLowerCase()) {
          case 'call.ani':
          case 'call.remotename':
            return isPlaced ? called : calling;
          case 'call.calledaddress':
          case 'call.calledaddressoriginal':
            return isPlaced ? calling : called;
          case 'call.language':
          case 'flow.language':
            return this.#state.language;
        }
        const variable = this.#findVariable(name, node);
        if (variable === undefined || path.length > 2)
          return name.startsWith('Task.') || name.startsWith('Flow.') ? null : undefined;
        return this.#state.values[toKey(name, variable.task)] ?? null;
      },
      placeholder: (name) =>
        this.#world.outside.findPlaceholder(name, {
          file: this.#flow.file,
          span: node?.span ?? this.#flow.span,
        }).value,
    };
  }

  #findVariable(name: string, node: Node | undefined): Variable | undefined {
    const { variables } = this.#flow;
    return variables.find(
      (one) => one.name === name && one.task === (name.startsWith('Task.') ? node?.task : undefined),
    );
  }

  #assign(name: string, node: Node, value: Value): void {
    const variable = this.#findVariable(name, node);
    if (variable === undefined) return;
    this.#change({ values: { ...this.#state.values, [toKey(name, variable.task)]: value } });
  }
}

function toKey(name: string, task: string | undefined): string {
  return `${task ?? ''} ${name}`;
}
