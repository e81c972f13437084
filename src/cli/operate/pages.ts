/** Reads paged lists of a service. */
import type { Ask } from './client.ts';

/** Default page size. */
export const PAGE = 200;

/** Yields the items of a list in order; requests each page only when it is needed. */
export async function* itemsAt<Item>(
  ask: Ask,
  path: string,
  query: Readonly<Record<string, string>> = {},
): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const asked = new URLSearchParams({
      limit: String(PAGE),
      ...query,
      ...(after !== undefined && { after }),
    });
    const page = await ask<{ items: Item[]; next?: string }>('GET', `${path}?${asked.toString()}`);
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** Returns all items of a list. */
export function allAt<Item>(...list: Parameters<typeof itemsAt>): Promise<Item[]> {
  return takeFirst(itemsAt<Item>(...list), Infinity);
}

/** Returns the first items, at most `most`. */
export async function takeFirst<Item>(items: AsyncIterable<Item>, most: number): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= most) break;
  }
  return found;
}
