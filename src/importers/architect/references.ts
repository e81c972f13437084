/** References to menus, tasks and choices: `/inboundCall/menus/menu[Main_10]`, `./choices/menuTask[Sales_12]`, or a name. */

export type ContainerKind = 'menu' | 'task' | 'choice';

/** Names that are known, each with its id. */
export class References {
  readonly #ids = new Map<string, string>();

  /** Adds a name; false if it is taken. */
  add(kind: ContainerKind, name: string, id: string): boolean {
    const key = `${kind} ${name}`;
    if (this.#ids.has(key)) return this.#ids.get(key) === id;
    this.#ids.set(key, id);
    return true;
  }

  find(kind: ContainerKind, reference: string): string | undefined {
    return this.#ids.get(`${kind} ${readName(reference)}`);
  }
}

/** Returns the name of the last part of a reference. */
function readName(reference: string): string {
  const path = reference.replace(/^[^#[\]]*\.ya?ml#/i, '');
  const open = path.lastIndexOf('[');
  if (open !== -1 && path.trimEnd().endsWith(']')) return path.slice(open + 1, path.lastIndexOf(']')).trim();
  return path.slice(path.lastIndexOf('/') + 1).trim();
}

/** Tells what a reference leads to by its path: `…/menus/menu[…]` is a menu. */
export function readKind(reference: string): 'menu' | 'task' | undefined {
  if (/menus?\b[^\]]*\[|\/menus\//i.test(reference)) return 'menu';
  return /tasks?\b[^\]]*\[|\/tasks\//i.test(reference) ? 'task' : undefined;
}
