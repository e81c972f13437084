/**
 * What lies outside of the flows, as the answers or the settings say. The translation asks for it, with the place; the interpreter
 * looks up the values.
 */
import {
  createDraft,
  type Draft,
  type Place,
  type Project,
  type SmsAnswer,
  type Target,
} from '../project/index.ts';

type Kind = 'queue' | 'number' | 'function' | 'placeholder';

export class Outside {
  readonly #project: Project;
  readonly #values = new Map<string, string>();

  constructor(project: Project) {
    this.#project = project;
  }

  /** Asks for the number of a queue or a party, the address of a function or the value of a placeholder. */
  ask(kind: Kind, name: string, { draft, place }: { draft: Draft; place: Place }): Target {
    const find = {
      queue: 'findQueue',
      number: 'findNumber',
      function: 'findFunction',
      placeholder: 'findPlaceholder',
    } as const;
    const found = this.#project[find[kind]](draft, name, place);
    this.#values.set(`${kind} ${name}`, found.value);
    return found;
  }

  /** Returns the number, address or value in comparisons, if the translation has asked for it. */
  findAsked(kind: Kind, name: string): string | undefined {
    return this.#values.get(`${kind} ${name}`);
  }

  /** Returns the number, address or value in comparisons. */
  findValue(kind: Kind, name: string, place: Place): string {
    return this.findAsked(kind, name) ?? this.ask(kind, name, { draft: createDraft('unused'), place }).value;
  }

  /** Returns what is played for an audio file or prompt: its address, or the name of a stored one. */
  findAudio(name: string): string {
    const { prompts } = this.#project.answers;
    const found = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
    if (found === undefined) return name;
    return 'url' in found ? found.url : found.stored;
  }

  /** Returns the template for a text message; undefined if the answers have none. */
  findSms(body: string): SmsAnswer | undefined {
    const { sms } = this.#project.answers;
    return (Object.hasOwn(sms, body) ? sms[body] : undefined) ?? sms.default;
  }
}
