/** Lists of a service, which come in pages. */
import type { Ask } from './client.ts';

/** Default page size. */
export const PAGE = 200;

/** All items of a list, in its order; no page is asked for before somebody wants something of it. */
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

/** The same at once. */
export async function allAt<Item>(...list: Parameters<typeof itemsAt>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of itemsAt<Item>(...list)) all.push(item);
  return all;
}
