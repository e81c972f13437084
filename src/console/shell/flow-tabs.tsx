/** The tabs of a flow. A tab is left out for callers who may not use it. */
import { useLocation } from 'preact-iso';
import { mayDo } from '../session/session.ts';
import type { Action } from '../session/session.ts';
import { assignKeys } from './key-table.ts';
import type { ElementKeys } from './key-table.ts';

interface Tab {
  path: string;
  label: string;
  action: Action;
  /** Keys that lead there. */
  keys?: ElementKeys;
}

const tabs: readonly Tab[] = [
  { path: '', label: 'Diagram', action: 'flows.read' },
  { path: '/edit', label: 'Edit', action: 'drafts.read', keys: 'e' },
  { path: '/versions', label: 'Versions', action: 'flows.read' },
  { path: '/calls', label: 'Calls', action: 'calls.read' },
  { path: '/tests', label: 'Tests', action: 'flows.read' },
  { path: '/numbers', label: 'Numbers', action: 'routes.read' },
];

/** Returns the links that stand before the title of a view of a flow. */
export function listFlowPath(project: string, flow?: string): { href: string; label: string }[] {
  const flows = { href: `/console/${project}/flows`, label: 'Flows' };
  return flow === undefined ? [flows] : [flows, { href: `${flows.href}/${flow}`, label: flow }];
}

export function FlowTabs({ project, flow }: { project: string; flow: string }) {
  const { path } = useLocation();
  const home = `/console/${project}/flows/${flow}`;
  return (
    <nav class="tabs" aria-label="Flow">
      {tabs
        .filter(({ action }) => mayDo(action, project))
        .map((tab) => {
          const href = home + tab.path;
          return (
            <a
              key={tab.path}
              href={href}
              {...(tab.keys && assignKeys(tab.keys))}
              {...(path === href && { 'aria-current': 'page' as const })}
            >
              {tab.label}
            </a>
          );
        })}
    </nav>
  );
}
