/** Values of a form as the API takes them. An empty field is absent. */
export class FormValues {
  readonly #data: FormData;

  constructor(data: FormData) {
    this.#data = data;
  }

  /** The text of a field without spaces at its ends; '' when it is empty. */
  text(name: string): string {
    const value = this.#data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** The text as a member of an object; no member when the field is empty. */
  optional<Name extends string>(name: Name): Partial<Record<Name, string>> {
    const text = this.text(name);
    return text === '' ? {} : ({ [name]: text } as Record<Name, string>);
  }

  /** The number; undefined when the field is empty, NaN when it holds no number. */
  number(name: string): number | undefined {
    const text = this.text(name);
    return text === '' ? undefined : Number(text);
  }

  /** The local time of a date field with its offset from UTC; undefined when the field is empty. */
  time(name: string): string | undefined {
    const text = this.text(name);
    return text === '' ? undefined : new Date(text).toISOString();
  }

  /** The texts of all fields of this name. */
  all(name: string): string[] {
    return this.#data.getAll(name).filter((value) => typeof value === 'string');
  }

  /** The lines of a field that are not empty. */
  lines(name: string): string[] {
    return this.text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }
}

/** Renders a time as the value of a date field: the local time in minutes; '' for none. */
export function toFieldTime(at: number | string | undefined): string {
  if (at === undefined) return '';
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
