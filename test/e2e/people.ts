/** People who call: each follows a script, hears what the emulator's journal says it hears, and reacts to that. */
import type { Emulator } from '../../src/platform/emulator/http/index.ts';
import type { JournalEntry } from '../../src/platform/emulator/model/index.ts';

export interface Script {
  name: string;
  /** Which keys are pressed at a prompt, given all that was heard so far; undefined: none. */
  presses?: (prompt: string, heard: readonly string[]) => string | undefined;
  /** Hangs up at this prompt, or as soon as the second party is there. */
  hangsUp?: { at: string } | 'when bridged';
  /** What the platform has to do for such a call, in order. */
  expects: string[];
}

/** One person on one call. */
export class Person {
  readonly script: Script;
  readonly voiceId: string;
  readonly entries: JournalEntry[] = [];
  readonly #heard: string[] = [];
  /** The prompt that is still to be answered. */
  #asked: { text: string; reference: string } | undefined;
  hasEnded = false;

  constructor(script: Script, voiceId: string) {
    this.script = script;
    this.voiceId = voiceId;
  }

  /** Something happened on the line. */
  notice(entry: JournalEntry): void {
    this.entries.push(entry);
    if (entry.kind === 'ended') this.hasEnded = true;
    if (entry.kind !== 'speech' || entry.text === '') return;
    this.#heard.push(entry.text);
    const reference = entry.prompt_ref ?? '';
    this.#asked = this.#isAnswered(reference) ? undefined : { text: entry.text, reference };
  }

  /** Does what the script says, if it is the moment for it. */
  act({ act }: Emulator): void {
    const { hangsUp, presses } = this.script;
    const isLeaving =
      hangsUp === 'when bridged'
        ? this.entries.some(({ kind }) => kind === 'bridged')
        : hangsUp !== undefined && this.#heard.includes(hangsUp.at);
    if (isLeaving) act((model, now) => model.people.hangUp(this.voiceId, now));
    const keys = this.#asked && presses?.(this.#asked.text, this.#heard);
    if (keys === undefined || act((model) => model.control.call(this.voiceId)?.listens) !== true) return;
    this.#asked = undefined;
    act((model, now) => model.people.press(this.voiceId, keys, now));
  }

  /** The platform has taken keys for this play, so that nobody would press them again when it is repeated. */
  #isAnswered(reference: string): boolean {
    return this.entries.some(
      (entry) =>
        entry.kind === 'notification' &&
        'playstate' in entry.body &&
        entry.body.playstate === 'digitcollected' &&
        'prompt_ref' in entry.body &&
        entry.body.prompt_ref === reference,
    );
  }
}

/** Everybody who calls, and the hand of the clock that lets them act. */
export class Crowd {
  readonly people: Person[] = [];
  readonly #emulator: Emulator;
  readonly #byVoiceId = new Map<string, Person>();
  readonly #onTheLine = new Set<Person>();
  readonly #timer: NodeJS.Timeout;
  #seen = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
    this.#timer = setInterval(() => {
      this.#step();
    }, 15);
  }

  /** Somebody calls. */
  ring(script: Script, from: string, to: string): Person {
    const voiceId = this.#emulator.act((model, now) => model.people.ring({ from, to }, now));
    if (voiceId === undefined) throw new Error(`nobody can call ${to}`);
    const person = new Person(script, voiceId);
    this.people.push(person);
    this.#onTheLine.add(person);
    this.#byVoiceId.set(voiceId, person);
    return person;
  }

  get onTheLine(): number {
    return this.#onTheLine.size;
  }

  /** Forgets the first who called, so many. */
  forget(count: number): void {
    for (const { voiceId } of this.people.splice(0, count)) this.#byVoiceId.delete(voiceId);
  }

  /** Whoever is still on the line hangs up. */
  hangUp(): void {
    for (const { voiceId } of this.#onTheLine)
      this.#emulator.act((model, now) => model.people.hangUp(voiceId, now));
  }

  leave(): void {
    clearInterval(this.#timer);
  }

  #step(): void {
    const entries = this.#emulator.act((model) => model.journal.readAfter(this.#seen));
    for (const entry of entries) {
      this.#seen = entry.seq;
      this.#byVoiceId.get(voiceIdOf(entry))?.notice(entry);
    }
    for (const person of this.#onTheLine)
      if (person.hasEnded) this.#onTheLine.delete(person);
      else person.act(this.#emulator);
  }
}

/** A message is sent on behalf of a call, which the platform knows by our name of it (`default.…`). */
function voiceIdOf(entry: JournalEntry): string {
  if (entry.kind === 'sms_accepted') return entry.reference?.replace(/^[^.]*\./, '') ?? '';
  return entry.voice_id ?? '';
}
