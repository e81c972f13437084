/** Finds out which answers an import looks at. */
import type { Answers, QuestionKind } from './answers.ts';

/** An answer to something that nothing in the files refers to. */
export interface UnusedAnswer {
  kind: QuestionKind;
  key: string;
}

/** Answers that remember which of them were read. */
export class UsedAnswers {
  readonly answers: Answers;
  readonly #given: Answers;
  readonly #used = new Set<string>();

  constructor(given: Answers) {
    this.#given = given;
    const sections = Object.entries(given).map(([kind, section]: [string, unknown]) => [
      kind,
      isSection(section) ? this.#watch(kind, section) : section,
    ]);
    this.answers = Object.fromEntries(sections) as Answers;
  }

  listUnused(): UnusedAnswer[] {
    return Object.entries(this.#given).flatMap(([kind, section]: [string, unknown]) =>
      isSection(section)
        ? Object.keys(section)
            .filter((key) => !this.#used.has(toId(kind, key)))
            .map((key) => ({ kind: kind as QuestionKind, key }))
        : [],
    );
  }

  #watch(kind: string, section: object): object {
    return new Proxy(section, {
      get: (target, key, receiver): unknown => {
        if (typeof key === 'string') this.#used.add(toId(kind, key));
        return Reflect.get(target, key, receiver);
      },
    });
  }
}

function isSection(section: unknown): section is object {
  return typeof section === 'object' && section !== null;
}

function toId(kind: string, key: string): string {
  return `${kind} ${key}`;
}
