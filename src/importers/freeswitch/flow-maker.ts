/** Makes the steps of one flow from a menu and the menus below it. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft, Project } from '../project/index.ts';
import { addStep, isMeaningless, Names } from '../project/index.ts';
import { makeApp } from './make-app.ts';
import { ChainMaker } from './make-chain.ts';
import { makeQuestion } from './make-question.ts';
import type { Menu, Menus } from './model.ts';
import type { Outside } from './outside.ts';
import type { Plan, PlannedFlow } from './plan.ts';
import type { Prompt } from './prompts.ts';
import type { Maker, Room, Ways } from './rooms.ts';
import { joinPrompts, toPrompt } from './prompts.ts';
import type { Sound } from './sounds.ts';

export class FlowMaker implements Maker {
  readonly menus: Menus;
  readonly plan: Plan;
  readonly outside: Outside;
  readonly project: Project;
  readonly #draft: Draft;
  readonly #flow: PlannedFlow;
  readonly #stepNames = new Names('steps');
  readonly #varNames = new Names('vars');
  readonly #rooms = new Map<string, Room>();
  readonly #waiting: Room[] = [];

  constructor(
    draft: Draft,
    flow: PlannedFlow,
    parts: { menus: Menus; plan: Plan; outside: Outside; project: Project },
  ) {
    this.#draft = draft;
    this.#flow = flow;
    this.menus = parts.menus;
    this.plan = parts.plan;
    this.outside = parts.outside;
    this.project = parts.project;
  }

  /** Writes all steps. */
  make(): void {
    const { kind, menu } = this.#flow;
    if (kind !== 'entry') this.#draft.flow.returns = {};
    const ways = this.#nameEnds();
    const { enter } = this.open(menu, ways);
    for (let room = this.#waiting.shift(); room !== undefined; room = this.#waiting.shift())
      this.#makeRoom(room);
    this.#makeEnds(ways);
    const { [enter]: entry, ...others } = this.#draft.flow.steps;
    if (entry !== undefined) this.#draft.flow.steps = { [enter]: entry, ...others };
  }

  get node(): string {
    return this.#flow.menu.id;
  }

  /** Returns a name for a step that no other step has. */
  nameStep(key: string, wish: string): string {
    return this.#stepNames.nameOf(key, wish);
  }

  add(name: string, step: Step, origin: Omit<Parameters<typeof addStep>[2], 'step'>): void {
    addStep(this.#draft, name, { step, ...origin });
  }

  declare(name: string, variable: NonNullable<Draft['flow']['vars']>[string]): void {
    this.#draft.flow.vars ??= {};
    this.#draft.flow.vars[name] = variable;
  }

  /** Returns the steps of a menu in this flow, which are made later. */
  open(menu: Menu, ways: Ways): Room {
    const known = this.#rooms.get(menu.name);
    if (known !== undefined) return known;
    const first = this.nameStep(
      `first ${menu.name}`,
      isMeaningless(menu.name) ? (menu.title ?? 'menu') : menu.name,
    );
    const variable = (what: string): string =>
      this.#varNames.nameOf(`${what} ${menu.name}`, `${first} ${what}`);
    const isRoot = this.#flow.menu === menu && (this.#flow.kind !== 'shared' || this.#isEntry(menu));
    const room: Room = {
      menu,
      isRoot,
      ways,
      first,
      enter: menu.pin === undefined ? first : this.nameStep(`pin ${menu.name}`, `${first} pin`),
      again: menu.greetShort === undefined ? first : this.nameStep(`again ${menu.name}`, `${first} again`),
      digits: variable('digits'),
      ...(menu.maxFailures > 1 && { failures: variable('failures') }),
      ...(menu.maxTimeouts > 1 && { timeouts: variable('timeouts') }),
    };
    for (const name of [room.failures, room.timeouts]) if (name !== undefined) this.declare(name, 0);
    this.#rooms.set(menu.name, room);
    this.#waiting.push(room);
    return room;
  }

  /** Adds a step that plays a sound, and returns its name; nothing to play leads on at once. */
  say(name: string, sound: Sound | undefined, next: string): string {
    if (sound === undefined || sound.length === 0) return next;
    this.add(name, { say: toPrompt(sound), next }, { nodes: [this.node] });
    return name;
  }

  #isEntry({ name }: Menu): boolean {
    return this.plan.flows.some(({ kind, menu }) => kind === 'entry' && menu.name === name);
  }

  #nameEnds(): Ways {
    const { kind, menu } = this.#flow;
    const after =
      kind !== 'entry'
        ? 'return'
        : this.project.answers.after_menu === 'hangup'
          ? 'hangup'
          : this.nameStep('after', 'after menu');
    if (kind === 'shared') {
      const exit = this.plan.mayExit.has(menu.name) ? this.nameStep('exit', 'leave menus') : 'return';
      return { back: 'return', exit, top: this.nameStep('top', 'to first menu'), denied: exit };
    }
    const goodbye = (menu.exitSound?.length ?? 0) > 0 ? this.nameStep('goodbye', 'goodbye') : after;
    return { back: goodbye, exit: goodbye, top: goodbye, denied: after };
  }

  /** Writes the steps behind the outermost menu. */
  #makeEnds({ back, exit, top, denied }: Ways): void {
    const { kind, menu } = this.#flow;
    const nodes = [menu.id];
    const steps = this.#draft.flow.steps;
    if (kind === 'shared') {
      if (exit !== 'return') this.add(exit, { return: 'exit' }, { nodes });
      if (this.plan.mayGoTop.has(menu.name) && !this.#isEntry(menu))
        this.add(top, { return: 'top' }, { nodes });
      return;
    }
    if (back !== denied) this.say(back, menu.exitSound, denied);
    if (denied === 'hangup' || denied === 'return' || steps[denied] !== undefined) return;
    const number = this.project.answers.after_menu;
    this.add(
      denied,
      {
        connect: { to: number },
        next: 'hangup',
        on: { busy: 'hangup', no_answer: 'hangup', failed: 'hangup' },
      },
      { nodes, comments: ['The dial plan went on here.'] },
    );
  }

  #makeRoom(room: Room): void {
    const { menu, ways, first, again, failures, timeouts } = room;
    const nodes = [menu.id];
    this.#makePin(room);
    const chains = new ChainMaker(this, room);
    const gaveUp = (app: Menu['onMaxFailures'], what: string): string =>
      app === undefined
        ? ways.back
        : makeApp(this, room, { app, key: `${what} ${menu.name}`, next: ways.back, nodes });
    const [tooWrong, tooSilent] = [
      gaveUp(menu.onMaxFailures, 'failures'),
      gaveUp(menu.onMaxTimeouts, 'timeouts'),
    ];
    const enough = this.nameStep(`enough ${menu.name}`, `${first} enough`);
    const wrong = failures === undefined ? tooWrong : this.nameStep(`wrong ${menu.name}`, `${first} wrong`);
    const silent =
      timeouts === undefined ? tooSilent : this.nameStep(`silent ${menu.name}`, `${first} silent`);
    const invalidName = this.nameStep(`invalid ${menu.name}`, `${first} invalid`);
    const invalid = (menu.invalidSound?.length ?? 0) > 0 ? invalidName : wrong;
    const targets = { wrong, silent, invalid };
    const listens = menu.digitLength > 0;
    for (const [name, greeting] of [
      [first, menu.greetLong] as const,
      ...(again === first ? [] : [[again, menu.greetShort] as const]),
    ]) {
      const comments =
        name === first && menu.comment !== undefined
          ? menu.comment.split('\n').map((line) => line.trim())
          : [];
      if (greeting !== undefined && listens)
        makeQuestion(this, room, { name, greeting, chains, targets, comments });
      else this.#makeDeafRounds(room, { name, tooWrong, comments });
    }
    chains.finish(targets);
    if (invalid !== wrong) this.say(invalid, menu.invalidSound, wrong);
    for (const [variable, name] of [[failures, wrong] as const, [timeouts, silent] as const])
      if (variable !== undefined)
        this.add(name, { set: { [variable]: `\${vars.${variable} + 1}` }, next: enough }, { nodes });
    const limits = [
      { variable: failures, most: menu.maxFailures, goto: tooWrong },
      { variable: timeouts, most: menu.maxTimeouts, goto: tooSilent },
    ].filter((limit) => limit.variable !== undefined);
    if (limits.length === 0) return;
    const cases = limits.map((limit) => ({
      when: `vars.${limit.variable ?? ''} >= ${limit.most}`,
      goto: limit.goto,
    }));
    this.add(enough, { switch: cases, next: again }, { nodes });
  }

  /** Writes the rounds of a menu that does not listen: without a greeting it fails at once, without entries after it. */
  #makeDeafRounds(
    { menu, failures, first, again }: Room,
    { name, tooWrong, comments }: { name: string; tooWrong: string; comments: readonly string[] },
  ): void {
    const { greetLong, greetShort = greetLong, maxFailures } = menu;
    const origin = { nodes: [menu.id], comments };
    const isHeardLater = menu.digitLength > 0 && greetShort !== undefined && maxFailures > 1;
    if (name === first && isHeardLater && failures !== undefined) {
      this.add(name, { set: { [failures]: 1 }, next: again }, origin);
      return;
    }
    const rounds = Array.from({ length: maxFailures }, (_, round) => (round === 0 ? greetLong : greetShort));
    const sound = rounds.flatMap((greeting) => greeting ?? []);
    const heard = menu.digitLength > 0 ? [] : sound;
    this.add(
      name,
      heard.length > 0 ? { say: toPrompt(heard), next: tooWrong } : { outcome: 'no_menu', next: tooWrong },
      origin,
    );
  }

  #makePin({ menu, enter, first, ways }: Room): void {
    if (menu.pin === undefined) return;
    const { digits, prompt, invalid } = menu.pin;
    const save = this.#varNames.nameOf(`pin ${menu.name}`, `${first} pin`);
    this.declare(save, { type: 'string', secret: true });
    const denied = this.nameStep(`denied ${menu.name}`, `${first} denied`);
    const repeated: Prompt = joinPrompts([invalid]);
    const question = {
      prompt: toPrompt(prompt),
      digits: digits.length,
      terminator: '#' as const,
      pattern: `^${digits}$`,
      save,
      timeout: '3s',
      inter_digit: '10s',
      no_input: [repeated],
      no_match: [repeated],
    };
    const exhausted = invalid.length > 0 ? denied : ways.denied;
    this.add(
      enter,
      { collect: question, next: first, on: { exhausted, silent: exhausted } },
      { nodes: [menu.id] },
    );
    this.say(denied, invalid, ways.denied);
  }
}
