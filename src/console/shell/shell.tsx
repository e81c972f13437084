/** The frame around every view: the rail with project, entries and session, the state of the connection. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { liveState, watchCalls } from '../data/live.ts';
import { unreachableSince } from '../data/connection.ts';
import { mayDo, principal, signOut } from '../session/session.ts';
import type { Action } from '../session/session.ts';
import { formatClock } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Logo } from './logo.tsx';
import { ProjectSwitch } from './project-switch.tsx';
import { chooseTheme, themeChoice } from './theme.ts';

/** An entry of the rail. */
export interface RailEntry {
  /** Path after the project; empty for the overview. */
  path: string;
  label: string;
  icon: IconName;
  /** Action that the view needs; the entry is left out for callers who may not do it. */
  action: Action;
  /** True for a view of the whole service, which takes a role for all projects. */
  isOfService?: boolean;
  /** True where a gap separates the entry from those before it. */
  isApart?: boolean;
}

interface ShellProps {
  project: string;
  entries: readonly RailEntry[];
  children: ComponentChildren;
}

export function Shell({ project, entries, children }: ShellProps) {
  useConnection(project);
  return (
    <div class="shell">
      <a class="button skip" href="#content">
        Skip to content
      </a>
      <nav class="rail" aria-label="Main">
        <Logo />
        <ProjectSwitch project={project} />
        <ul>
          {entries
            .filter(({ action, isOfService = false }) =>
              isOfService ? mayDo(action) : mayDo(action, project),
            )
            .map((entry) => (
              <li key={entry.path} class={entry.isApart === true ? 'apart' : ''}>
                <RailLink project={project} entry={entry} />
              </li>
            ))}
        </ul>
        <RailFoot />
      </nav>
      <main id="content" class="content" tabIndex={-1}>
        <ConnectionBar />
        {children}
      </main>
      <Toasts />
    </div>
  );
}

/** Keeps the event stream open on every view: where it breaks, the service is away. */
function useConnection(project: string): void {
  useEffect(() => watchCalls(project, () => undefined), [project]);
}

function RailLink({ project, entry: { path, label, icon } }: { project: string; entry: RailEntry }) {
  const { path: current } = useLocation();
  const home = `/console/${project}`;
  const href = path === '' ? home : `${home}/${path}`;
  const isCurrent =
    path === '' ? current.replace(/\/$/, '') === home : current === href || current.startsWith(`${href}/`);
  return (
    <a class="rail-link" href={href} title={label} {...(isCurrent && { 'aria-current': 'page' })}>
      <Icon name={icon} />
      <span class="label">{label}</span>
    </a>
  );
}

const LIVE_TEXTS = {
  connecting: { text: 'Connected', tone: 'ok' },
  live: { text: 'Connected, live', tone: 'ok' },
  interrupted: { text: 'Live events interrupted', tone: 'warn' },
} as const;

function RailFoot() {
  const { text, tone } =
    unreachableSince.value === undefined
      ? LIVE_TEXTS[liveState.value]
      : ({ text: 'Not connected', tone: 'bad' } as const);
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
  return (
    <div class="rail-foot">
      <span class={`row ${tone}`} title={text}>
        <span class="dot" />
        <span class="label">{text}</span>
      </span>
      <span class="label">{principal.value?.name}</span>
      <div class="row">
        <button
          type="button"
          class="button compact plain"
          aria-label={`Use the ${next} theme`}
          title={`Use the ${next} theme`}
          data-choice={themeChoice.value}
          onClick={() => {
            chooseTheme(next);
          }}
        >
          <Icon name="theme" />
        </button>
        <button
          type="button"
          class="button compact plain"
          aria-label="Sign out"
          title="Sign out"
          onClick={signOut}
        >
          <Icon name="leave" />
        </button>
      </div>
    </div>
  );
}

function ConnectionBar() {
  const since = unreachableSince.value;
  if (since === undefined) return null;
  return (
    <div class="notice-bar" role="status">
      Not connected since {formatClock(since)}. The numbers are those of that time; changes are not possible.
    </div>
  );
}
