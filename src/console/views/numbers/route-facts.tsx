/** The contents of a route, as a list of terms and values. */
import { FactList } from '../../ui/fact-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { toParamLines } from '../../ui/form/params.ts';
import type { Route } from './route-changes.ts';

export function RouteFacts({ route }: { route: Route }) {
  return (
    <FactList
      facts={[
        ['Number', route.number],
        ['Takes', KIND_TEXTS[route.takes]],
        ['Carrier', route.carrier ?? 'any'],
        ['Flow', route.flow],
        ['Parameters', toParamLines(route.params).join(', ') || 'none'],
        ['Valid', <Validity key="valid" route={route} />],
      ]}
    />
  );
}

export const KIND_TEXTS = { calls: 'calls', messages: 'messages' } as const;

/** The times from and until which a route is valid. */
export function Validity({ route: { from, until } }: { route: Route }) {
  if (from === undefined && until === undefined) return <>always</>;
  return (
    <>
      {from !== undefined && (
        <>
          from <Moment at={from} />{' '}
        </>
      )}
      {until !== undefined && (
        <>
          until <Moment at={until} />
        </>
      )}
    </>
  );
}
