/** What is outside of a document: queues, numbers, services and settings, as the answers name them. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { Template } from './model.ts';
import { toWritten } from './templates.ts';
import type { Draft, Project, SmsAnswer, Target } from '../project/index.ts';

export class Outside {
  readonly #project: Project;
  readonly #draft: Draft;
  readonly #file: string;
  readonly #known = new Map<string, Target>();
  readonly #messages = new Map<string, SmsAnswer | undefined>();

  constructor(project: Project, draft: Draft, file: string) {
    this.#project = project;
    this.#draft = draft;
    this.#file = file;
  }

  findQueue(name: string, span: Span): Target {
    return this.#find('queue', name, () =>
      this.#project.findQueue(this.#draft, name, { file: this.#file, span }),
    );
  }

  findNumber(name: string, span: Span): Target {
    return this.#find('number', name, () =>
      this.#project.findNumber(this.#draft, name, { file: this.#file, span }),
    );
  }

  findService(name: string, span: Span): Target {
    return this.#find('service', name, () =>
      this.#project.findFunction(this.#draft, name, { file: this.#file, span }),
    );
  }

  findSetting(name: string, span: Span): Target {
    return this.#find('setting', name, () =>
      this.#project.findPlaceholder(this.#draft, name, { file: this.#file, span }),
    );
  }

  /** Returns the value that a setting has in comparisons. */
  valueOfSetting(name: string): string {
    return this.#known.get(`setting ${name}`)?.value ?? '';
  }

  findSms(body: Template, span: Span): SmsAnswer | undefined {
    const text = toWritten(body);
    const found = this.#messages.has(text)
      ? this.#messages.get(text)
      : this.#project.findSms(text, { file: this.#file, span });
    this.#messages.set(text, found);
    return found;
  }

  /** Asks once for each thing. */
  #find(kind: string, name: string, ask: () => Target): Target {
    const key = `${kind} ${name}`;
    const found = this.#known.get(key) ?? ask();
    this.#known.set(key, found);
    return found;
  }
}
