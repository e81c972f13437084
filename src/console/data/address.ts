/** State of a view in the query of its address. */
import { useLocation } from 'preact-iso';

type Query = Readonly<Record<string, string | undefined>>;

interface AddressState {
  query: Readonly<Record<string, string>>;
  /** Returns the address of this view with a query: with its path, since links without one would load the page anew. */
  toHref: (query: Query) => string;
  /** Changes the query: undefined and '' remove a name. Default: a new step of the browser's history. */
  changeQuery: (changes: Query, how?: 'push' | 'replace') => void;
}

/** Reads the query of the address and changes it. */
export function useAddressState(): AddressState {
  const { path, query, route } = useLocation();
  const toHref = (wanted: Query) => `${path}${renderQuery(wanted)}`;
  return {
    query,
    toHref,
    changeQuery: (changes, how = 'push') => {
      route(toHref({ ...query, ...changes }), how === 'replace');
    },
  };
}

/** Renders a query with its `?`; empty values are left out. */
export function renderQuery(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') params.set(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
