/** The list of live calls, newest first. It stands still while somebody points at it or has the focus in it. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useAddressState } from '../../data/address.ts';
import { describeLeg } from '../../ui/call-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { memoize } from '../../ui/memo.tsx';
import { Elapsed } from './elapsed.tsx';
import type { CallSummary } from './live-calls.ts';
import { LiveRows } from './live-rows.ts';
import type { LiveRow } from './live-rows.ts';

interface LiveListProps {
  calls: readonly CallSummary[];
  flow: string | undefined;
  /** Versions that are canaries now. */
  canaries: ReadonlySet<string>;
  isRead: boolean;
}

export function LiveList({ calls, flow, canaries, isRead }: LiveListProps) {
  const list = useMemo(() => new LiveRows(), [flow]);
  useEffect(() => {
    list.update(calls);
  }, [list, calls]);
  const element = useRef<HTMLElement>(null);
  useHolding(element, list);
  const rows = list.rows.value;
  return (
    <section class="live-list" aria-label="Calls" ref={element}>
      <header class="row">
        <h2>{flow === undefined ? 'All calls' : `Calls on ${flow}`}</h2>
        <span role="status">
          {list.waiting.value > 0 && (
            <button
              type="button"
              class="button compact"
              onClick={() => {
                list.showWaiting();
              }}
            >
              {formatNumber(list.waiting.value)} new
            </button>
          )}
        </span>
        <span class="small muted end">newest first</span>
      </header>
      {rows.length === 0 ? (
        <p class="live-none muted">{isRead ? 'No call is live.' : 'Loading the calls…'}</p>
      ) : (
        <RowTable rows={rows} canaries={canaries} hasFlow={flow === undefined} />
      )}
    </section>
  );
}

/** Holds the list while the pointer or the focus is in it. */
function useHolding(element: { current: HTMLElement | null }, list: LiveRows): void {
  useEffect(() => {
    const section = element.current;
    if (section === null) return undefined;
    const check = () => {
      if (section.matches(':hover, :focus-within')) list.hold();
      else list.release();
    };
    // The focus has moved only after the event.
    const checkLater = () => {
      setTimeout(check);
    };
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'];
    for (const event of events) section.addEventListener(event, checkLater);
    return () => {
      for (const event of events) section.removeEventListener(event, checkLater);
    };
  }, [list]);
}

interface RowTableProps {
  rows: readonly LiveRow[];
  canaries: ReadonlySet<string>;
  /** True to tell the flow of each call. */
  hasFlow: boolean;
}

/** Rendered again only when rows come or go, or the address changes: while calls move, only their rows are. */
const RowTable = memoize(function RowTable({ rows, canaries, hasFlow }: RowTableProps) {
  const { query, toHref } = useAddressState();
  return (
    <table>
      <caption class="visually-hidden">Live calls</caption>
      <thead>
        <tr>
          <th scope="col">Caller</th>
          <th scope="col">Step</th>
          <th scope="col">Is</th>
          <th scope="col" class="number">
            For
          </th>
          <th scope="col">
            <span class="visually-hidden">Follow</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CallRow
            key={row.id}
            row={row}
            href={toHref({ flow: query.flow, call: row.id })}
            isChosen={row.id === query.call}
            canaries={canaries}
            hasFlow={hasFlow}
          />
        ))}
      </tbody>
    </table>
  );
});

interface CallRowProps extends Omit<RowTableProps, 'rows'> {
  row: LiveRow;
  href: string;
  isChosen: boolean;
}

/** Rendered again only when its own call or its choice changes. */
function CallRow({ row: { call, hasEnded }, href, isChosen, canaries, hasFlow }: CallRowProps) {
  const { number, flow, version, step, leg, startedAt } = call.value;
  return (
    <tr aria-selected={isChosen}>
      <th scope="row">
        {number}
        {canaries.has(version) && <span class="small warn"> canary</span>}
      </th>
      <td>
        <strong>{step}</strong>
        {hasFlow && <div class="small faint">{flow}</div>}
      </td>
      <td class="muted">{hasEnded.value ? 'ended' : describeLeg(leg)}</td>
      <td class="number">
        <Elapsed since={startedAt} />
      </td>
      <td>
        <a
          class="button compact"
          href={href}
          aria-label={`Follow ${number}`}
          {...(isChosen && { 'aria-current': 'true' })}
        >
          Follow
        </a>
      </td>
    </tr>
  );
}
