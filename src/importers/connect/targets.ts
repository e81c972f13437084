/** Queues, functions, prompts and hours that a flow refers to. Each is asked for once, whoever needs it. */
import type { Span } from '../../language/diagnostics/index.ts';
import { Fields } from '../reading/index.ts';
import { Names } from '../project/index.ts';
import type { Draft, Project, PromptAnswer, Target } from '../project/index.ts';
import { readPlaceholder } from './facts.ts';
import type { Action } from './read-flow.ts';
import { shortenId } from './references.ts';

type OpeningHours = NonNullable<ReturnType<Project['findHours']>>;

export class Targets {
  readonly #project: Project;
  readonly #draft: Draft;
  readonly #file: string;
  readonly #found = new Map<string, unknown>();
  readonly #hoursNames = new Names('hours');

  constructor(project: Project, draft: Draft, file: string) {
    this.#project = project;
    this.#draft = draft;
    this.#file = file;
  }

  findQueue(name: string, span: Span): Target {
    return this.#once(`queue ${name}`, () => this.#project.findQueue(this.#draft, name, this.#place(span)));
  }

  findNumber(name: string, span: Span): Target {
    return this.#once(`number ${name}`, () => this.#project.findNumber(this.#draft, name, this.#place(span)));
  }

  findFunction(name: string, span: Span): Target {
    return this.#once(`function ${name}`, () =>
      this.#project.findFunction(this.#draft, name, this.#place(span)),
    );
  }

  findPlaceholder(name: string, span: Span): Target {
    return this.#once(`value ${name}`, () =>
      this.#project.findPlaceholder(this.#draft, name, this.#place(span)),
    );
  }

  findPrompt(name: string, span: Span): PromptAnswer {
    return this.#once(`prompt ${name}`, () => this.#project.findPrompt(name, this.#place(span)));
  }

  findHours(name: string, span: Span): OpeningHours | undefined {
    return this.#once(`hours ${name}`, () => this.#project.findHours(name, this.#place(span)));
  }

  /** Lists the opening hours of the answers that were found so far. */
  listHours(): OpeningHours[] {
    return [...this.#found].flatMap(([key, found]) =>
      key.startsWith('hours ') && found !== undefined ? [found as OpeningHours] : [],
    );
  }

  /** Returns the name under which a flow has these opening hours. */
  nameHours(title: string): string {
    return this.#hoursNames.nameOf(title);
  }

  findFlow(name: string, span: Span): string | undefined {
    return this.#once(`flow ${name}`, () => this.#project.findFlow(name, this.#place(span)));
  }

  #place(span: Span): { file: string; span: Span } {
    return { file: this.#file, span };
  }

  #once<Found>(key: string, find: () => Found): Found {
    if (!this.#found.has(key)) this.#found.set(key, find());
    return this.#found.get(key) as Found;
  }
}

/** Returns what people call the thing that a parameter refers to; undefined if the parameter is absent. */
export function nameResource({ parameters, resources }: Action, parameter: string): string | undefined {
  const id = new Fields(parameters).text(parameter);
  return id === undefined || id === '' ? undefined : (resources.get(parameter) ?? nameId(id));
}

/** Returns what people call a thing by its id. */
export function nameId(id: string): string {
  return readPlaceholder(id) ?? shortenId(id);
}
