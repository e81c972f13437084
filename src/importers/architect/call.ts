/**
 * One call of a flow, by the rules of Architect.
 *
 * ARCHITECT-1 A menu is heard once and `repeats` times again; a wrong key and silence count alike. Then its default choice is
 *    taken, else the call is disconnected.
 * ARCHITECT-2 A task that ends returns to the action that called it; without one, the call is disconnected. A jump forgets who
 *    called.
 * ARCHITECT-3 Variables of a task begin anew each time that it is entered.
 */
import { ENDLESS_LOOP, MAX_STEPS } from '../../verification/compare/index.ts';
import type { Turn } from '../../verification/compare/index.ts';
import { HearingCall } from './hearing-call.ts';
import { toText, UnknownRule } from './expressions/evaluate.ts';
import type { Value } from './expressions/evaluate.ts';
import { END } from './model.ts';
import type { Node, Request, Transfer } from './model.ts';
import { findOpening } from './opening-hours.ts';
import { findVariable } from './scope.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';

export class Call extends HearingCall {
  /** Makes a change and goes on until the call waits; what no rule is known of ends it. */
  perform(change: () => void): Turn<State> {
    try {
      change();
      this.#run();
    } catch (error) {
      if (!(error instanceof UnknownRule)) throw error;
      this.stop(error.message);
    }
    return this.finish();
  }

  /** Goes on until the call waits for something. */
  #run(): void {
    for (let count = 0; !this.state.isWaiting && !this.state.isOver; count += 1) {
      const node = this.flow.nodes.get(this.state.at);
      if (count > MAX_STEPS) {
        this.stop(ENDLESS_LOOP);
        return;
      }
      if (node === undefined) {
        this.end();
        return;
      }
      if (this.world.unsupported.has(node.id)) {
        this.stop(node.type);
        return;
      }
      this.#act(node);
    }
  }

  #act(node: Node): void {
    const { does } = node;
    switch (does.kind) {
      case 'menu': {
        this.#ask(node);
        return;
      }
      case 'collect':
        this.play(does.collect.audio, node);
        {
          this.change({ isWaiting: true });
          return;
        }
      case 'play':
        this.play(does.audio, node);
        {
          this.follow(node, 'next');
          return;
        }
      case 'decide': {
        const found = does.cases.find(({ when }) => this.evaluate(when, node) === true);
        this.follow(node, found?.exit ?? (node.exits.has('no') ? 'no' : 'next'));
        return;
      }
      case 'assign':
        for (const { variable, value } of does.statements)
          if (findVariable(this.world, variable, node)?.type !== 'list')
            this.assign(variable, node, this.evaluate(value, node));
        {
          this.follow(node, 'next');
          return;
        }
      case 'loop':
      case 'loop_count':
      case 'loop_check': {
        this.#loop(node);
        return;
      }
      case 'call_task': {
        this.#callTask(node, does.task);
        return;
      }
      case 'end_task': {
        this.leaveTask(does.path);
        return;
      }
      case 'jump':
        if (node.type !== 'loopNext' && node.type !== 'loopExit') this.change({ calls: [] });
        {
          this.follow(node, 'next');
          return;
        }
      case 'previous_menu': {
        this.#goBack(node);
        return;
      }
      case 'repeat_menu': {
        this.#repeat();
        return;
      }
      case 'language':
        this.change({ language: does.language ?? this.state.language });
        {
          this.follow(node, 'next');
          return;
        }
      case 'wait': {
        this.change({ isWaiting: true });
        return;
      }
      case 'disconnect': {
        this.end();
        return;
      }
      case 'request':
        this.#request(node, does.request);
        {
          this.change({ isWaiting: true });
          return;
        }
      case 'lookup': {
        this.follow(node, 'notFound');
        return;
      }
      case 'schedule': {
        this.follow(node, this.#findOpening(node, does));
        return;
      }
      case 'transfer':
        this.play(does.transfer.pre, node);
        this.effects.push({ kind: 'dialled', to: this.#findNumber(node, does.transfer) });
        {
          this.change({ isWaiting: true });
          return;
        }
      case 'leave':
        this.play(does.pre, node);
        {
          this.#leave(does.flow ?? '');
          return;
        }
      case 'write_data': {
        const written = Object.fromEntries(
          does.values.map(({ variable, value }) => [variable, this.evaluate(value, node)]),
        );
        this.change({ data: { ...this.state.data, ...written } });
        this.follow(node, 'next');
        return;
      }
      case 'read_data':
        for (const { name, variable } of does.values)
          this.assign(variable, node, this.#readData(toText(this.evaluate(name, node))));
        {
          this.follow(node, 'next');
          return;
        }
      case 'record':
        this.change({ isRecorded: does.does });
        {
          this.follow(node, 'next');
          return;
        }
      case 'outcome':
      case 'nothing': {
        this.follow(node, 'next');
        return;
      }
      case 'unsupported': {
        this.stop(node.type);
        return;
      }
    }
  }

  /** Goes on with another flow for good. */
  #leave(name: string): void {
    const found = this.world.findFlow(name);
    if (typeof found === 'object') {
      this.world = found;
      this.change({
        ...createState(this.state.start, this.state.language),
        flow: name,
        data: this.state.data,
      });
      this.begin();
      return;
    }
    if (found === undefined) {
      this.stop('a flow that is not among the files');
      return;
    }
    this.effects.push({ kind: 'left_for', flow: found });
    this.change({ isOver: true });
  }

  #readData(name: string): Value {
    const { data } = this.state;
    return Object.hasOwn(data, name) ? (data[name] ?? null) : null;
  }

  #ask(node: Node): void {
    if (node.does.kind !== 'menu') return;
    const { menu, before } = this.state;
    const came = menu === undefined || menu === node.id ? {} : { before: { ...before, [node.id]: menu } };
    this.change({ ...came, menu: node.id, attempts: 1, isWaiting: true, calls: [] });
    this.play(node.does.menu.audio, node);
  }

  /** Asks a menu again without counting. */
  #repeat(): void {
    const node = this.flow.nodes.get(this.state.menu ?? END);
    if (node?.does.kind !== 'menu') {
      this.end();
      return;
    }
    this.change({ at: node.id, isWaiting: true });
    this.play(node.does.menu.audio, node);
  }

  /** Goes to the menu before: that of a task is the one that led to it, that of a menu the one above it. */
  #goBack(node: Node): void {
    const { menu, before } = this.state;
    const parent = this.flow.menus.find(({ id }) => id === menu)?.parent;
    const above = parent ?? (menu === undefined ? undefined : before[menu]);
    this.enter((node.task === undefined ? above : undefined) ?? menu ?? END);
  }

  #loop(node: Node): void {
    const { does } = node;
    const { counters } = this.state;
    if (does.kind !== 'loop' && does.kind !== 'loop_count' && does.kind !== 'loop_check') return;
    const key = node.id.replace(/\/(check|again)(~\d+)?$/, '');
    const count = counters[key] ?? 0;
    if (does.kind === 'loop_check') {
      const most = this.evaluate(does.count, node);
      this.follow(node, typeof most === 'number' && count >= most ? 'next' : 'loop');
      return;
    }
    const value = does.kind === 'loop' ? 0 : count + 1;
    this.change({ counters: { ...counters, [key]: value } });
    this.assign(does.counter, node, value);
    this.follow(node, 'next');
  }

  #callTask(node: Node, id: string | undefined): void {
    const task = this.flow.tasks.get(id ?? '');
    if (task === undefined) {
      this.follow(node, 'next');
      return;
    }
    this.change({ calls: [...this.state.calls, node.id] });
    if (task.first === END) this.leaveTask('');
    else this.enter(task.first);
  }

  #request(node: Node, { name, inputs }: Request): void {
    const { value: url } = this.world.outside.findFunction(name, this.placeOf(node));
    const fields = Object.fromEntries(
      inputs.map((input) => [input.name, toText(this.evaluate(input.value, node))]),
    );
    this.effects.push({ kind: 'requested', method: 'POST', url, fields });
  }

  #findOpening(node: Node, { schedule, isGroup }: { schedule: string; isGroup: boolean }): string {
    const hours = this.world.outside.findHours(schedule, this.placeOf(node));
    if (hours === undefined) return 'closed';
    const opening = findOpening(hours, this.state.start.at);
    if (!isGroup) return opening === 'open' ? 'active' : 'inactive';
    return opening === 'holiday' && !node.exits.has('holiday') ? 'closed' : opening;
  }

  #findNumber(node: Node, { party, to }: Transfer): string {
    const isPlaceholder = to.kind === 'placeholder' && party !== 'number';
    const name = isPlaceholder ? to.name : toText(this.evaluate(to, node));
    if (to.kind !== 'constant' && party === 'number') return name;
    return this.world.outside.findParty(party, name, this.placeOf(node)).value;
  }
}
