/** Reads pages of a list as one list. */

/** A page of a list. */
export interface ListPage<Item> {
  items: readonly Item[];
  /** Cursor of the next page; absent on the last one. */
  next?: string;
}

/** Reads pages from the first one on, at most so many. */
export async function readPages<Item>(
  load: (after: { after?: string }) => Promise<ListPage<Item>>,
  pages: number,
): Promise<ListPage<Item>> {
  const items: Item[] = [];
  let next: string | undefined;
  for (let read = 0; read < pages; read += 1) {
    const page = await load(next === undefined ? {} : { after: next });
    items.push(...page.items);
    next = page.next;
    if (next === undefined) break;
  }
  return next === undefined ? { items } : { items, next };
}
