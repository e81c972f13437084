/**
 * A person on the phone: prints what the caller hears and performs what is typed, until the call has ended.
 *
 * TALK-1 Input from a terminal is performed at once.
 * TALK-2 Piped input is performed when the call is ready for it: keys and speech when the flow collects them, the next line a
 *    moment after a key. At the end of the input the caller stays on the line until the call ends.
 * TALK-3 What the flow does after the call is printed too, unless the person hangs up again: at a terminal, or with Ctrl-C.
 */
import type { JournalEntry } from '../../platform/emulator/model/index.ts';
import type { Io } from '../shared/io.ts';
import { KEYBOARD_HELP } from './phone-keyboard.ts';
import type { Act, Keyboard } from './phone-keyboard.ts';
import type { PhoneLine } from './phone-line.ts';

/** Pause after keys, because the platform treats keys in quick succession as one entry. */
const AFTER_KEYS_MS = 1_000;
/** Interval of checks whether the call is ready for the next action. */
const POLL_MS = 100;

/** Resolves when the call has ended and the flow has finished its work. */
export async function runPhone(line: PhoneLine, keyboard: Keyboard, io: Io): Promise<void> {
  const person = new Person(line, keyboard, io);
  for (;;) {
    const entries = await line.next({ wake: keyboard.changed, by: person.nextCheckAt() });
    for (const entry of entries) io.out(renderEntry(entry));
    if (entries.some(({ kind }) => kind === 'ended')) break;
    await person.act();
  }
  while (!person.discardTyped() && line.isWorking())
    for (const entry of await line.next({ wake: keyboard.changed, by: undefined }))
      io.out(renderEntry(entry));
}

class Person {
  readonly #line: PhoneLine;
  readonly #keyboard: Keyboard;
  readonly #io: Io;
  #busyUntil = 0;

  constructor(line: PhoneLine, keyboard: Keyboard, io: Io) {
    this.#line = line;
    this.#keyboard = keyboard;
    this.#io = io;
  }

  /** Returns when to check again whether the next act is possible; undefined without a pending act. */
  nextCheckAt(): number | undefined {
    if (this.#keyboard.first === undefined) return undefined;
    return Math.max(this.#busyUntil, this.#line.now() + POLL_MS);
  }

  /** Performs pending acts as far as possible; of a pipe only one, so that its effects are printed next. */
  async act(): Promise<void> {
    for (let act = this.#keyboard.first; act !== undefined; act = this.#keyboard.first) {
      if (this.#keyboard.isPiped && !(await this.#isPossible(act))) return;
      this.#keyboard.take();
      await this.#do(act);
      if (this.#keyboard.isPiped) return;
    }
  }

  /** Reports input after the end of the call; returns true if a person, not a pipe, hangs up. */
  discardTyped(): boolean {
    let hangsUp = false;
    for (let act = this.#keyboard.first; act !== undefined; act = this.#keyboard.first) {
      this.#keyboard.take();
      if (act.kind === 'hangup') hangsUp ||= act.byInterrupt === true || !this.#keyboard.isPiped;
      else this.#io.err(`ignored, the call has ended: ${renderAct(act)}\n`);
    }
    return hangsUp;
  }

  async #isPossible(act: Act): Promise<boolean> {
    if (this.#line.now() < this.#busyUntil) return false;
    if (act.kind !== 'press' && act.kind !== 'say') return true;
    const { forKeys, forWords } = await this.#line.ears();
    return act.kind === 'press' ? forKeys : forWords;
  }

  async #do(act: Act): Promise<void> {
    if (this.#keyboard.isPiped) this.#io.out(`> ${renderAct(act)}\n`);
    switch (act.kind) {
      case 'press':
        this.#busyUntil = this.#line.now() + AFTER_KEYS_MS;
        return this.#line.press(act.keys);
      case 'say':
        return this.#line.say(act.text);
      case 'text':
        return this.#line.text(act.text);
      case 'hangup':
        return this.#line.hangUp();
      case 'wait':
        this.#busyUntil = this.#line.now() + act.ms;
        return;
      case 'help':
        this.#io.err(KEYBOARD_HELP);
        return;
      case 'unknown':
        this.#io.err(`"${act.typed}" is unknown; type help for a list\n`);
    }
  }
}

function renderAct(act: Act): string {
  switch (act.kind) {
    case 'press':
      return act.keys;
    case 'say':
      return `say ${act.text}`;
    case 'text':
      return `text ${act.text}`;
    case 'wait':
      return `wait ${act.ms / 1_000}s`;
    case 'unknown':
      return act.typed;
    default:
      return act.kind;
  }
}

type EntryOf<Kind extends JournalEntry['kind']> = Extract<JournalEntry, { kind: Kind }>;

/** Lines by kind of entry; callers do not notice the other kinds. */
const lines: { [Kind in JournalEntry['kind']]?: (entry: EntryOf<Kind>) => string | undefined } = {
  ringing: ({ from, to }) => `-- ${from} calls ${to}: ringing`,
  answered: () => '-- answered',
  speech: ({ text, language }) =>
    text === '' ? undefined : `${language === undefined ? '' : `[${language}] `}${text}`,
  prompt: ({ name }) => `[stored prompt ${name}]`,
  audio: ({ url }) => `[audio ${url}]`,
  key: ({ key, heard_by }) =>
    heard_by === 'nobody' ? `-- key ${key} ignored: the flow is not collecting keys` : undefined,
  utterance: ({ heard_by }) =>
    heard_by === 'nobody' ? '-- speech ignored: the flow is not listening' : undefined,
  connecting: ({ to }) => `-- calling ${to}`,
  bridged: ({ to }) => `-- ${to} answers: you are connected`,
  bridge_ended: ({ to, reason }) => `-- ${to} is disconnected: ${reason}`,
  held: () => '-- on hold',
  resumed: () => '-- no longer on hold',
  recording_started: () => '-- recording started',
  recording_completed: () => '-- recording ended',
  recording_failed: () => '-- recording failed',
  stream_started: ({ wss_host }) => `-- streaming your voice to ${wss_host}`,
  stream_stopped: () => '-- stream ended',
  stream_failed: ({ detail }) => `-- stream failed: ${detail}`,
  room_joined: ({ room_id }) => `-- you joined the room ${room_id}`,
  room_refused: ({ room_id, code }) => `-- the room ${room_id} refused you: ${code}`,
  sms_status: ({ to, status, text = '' }) =>
    text === '' ? `-- the message to ${to} is ${status}` : `-- a message to ${to}: ${text}`,
  webhook_failed: ({ detail }) => `-- the service rejected a notification: ${detail}`,
  ended: ({ reason }) => `-- the call has ended: ${reason}`,
};

/** Renders an entry as one line; empty for entries that callers do not notice. */
function renderEntry(entry: JournalEntry): string {
  const line = lines[entry.kind] as ((entry: JournalEntry) => string | undefined) | undefined;
  const text = line?.(entry);
  return text === undefined ? '' : `${text}\n`;
}
