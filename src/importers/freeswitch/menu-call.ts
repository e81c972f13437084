/**
 * Runs menus by the rules of FreeSWITCH.
 *
 * MENU-1 Failures and time-outs are counted apart; what fits resets failures alone; what the terminator leaves empty is a failure
 *    without a sound.
 * MENU-2 Every entry that fits is run, and the result of the last one decides how the menu goes on.
 * MENU-3 A menu that gives up returns to the one that led to it, which begins anew; only the outermost one has an exit sound.
 */
import type { Move } from '../../verification/compare/index.ts';
import { ENDLESS_LOOP, MAX_STEPS } from '../../verification/compare/index.ts';
import { Call } from './call.ts';
import type { Frame, State, Status } from './frames.ts';
import type { Does, Entry, Menu, Menus } from './model.ts';
import type { Outside } from './outside.ts';

export interface Outermost {
  menu: string;
  /** Other than `menu` for a menu that others run. */
  root: string;
  isNested: boolean;
  /** Number that is called when the outermost menu ends; absent: hang up. */
  afterMenu?: string;
}

const MAX_DEPTH = 12;
const PIN_TRIES = 3;

export class MenuCall extends Call {
  readonly #outermost: Outermost;

  constructor(
    state: State,
    { menus, outside, outermost }: { menus: Menus; outside: Outside; outermost: Outermost },
  ) {
    super(menus, outside, state);
    this.#outermost = outermost;
  }

  take(move: Move): void {
    if (this.isOver) return;
    if (move.kind === 'hangs_up') {
      this.stop();
      return;
    }
    const { awaits } = this.finish();
    if (awaits.kind === 'answer' && (move.kind === 'presses' || move.kind === 'stays_silent'))
      this.#answer(move.kind === 'presses' ? move.keys : '');
    else if (this.waiting?.for === 'party' && move.kind === 'party') this.hearParty(move.does);
    else if (this.waiting?.for === 'time' && move.kind === 'passes') this.waiting = undefined;
  }

  /** Goes on until the call waits for something. */
  run(): void {
    for (let count = 0; this.waiting === undefined && !this.isOver; count += 1) {
      const frame = this.frames.at(-1);
      if (frame === undefined) {
        this.#leaveMenus();
        return;
      }
      if (count > MAX_STEPS) {
        this.effects.push({ kind: 'unsupported', what: ENDLESS_LOOP });
        this.stop();
        return;
      }
      if (this.#advance(frame)) return;
    }
  }

  /** Goes one step; true if the call now waits for an answer. */
  #advance(frame: Frame): boolean {
    const menu = this.menus.byName.get(frame.menu);
    if (menu === undefined || (frame.mode === 'enter' && frame.depth > MAX_DEPTH)) {
      this.#return('false');
      return false;
    }
    switch (frame.mode) {
      case 'enter':
        frame.mode = menu.pin === undefined ? 'loop' : 'pin';
        if (menu.pin !== undefined) this.play(menu.pin.prompt);
        return menu.pin !== undefined;
      case 'loop':
        return this.#beginRound(frame, menu);
      case 'act':
        this.#act(frame, menu);
        return false;
      case 'leave':
        if (frame.depth === 1) this.play(menu.exitSound);
        this.#return(frame.depth === 1 ? 'success' : frame.status);
        return false;
      default:
        return true;
    }
  }

  #beginRound(frame: Frame, menu: Menu): boolean {
    frame.mode = 'leave';
    if (!frame.isRunning || frame.status !== 'success') return false;
    if (frame.failures === menu.maxFailures || frame.timeouts === menu.maxTimeouts) {
      const app = frame.failures === menu.maxFailures ? menu.onMaxFailures : menu.onMaxTimeouts;
      if (app !== undefined) this.execute(app, menu, undefined);
      return false;
    }
    const greeting = frame.rounds > 0 && menu.greetShort !== undefined ? menu.greetShort : menu.greetLong;
    frame.mode = 'listen';
    if (greeting !== undefined) this.play(greeting);
    if (greeting !== undefined && menu.digitLength > 0) return true;
    this.#endRound(frame, { failed: true });
    return false;
  }

  #endRound(
    frame: Frame,
    { failed = false, timedOut = false }: { failed?: boolean; timedOut?: boolean } = {},
  ): void {
    if (failed) frame.failures += 1;
    if (timedOut) frame.timeouts += 1;
    frame.rounds += 1;
    frame.mode = 'loop';
  }

  #answer(keys: string): void {
    const frame = this.frames.at(-1);
    const menu = this.menus.byName.get(frame?.menu ?? '');
    if (frame === undefined || menu === undefined) return;
    if (frame.mode === 'pin') this.#answerPin(frame, menu, keys);
    else if (frame.mode === 'confirm') this.#answerConfirmation(frame, menu, keys);
    else this.#answerMenu(frame, menu, keys);
  }

  #answerPin(frame: Frame, { pin }: Menu, keys: string): void {
    if (pin === undefined) return;
    const [entered = ''] = keys.split('#');
    if (entered.startsWith(pin.digits)) {
      frame.mode = 'loop';
      return;
    }
    this.play(pin.invalid);
    frame.tries += 1;
    if (frame.tries < PIN_TRIES) this.play(pin.prompt);
    else this.#return('false');
  }

  #answerMenu(frame: Frame, menu: Menu, keys: string): void {
    const isHashChoice = keys === '#' && menu.entries.some(({ digits }) => digits === '#');
    const [entered = ''] = isHashChoice ? ['#'] : keys.split('#');
    frame.digits = entered.slice(0, menu.digitLength);
    frame.isMatched = false;
    frame.at = 0;
    if (keys === '') this.#endRound(frame, { timedOut: true });
    else if (frame.digits === '') this.#endRound(frame, { failed: true });
    else if (menu.confirm !== undefined && (frame.digits.length === menu.digitLength || keys.includes('#')))
      this.#beginConfirmation(frame, menu.confirm);
    else frame.mode = 'act';
  }

  #beginConfirmation(frame: Frame, confirm: NonNullable<Menu['confirm']>): void {
    frame.tries = confirm.attempts;
    frame.mode = 'confirm';
    this.play(confirm.macro);
    if (confirm.key !== undefined) return;
    for (let round = 1; round < confirm.attempts; round += 1) this.play(confirm.macro);
    this.#endRound(frame, { failed: true });
  }

  #answerConfirmation(frame: Frame, { confirm }: Menu, keys: string): void {
    if (confirm?.key === undefined) return;
    const [key = ''] = keys;
    if (key === confirm.key) {
      frame.mode = 'act';
      return;
    }
    frame.tries = key === '' || key === '#' ? frame.tries - 1 : 0;
    if (frame.tries > 0) this.play(confirm.macro);
    else this.#endRound(frame, { failed: true });
  }

  /** Runs the next entry that fits, or ends the round when there is none. */
  #act(frame: Frame, menu: Menu): void {
    const entry = menu.entries[frame.at];
    frame.at += 1;
    if (entry !== undefined) {
      if (!fits(entry, frame.digits)) return;
      frame.isMatched = true;
      frame.failures = 0;
      if (entry.isForeign) this.stub(`pattern ${entry.digits}`);
      else this.#do(entry.does, frame, { menu, entry });
      return;
    }
    if (frame.menu === frame.root && this.isFalling) {
      this.isFalling = false;
      frame.status = 'success';
      frame.isRunning = true;
    } else if (!frame.isMatched) {
      this.play(menu.invalidSound);
      this.#endRound(frame, { failed: true });
      return;
    }
    this.#endRound(frame);
  }

  #do(does: Does, frame: Frame, { menu, entry }: { menu: Menu; entry: Entry }): void {
    switch (does.kind) {
      case 'exit':
        frame.status = 'false';
        return;
      case 'back':
        frame.isRunning = false;
        frame.status = 'success';
        return;
      case 'top':
        this.isFalling = true;
        frame.status = 'break';
        return;
      case 'sub':
        if (does.menu === menu.name) {
          frame.status = 'success';
          return;
        }
        frame.rounds = -1;
        frame.mode = 'sub';
        this.enter({ menu: does.menu, root: frame.root, depth: frame.depth + 1 });
        return;
      case 'play':
        this.play(does.sound);
        frame.status = 'success';
        return;
      case 'app':
        frame.status = 'success';
        this.execute(does.app, menu, entry);
    }
  }

  /** Leaves the innermost menu. */
  #return(status: Status): void {
    this.frames.pop();
    const above = this.frames.at(-1);
    if (above?.mode !== 'sub') return;
    above.status = status;
    above.mode = 'act';
  }

  #leaveMenus(): void {
    const { isNested, afterMenu } = this.#outermost;
    if (isNested || afterMenu === undefined) this.end();
    else this.dial([afterMenu], { isFinal: true, canFail: false });
  }
}

function fits({ digits, pattern }: Entry, entered: string): boolean {
  return pattern === undefined ? digits === entered : pattern.test.test(entered);
}
