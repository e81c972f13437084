/** The frame around every view: the rail with project, entries and session, the state of the connection. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { unwrap } from '../api/client.ts';
import { getProjectStats } from '../api/generated/index.ts';
import { liveState, watchCalls } from '../data/live.ts';
import type { LiveEvent } from '../data/live.ts';
import { offlineNote, unreachableSince } from '../data/connection.ts';
import { useResource } from '../data/resource.ts';
import { findRole, mayDo, principal, leave } from '../session/session.ts';
import { formatClock, formatNumber } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { assignKeys } from './key-table.ts';
import { isMac, shownDialog, watchKeys } from './keys.ts';
import { Logo } from './logo.tsx';
import { ProjectSwitch } from './project-switch.tsx';
import type { CountName, RailEntry } from './rail-entry.ts';
import { ShellDialogs } from './shell-dialogs.tsx';
import { chooseTheme, themeChoice, themes } from './theme.ts';

interface ShellProps {
  project: string;
  entries: readonly RailEntry[];
  children: ComponentChildren;
}

export function Shell({ project, entries, children }: ShellProps) {
  useEffect(() => watchKeys(), []);
  const permitted = entries.filter(({ action, isOfService = false }) =>
    isOfService ? mayDo(action) : mayDo(action, project),
  );
  const counts = useCounts(project);
  return (
    <div class="shell">
      <a class="button skip" href="#content">
        Skip to content
      </a>
      <nav class="rail" aria-label="Main">
        <Logo />
        <ProjectSwitch project={project} />
        <FindButton />
        <ul>
          {permitted.map((entry) => (
            <li key={entry.path} class={entry.isApart === true ? 'apart' : ''}>
              <RailLink project={project} entry={entry} count={entry.count && counts?.[entry.count]} />
            </li>
          ))}
        </ul>
        <RailFoot project={project} />
      </nav>
      <main id="content" class="content" tabIndex={-1}>
        <ConnectionBar />
        {children}
      </main>
      <Toasts />
      <ShellDialogs project={project} entries={permitted} />
    </div>
  );
}

function FindButton() {
  const keys = isMac ? '⌘ K' : 'Ctrl K';
  return (
    <button
      type="button"
      class="find-button"
      title={`Find (${keys})`}
      aria-haspopup="dialog"
      onClick={() => {
        shownDialog.value = 'find';
      }}
    >
      <Icon name="find" />
      <span class="label">Find</span>
      <kbd class="label" aria-hidden="true">
        {keys}
      </kbd>
    </button>
  );
}

const COUNTS_REFRESH_MS = 15_000;
const MINUTE_MS = 60_000;

/**
 * Counts what the entries of the rail lead to; undefined for callers who may not see it, and until it is read. It keeps the event
 * stream open on every view: where that breaks, the service is away.
 */
function useCounts(project: string): Readonly<Record<CountName, number>> | undefined {
  const counts = useResource(
    `rail ${project}`,
    async () => {
      if (!mayDo('flows.read', project)) return undefined;
      const query = { from: new Date(Date.now() - MINUTE_MS).toISOString(), bucket: 'minute' as const };
      const { flows, flowsLeftOut, ...stats } = await unwrap(getProjectStats({ path: { project }, query }));
      const { live, campaigns, routes } = stats;
      return { flows: flows.length + flowsLeftOut, live, campaigns, numbers: routes };
    },
    { everyMs: COUNTS_REFRESH_MS },
  );
  // Calls that began less those that ended since the last reading.
  const [change, setChange] = useState(0);
  useEffect(() => {
    if (!mayDo('calls.read', project)) return undefined;
    return watchCalls(project, (events) => {
      if (events.some(({ kind }) => kind === 'gap')) counts.refresh();
      const count = (wanted: LiveEvent['kind']) => events.filter(({ kind }) => kind === wanted).length;
      setChange((before) => before + count('call.started') - count('call.ended'));
    });
  }, [project, counts]);
  const { data, readAt } = counts.state.value;
  useEffect(() => {
    setChange(0);
  }, [readAt]);
  return data && { ...data, live: Math.max(0, data.live + change) };
}

interface RailLinkProps {
  project: string;
  entry: RailEntry;
  count: number | undefined;
}

function RailLink({ project, entry: { path, label, icon, keys }, count }: RailLinkProps) {
  const { path: current } = useLocation();
  const home = `/console/${project}`;
  const href = path === '' ? home : `${home}/${path}`;
  const isCurrent =
    path === '' ? current.replace(/\/$/, '') === home : current === href || current.startsWith(`${href}/`);
  return (
    <a
      class="rail-link"
      href={href}
      title={label}
      {...(keys && assignKeys(keys))}
      {...(isCurrent && { 'aria-current': 'page' })}
    >
      <Icon name={icon} />
      <span class="label">{label}</span>
      {count !== undefined && <span class="count">{formatNumber(count)}</span>}
    </a>
  );
}

const LIVE_TEXTS = {
  connecting: { text: 'Connected', tone: 'ok' },
  live: { text: 'Connected, live', tone: 'ok' },
  interrupted: { text: 'Live events interrupted', tone: 'warn' },
} as const;

function RailFoot({ project }: { project: string }) {
  const { text, tone } =
    unreachableSince.value === undefined
      ? LIVE_TEXTS[liveState.value]
      : ({ text: 'Not connected', tone: 'bad' } as const);
  const whoami = [principal.value?.name, findRole(project)].filter(Boolean).join(' · ');
  return (
    <div class="rail-foot">
      <span class={`row ${tone}`} title={text}>
        <span class="dot" />
        <span class="label">{text}</span>
      </span>
      <span class="whoami" title={whoami}>
        {whoami}
      </span>
      <div class="row">
        <ThemeButton />
        <button
          type="button"
          class="button compact plain"
          aria-label="Keys"
          title="Keys (?)"
          aria-haspopup="dialog"
          onClick={() => {
            shownDialog.value = 'keys';
          }}
        >
          <Icon name="keyboard" />
        </button>
        <button
          type="button"
          class="button compact plain"
          aria-label="Sign out"
          title="Sign out"
          onClick={leave}
        >
          <Icon name="leave" />
        </button>
      </div>
    </div>
  );
}

/** Each click chooses the next theme. */
function ThemeButton() {
  const current = themes.findIndex(({ choice }) => choice === themeChoice.value);
  const next = themes[(current + 1) % themes.length];
  const label = `Theme: ${themes[current]?.label ?? ''}`;
  return (
    <button
      type="button"
      class="button compact plain"
      aria-label={label}
      title={label}
      onClick={() => {
        if (next !== undefined) chooseTheme(next.choice);
      }}
    >
      <Icon name="theme" />
    </button>
  );
}

function ConnectionBar() {
  const since = unreachableSince.value;
  if (since === undefined) return null;
  return (
    <div class="notice-bar" role="status">
      Not connected since {formatClock(since)}.{' '}
      {offlineNote.value ?? 'The numbers are those of that time; changes are not possible.'}
    </div>
  );
}
