/** State of one call, and what all actions do with it: say something, remember something, go on. */
import type { Awaits, Effect, Turn } from '../../verification/compare/index.ts';
import { tellAwaited } from './awaits.ts';
import { evaluate, toSounds } from './expressions/evaluate.ts';
import type { Value } from './expressions/evaluate.ts';
import type { Expression } from './expressions/syntax.ts';
import { END } from './model.ts';
import type { ArchitectFlow, Audio, Node, Target, Variable } from './model.ts';
import { createScope, findVariable, toKey } from './scope.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

export class CallState {
  protected readonly effects: Effect[] = [];
  protected world: World;
  protected state: State;

  constructor(world: World, state: State) {
    const other = state.flow === undefined ? undefined : world.findFlow(state.flow);
    this.world = typeof other === 'object' ? other : world;
    this.state = state;
  }

  protected get flow(): ArchitectFlow {
    return this.world.flow;
  }

  protected finish(): Turn<State> {
    const { isOver, at } = this.state;
    const node = isOver ? undefined : this.flow.nodes.get(at);
    return { state: this.state, effects: this.effects, awaits: this.#tellAwaited(node) };
  }

  #tellAwaited(node: Node | undefined): Awaits {
    if (node === undefined) return { kind: 'nothing' };
    if (this.state.entry !== undefined) return { kind: 'answer', keys: ['1', '2'], words: [] };
    return this.state.isDialling ? { kind: 'party' } : tellAwaited(node, this.world);
  }

  begin(): void {
    const initial = this.flow.variables.filter(({ task }) => task === undefined);
    this.change({ values: this.initialize(initial) });
    this.enter(this.flow.start ?? END);
  }

  protected initialize(variables: readonly Variable[]): Record<string, Value> {
    const values: Record<string, Value> = Object.create(null) as Record<string, Value>;
    Object.assign(values, this.state.values);
    for (const { name, initial, task } of variables) values[toKey(name, task)] = this.#findInitial(initial);
    return values;
  }

  /** Returns a first value; one that cannot be computed is nothing. */
  #findInitial(initial: Expression): Value {
    return initial.kind === 'constant' || initial.kind === 'placeholder' ? this.evaluate(initial) : null;
  }

  protected change(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
  }

  protected stop(what: string): void {
    this.effects.push({ kind: 'unsupported', what });
    this.change({ isOver: true, isWaiting: false });
  }

  protected end(): void {
    this.effects.push({ kind: 'ended', by: 'flow' });
    this.change({ isOver: true, isWaiting: false });
  }

  /** Goes to a node; one that begins a task begins its variables anew. */
  protected enter(target: Target): void {
    this.change({ at: target, isWaiting: false });
    const task = this.flow.tasks.get(this.flow.nodes.get(target)?.task ?? '');
    if (task?.first === target && task.variables.length > 0)
      this.change({ values: this.initialize(task.variables) });
  }

  /** Takes a way of a node. */
  protected follow(node: Node, exit: string): void {
    const target = node.exits.get(exit) ?? node.exits.get('next') ?? END;
    if (target === END && node.task !== undefined) this.leaveTask('');
    else if (target === END) this.end();
    else this.enter(target);
  }

  /** Ends a task by one of its paths. */
  protected leaveTask(path: string): void {
    const { calls } = this.state;
    const call = this.flow.nodes.get(calls.at(-1) ?? END);
    if (call === undefined) {
      this.end();
      return;
    }
    this.change({ calls: calls.slice(0, -1) });
    this.follow(call, call.exits.has(path) ? path : 'next');
  }

  protected placeOf({ span }: Node) {
    return { file: this.flow.file, span };
  }

  protected play(audio: Audio, node: Node): void {
    const { language } = this.state;
    const spoken = audio.get(language) ?? audio.get('') ?? [...audio.values()][0];
    if (spoken === undefined) return;
    for (const sound of toSounds(this.evaluate(spoken, node))) {
      if (sound.kind === 'text' && sound.text.trim() !== '')
        this.effects.push({ kind: 'heard', text: sound.text, language });
      if (sound.kind === 'prompt') {
        const prompt = this.world.outside.findPrompt(sound.name, this.placeOf(node));
        this.effects.push({ kind: 'heard_audio', audio: 'stored' in prompt ? prompt.stored : prompt.url });
      }
    }
  }

  protected evaluate(expression: Expression, node?: Node): Value {
    return evaluate(expression, createScope(this.world, this.state, node));
  }

  protected assign(name: string, node: Node, value: Value): void {
    const variable = findVariable(this.world, name, node);
    if (variable === undefined) return;
    this.change({ values: { ...this.state.values, [toKey(name, variable.task)]: value } });
  }
}
