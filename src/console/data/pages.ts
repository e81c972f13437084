/** Lists of the API that come in pages. */
import { useMemo } from 'preact/hooks';
import { readPages } from './list-pages.ts';
import type { ListPage } from './list-pages.ts';
import { useResource } from './resource.ts';
import type { Resource } from './resource.ts';

interface PagedList<Item> {
  /** All pages read so far, as one. */
  resource: Resource<ListPage<Item>>;
  /** Reads one more page. */
  readMore: () => void;
}

interface PagesOptions {
  /** Interval of refreshes while the page is visible, ms; absent: none. */
  everyMs?: number;
}

/**
 * Loads the first page of a list, and further ones on demand. A refresh reads all pages that are shown.
 *
 * @param key identifies the list
 * @param load reads the page after a cursor; throws an `ApiProblem`
 */
export function usePages<Item>(
  key: string,
  load: (after: { after?: string }) => Promise<ListPage<Item>>,
  options: PagesOptions = {},
): PagedList<Item> {
  const shown = useMemo(() => ({ pages: 1 }), [key]);
  const resource = useResource(key, () => readPages(load, shown.pages), options);
  const readMore = () => {
    shown.pages += 1;
    resource.refresh();
  };
  return { resource, readMore };
}
