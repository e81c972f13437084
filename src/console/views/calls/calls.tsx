/** Calls of a project or of one flow, newest first: filters and page are in the address. */
import { useRoute } from 'preact-iso';
import { useEffect, useMemo } from 'preact/hooks';
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { unwrap } from '../../api/client.ts';
import { listCalls } from '../../api/generated/index.ts';
import type { ListCallsResponse } from '../../api/generated/index.ts';
import { useAddressState } from '../../data/address.ts';
import { watchCalls } from '../../data/live.ts';
import { useResource } from '../../data/resource.ts';
import type { Resource } from '../../data/resource.ts';
import { FlowTabs, listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useFlowNames } from '../../data/flow-names.ts';
import { CallFilters, hasFilter } from './call-filters.tsx';
import { CallTable } from './call-table.tsx';
import { findFilterMistakes, lacksCountry, matchesFilter, toCallQuery } from './filters.ts';
import './calls.css';

type Call = ListCallsResponse['items'][number];

export function CallsView(_: { path: string }) {
  const { project = '', flow: ofFlow } = useRoute().params;
  const { query } = useAddressState();
  const isAskable = Object.keys(findFilterMistakes(query)).length === 0;
  const frame =
    ofFlow === undefined
      ? { title: 'Calls' }
      : {
          title: ofFlow,
          path: listFlowPath(project),
          tabs: <FlowTabs project={project} flow={ofFlow} />,
        };
  return (
    <Page {...frame}>
      <CallFilters project={project} {...(ofFlow !== undefined && { flow: ofFlow })} />
      {isAskable ? (
        <CallList project={project} ofFlow={ofFlow} />
      ) : (
        <Empty>No calls are listed: a filter has a value that no call can have.</Empty>
      )}
    </Page>
  );
}

function CallList({ project, ofFlow }: { project: string; ofFlow: string | undefined }) {
  const { query } = useAddressState();
  const wanted = toCallQuery(query, ofFlow ?? query.flow);
  const key = `calls ${project} ${JSON.stringify(wanted)}`;
  const calls = useResource(key, () => unwrap(listCalls({ path: { project }, query: wanted })));
  const news = useNews(project, key, (call) => matchesFilter(call, wanted));
  return (
    <>
      <NewCalls news={news} calls={calls} />
      <Loaded resource={calls} what="the calls" height="page">
        {({ items, next }) => (
          <>
            {items.length === 0 ? (
              <NoCalls project={project} ofFlow={ofFlow} hasMore={next !== undefined} />
            ) : (
              <section class="card scroll-x">
                <CallTable project={project} calls={items} changes={news.changes.value} />
              </section>
            )}
            <Pages {...(next !== undefined && { next })} />
          </>
        )}
      </Loaded>
    </>
  );
}

interface News {
  /** Ids of calls that have begun since the list was read. */
  begun: Signal<ReadonlySet<string>>;
  /** Newer states of calls, by id. */
  changes: Signal<ReadonlyMap<string, Call>>;
}

/** Collects what happens to the calls of the list while it is shown; the rows do not jump. */
function useNews(project: string, key: string, matches: (call: Call) => boolean): News {
  const news = useMemo(
    () => ({ begun: signal(new Set<string>()), changes: signal(new Map<string, Call>()) }),
    [key],
  );
  useEffect(
    () =>
      watchCalls(project, (events) => {
        const begun = new Set(news.begun.value);
        const changes = new Map(news.changes.value);
        for (const event of events) {
          if (event.kind === 'gap') continue;
          const call = event.data.call as unknown as Call;
          if (event.kind === 'call.started' && matches(call)) begun.add(call.id);
          changes.set(call.id, call);
        }
        if (begun.size !== news.begun.value.size) news.begun.value = begun;
        news.changes.value = keepLatest(changes);
      }),
    [project, news],
  );
  return news;
}

const MAX_CHANGES = 2_000;

function keepLatest(changes: Map<string, Call>): Map<string, Call> {
  return changes.size <= MAX_CHANGES ? changes : new Map([...changes].slice(-MAX_CHANGES / 2));
}

function NewCalls({ news, calls }: { news: News; calls: Resource<ListCallsResponse> }) {
  const listed = new Set(calls.state.value.data?.items.map(({ id }) => id));
  const count = [...news.begun.value].filter((id) => !listed.has(id)).length;
  return (
    <div role="status" class="new-calls">
      {count > 0 && (
        <button
          type="button"
          class="button compact"
          onClick={() => {
            news.begun.value = new Set();
            calls.refresh();
          }}
        >
          {count} new
        </button>
      )}
    </div>
  );
}

interface NoCallsProps {
  project: string;
  ofFlow: string | undefined;
  hasMore: boolean;
}

function NoCalls({ project, ofFlow, hasMore }: NoCallsProps) {
  const { query } = useAddressState();
  const [first] = useFlowNames(project);
  if (hasMore) return <Empty>None of the calls of this page matches the filters; older ones may.</Empty>;
  if (hasFilter(query) || query.after !== undefined)
    return (
      <Empty>
        There is no call that matches the filters.
        {lacksCountry(query.number ?? '') &&
          ' Numbers are compared with their country: type +49171…, not 0171….'}
      </Empty>
    );
  const flow = ofFlow ?? first;
  return (
    <Empty command={flow && `ringflow call ${flow}`} needs="calls.place" project={project}>
      {ofFlow === undefined ? 'No call is recorded.' : 'No call of this flow is recorded.'}
    </Empty>
  );
}

function Pages({ next }: { next?: string }) {
  const { query, toHref } = useAddressState();
  if (next === undefined && query.after === undefined) return null;
  return (
    <nav class="row" aria-label="Pages">
      {query.after !== undefined && (
        <a class="button" href={toHref({ ...query, after: undefined })}>
          Newest
        </a>
      )}
      {next !== undefined && (
        <a class="button" href={toHref({ ...query, after: next })}>
          Older
        </a>
      )}
    </nav>
  );
}
