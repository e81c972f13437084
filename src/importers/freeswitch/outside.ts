/** What a flow needs from outside of the files: numbers and queues, as the answers or settings give them. */
import { findAnswer } from './dialled.ts';
import type { Answers, Draft, Place, Project, Target } from '../project/index.ts';

export class Outside {
  readonly #project: Project;
  readonly #draft: Draft;
  readonly #found = new Map<string, Target>();

  constructor(project: Project, draft: Draft) {
    this.#project = project;
    this.#draft = draft;
  }

  /** Numbers of the answers. */
  get numbers(): Answers['numbers'] {
    return this.#project.answers.numbers;
  }

  /** Asks for a number without a setting that would stand for it. */
  askNumber(key: string, place: Place): void {
    this.#project.askNumber(key, place);
  }

  findNumber(key: string, place: Place): Target {
    return this.#find(`number ${key}`, () => {
      const { key: answered, part } = findAnswer(key, this.numbers) ?? { key };
      const target = this.#project.findNumber(this.#draft, answered, place);
      const fill = (text: string): string => (part === undefined ? text : text.replaceAll('$1', () => part));
      return { written: fill(target.written), value: fill(target.value) };
    });
  }

  findQueue(name: string, place: Place): Target {
    return this.#find(`queue ${name}`, () => this.#project.findQueue(this.#draft, name, place));
  }

  #find(key: string, find: () => Target): Target {
    const found = this.#found.get(key) ?? find();
    this.#found.set(key, found);
    return found;
  }
}
