/** What a flow needs from outside of the files: numbers, addresses, prompts, hours, as the answers or settings give them. */
import { toDialable } from '../project/index.ts';
import type { Draft, Place, Project, PromptAnswer, Target } from '../project/index.ts';
import type { OpeningHours } from '../../../schemas/types/flow.ts';
import type { Party } from './model.ts';

type TargetKind = 'queue' | 'number' | 'function' | 'placeholder';

export class Outside {
  readonly #project: Project;
  readonly #draft: Draft;
  readonly #found = new Map<string, Target>();
  readonly #prompts = new Map<string, PromptAnswer>();
  readonly #hours = new Map<string, OpeningHours | undefined>();
  readonly #flows = new Map<string, string | undefined>();

  constructor(project: Project, draft: Draft) {
    this.#project = project;
    this.#draft = draft;
  }

  /** Returns whom a transfer calls: a number as it is, or what the answers say. */
  findParty(party: Party, name: string, place: Place): Target {
    if (party !== 'number') return this.#find('queue', name, place);
    const number = toDialable(name);
    return number === undefined ? this.#find('number', name, place) : { written: number, value: number };
  }

  findFunction(name: string, place: Place): Target {
    return this.#find('function', name, place);
  }

  findPlaceholder(name: string, place: Place): Target {
    return this.#find('placeholder', name, place);
  }

  findPrompt(name: string, place: Place): PromptAnswer {
    const found = this.#prompts.get(name) ?? this.#project.findPrompt(name, place);
    this.#prompts.set(name, found);
    return found;
  }

  findHours(name: string, place: Place): OpeningHours | undefined {
    if (!this.#hours.has(name)) this.#hours.set(name, this.#project.findHours(name, place));
    return this.#hours.get(name);
  }

  findFlow(name: string, place: Place): string | undefined {
    if (!this.#flows.has(name)) this.#flows.set(name, this.#project.findFlow(name, place));
    return this.#flows.get(name);
  }

  /** Extensions that callers may dial at menus: the answers’ numbers for digits. */
  listExtensions(): { digits: string; to: string }[] {
    const { numbers } = this.#project.answers;
    return Object.keys(numbers)
      .filter((digits) => /^\d{2,8}$/.test(digits))
      .map((digits) => ({ digits, to: numbers[digits] ?? '' }));
  }

  #find(kind: TargetKind, name: string, place: Place): Target {
    const key = `${kind} ${name}`;
    const found = this.#found.get(key) ?? this.#ask(kind, name, place);
    this.#found.set(key, found);
    return found;
  }

  #ask(kind: TargetKind, name: string, place: Place): Target {
    switch (kind) {
      case 'queue':
        return this.#project.findQueue(this.#draft, name, place);
      case 'number':
        return this.#project.findNumber(this.#draft, name, place);
      case 'function':
        return this.#project.findFunction(this.#draft, name, place);
      case 'placeholder':
        return this.#project.findPlaceholder(this.#draft, name, place);
    }
  }
}
