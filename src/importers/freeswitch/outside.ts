/** What a flow needs from outside of the files: numbers and queues, as the answers or settings give them. */
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
    return this.#find(`number ${key}`, () => this.#project.findNumber(this.#draft, key, place));
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
