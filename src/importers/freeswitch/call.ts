/** A call with its effects, and the applications of FreeSWITCH that change it. */
import type { Awaits, Effect, Move, Start, Turn } from '../../verification/compare/index.ts';
import type { App, Party } from './apps.ts';
import { fillIn, findDialled, withDialled } from './dialled.ts';
import type { Frame, State } from './frames.ts';
import { createFrame } from './frames.ts';
import type { Entry, Menu, Menus } from './model.ts';
import type { Outside } from './outside.ts';
import { listExamples } from './patterns.ts';
import type { Sound } from './sounds.ts';

export class Call {
  protected readonly menus: Menus;
  protected readonly frames: Frame[];
  protected readonly effects: Effect[] = [];
  protected isFalling: boolean;
  protected waiting: State['waiting'];
  protected isOver: boolean;
  readonly #outside: Outside;
  readonly #start: Start;

  constructor(menus: Menus, outside: Outside, state: State) {
    this.menus = menus;
    this.#outside = outside;
    this.#start = state.start;
    this.frames = state.frames.map((frame) => ({ ...frame }));
    this.isFalling = state.isFalling;
    this.waiting = state.waiting;
    this.isOver = state.isOver;
  }

  finish(): Turn<State> {
    return {
      state: {
        start: this.#start,
        frames: this.frames,
        isFalling: this.isFalling,
        isOver: this.isOver,
        ...(this.waiting !== undefined && { waiting: this.waiting }),
      },
      effects: this.effects,
      awaits: this.#tellAwaited(),
    };
  }

  enter(at: Pick<Frame, 'menu' | 'root' | 'depth'>): void {
    this.frames.push(createFrame(at));
  }

  #tellAwaited(): Awaits {
    if (this.isOver) return { kind: 'nothing' };
    if (this.waiting !== undefined) return { kind: this.waiting.for };
    const frame = this.frames.at(-1);
    const menu = this.menus.byName.get(frame?.menu ?? '');
    if (frame === undefined || menu === undefined) return { kind: 'nothing' };
    if (frame.mode === 'pin') return { kind: 'answer', keys: [menu.pin?.digits ?? ''], words: [] };
    if (frame.mode === 'confirm') return { kind: 'answer', keys: [menu.confirm?.key ?? '1'], words: [] };
    const keys = menu.entries.flatMap((entry) => this.#listKeys(entry, menu));
    return { kind: 'answer', keys: [...new Set(keys)], words: [] };
  }

  #listKeys({ digits, pattern, does }: Entry, { digitLength }: Menu): readonly string[] {
    if (pattern === undefined) return [digits];
    const { known = [] } =
      (does.kind === 'app' ? findDialled(does.app, pattern, this.#outside.numbers) : undefined) ?? {};
    return [...listExamples(pattern, digitLength), ...known];
  }

  protected end(): void {
    this.effects.push({ kind: 'ended', by: 'flow' });
    this.stop();
  }

  protected stop(): void {
    this.isOver = true;
    this.waiting = undefined;
    this.frames.length = 0;
  }

  protected play(sound: Sound | undefined): void {
    const { remote, own } = this.#start;
    for (const part of sound ?? []) {
      if (part.kind === 'url') this.effects.push({ kind: 'heard_audio', audio: part.url });
      else if (part.kind === 'library')
        this.effects.push({
          kind: 'heard_audio',
          audio: 'stored' in part.prompt ? part.prompt.stored : part.prompt.url,
        });
      else {
        const text = part.pieces.map((piece) =>
          typeof piece === 'string' ? piece : piece.number === 'caller' ? remote : own,
        );
        this.effects.push({ kind: 'heard', text: text.join('') });
      }
    }
  }

  protected execute(written: App, menu: Menu, entry: Entry | undefined): void {
    const app = this.#findDialled(written, entry);
    switch (app?.kind) {
      case undefined:
        this.stub('a number that the answers do not have');
        return;
      case 'hangup':
        this.end();
        return;
      case 'sleep':
        if (app.ms > 0) this.waiting = { for: 'time' };
        return;
      case 'bridge':
        this.dial(
          app.parties.map((party) => this.#findParty(party, menu, entry)),
          { isFinal: false, canFail: false },
        );
        return;
      case 'transfer':
        this.play(menu.transferSound);
        this.dial([this.#findParty({ asked: app.key }, menu, entry)], { isFinal: true, canFail: false });
        return;
      case 'queue':
        this.dial([this.#outside.findQueue(app.name, menu.place).value], { isFinal: false, canFail: true });
        return;
      case 'play':
        this.play(app.sound);
        return;
      case 'menu':
        if (this.menus.byName.has(app.name)) this.enter({ menu: app.name, root: app.name, depth: 1 });
        return;
      case 'voicemail':
        if (app.number !== undefined) this.dial([app.number], { isFinal: false, canFail: true });
        else this.stub('voicemail');
        return;
      case 'unknown':
        this.stub(app.name);
        return;
      case 'nothing':
      case 'option':
    }
  }

  /** Puts what was keyed in into the place of `$0` and `$1`; undefined if the answers do not know whom that reaches. */
  #findDialled(app: App, entry: Entry | undefined): App | undefined {
    const { pattern } = entry ?? {};
    if (pattern === undefined) return app;
    const dialled = findDialled(app, pattern, this.#outside.numbers);
    if (dialled === undefined) return app;
    const digits = this.frames.at(-1)?.digits ?? '';
    return dialled.known.includes(digits) ? withDialled(app, pattern, digits) : undefined;
  }

  #findParty(party: Party, menu: Menu, entry: Entry | undefined): string {
    const { place } = entry ?? menu;
    const value = 'to' in party ? party.to : this.#outside.findNumber(party.asked, place).value;
    const pattern = entry?.pattern;
    return pattern === undefined ? value : fillIn(value, pattern, this.frames.at(-1)?.digits ?? '');
  }

  protected stub(what: string): void {
    this.effects.push({ kind: 'unsupported', what });
    this.stop();
  }

  protected dial(
    [party, ...left]: readonly string[],
    { isFinal, canFail }: { isFinal: boolean; canFail: boolean },
  ): void {
    if (party === undefined) return;
    this.effects.push({ kind: 'dialled', to: party });
    this.waiting = { for: 'party', left, isFinal, canFail };
  }

  protected hearParty(does: (Move & { kind: 'party' })['does']): void {
    const dialling = this.waiting;
    if (dialling?.for !== 'party') return;
    this.waiting = undefined;
    const goesOn = does === 'talked' || does === 'no_answer' || dialling.canFail;
    if (does !== 'talked' && dialling.left.length > 0) this.dial(dialling.left, dialling);
    else if (dialling.isFinal || !goesOn) this.end();
  }
}
