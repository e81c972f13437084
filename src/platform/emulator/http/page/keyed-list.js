import { findWithin } from './dom.js';

/**
 * A list of elements that follows a list of data. An unchanged row keeps its element, and a replaced one keeps the
 * focus, so that the keyboard stays where it was.
 * @template Item
 */
export class KeyedList {
  #parent;
  #keyOf;
  #build;
  /** @type {Map<string, {data: string, row: HTMLElement}>} */
  #rows = new Map();

  /**
   * @param {HTMLElement} parent
   * @param {(item: Item) => string} keyOf
   * @param {(item: Item) => HTMLElement} build
   */
  constructor(parent, keyOf, build) {
    this.#parent = parent;
    this.#keyOf = keyOf;
    this.#build = build;
  }

  /** @param {Item[]} items */
  show(items) {
    const rows = new Map(items.map((item) => [this.#keyOf(item), this.#rowFor(item)]));
    for (const [key, { row }] of this.#rows) if (!rows.has(key)) row.remove();
    this.#rows = rows;
    let place = 0;
    for (const { row } of rows.values()) {
      const there = this.#parent.children[place++];
      if (there !== row) this.#parent.insertBefore(row, there ?? null);
    }
  }

  /** @param {Item} item */
  #rowFor(item) {
    const data = JSON.stringify(item);
    const known = this.#rows.get(this.#keyOf(item));
    if (known?.data === data) return known;
    const row = this.#build(item);
    if (known) replace(known.row, row);
    return { data, row };
  }
}

/**
 * @param {HTMLElement} old
 * @param {HTMLElement} row
 */
function replace(old, row) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const name = focused?.getAttribute('data-name');
  old.replaceWith(row);
  if (name && row.querySelector(`[data-name="${CSS.escape(name)}"]`))
    findWithin(row, `[data-name="${CSS.escape(name)}"]`).focus();
}
