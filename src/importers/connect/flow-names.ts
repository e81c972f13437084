/** Names of flows: lower-case letters, digits and hyphens, each once. */

const MAX_CHARACTERS = 60;

export class FlowNames {
  readonly #taken = new Set<string>();

  /** Returns a free name made of the first wish that has letters. */
  take(...wishes: readonly (string | undefined)[]): string {
    const spelt = wishes.flatMap((wish) => wish ?? []).map(spell);
    const base = spelt.find((name) => /[a-z]/.test(name)) ?? 'flow';
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}-${number}`;
    this.#taken.add(name);
    return name;
  }
}

function spell(text: string): string {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return name;
}
