/** The views of the console and their addresses. The landing view is part of the first load; the others are loaded when they are first shown. */
import { Router, useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { Shell } from '../shell/shell.tsx';
import type { RailEntry } from '../shell/rail-entry.ts';
import { grantedProjects } from '../session/session.ts';
import { readSignInOptions } from '../session/sign-in-options.ts';
import { lazyView } from './lazy-view.tsx';
import { NotFound } from './not-found.tsx';
import { NotGranted } from './not-granted.tsx';
import { OverviewView } from './overview/overview.tsx';

const CallView = lazyView(() => import('./call/call.tsx').then((module) => module.CallView));
const CallsView = lazyView(() => import('./calls/calls.tsx').then((module) => module.CallsView));
const EditorView = lazyView(() => import('./editor/editor.tsx').then((module) => module.EditorView));
const FlowView = lazyView(() => import('./flow/flow.tsx').then((module) => module.FlowView));
const PhoneView = lazyView(() => import('./phone/phone.tsx').then((module) => module.PhoneView));
const CampaignsView = lazyView(() =>
  import('./campaigns/campaigns.tsx').then((module) => module.CampaignsView),
);
const CampaignView = lazyView(() => import('./campaigns/campaign.tsx').then((module) => module.CampaignView));
const NewFlowView = lazyView(() => import('./new-flow/new-flow.tsx').then((module) => module.NewFlowView));
const ImportView = lazyView(() => import('./import/import.tsx').then((module) => module.ImportView));
const NumbersView = lazyView(() => import('./numbers/numbers.tsx').then((module) => module.NumbersView));
const KeysView = lazyView(() => import('./keys/keys.tsx').then((module) => module.KeysView));
const AuditView = lazyView(() => import('./audit/audit.tsx').then((module) => module.AuditView));
const ProjectsView = lazyView(() => import('./projects/projects.tsx').then((module) => module.ProjectsView));
const ProjectView = lazyView(() => import('./projects/project.tsx').then((module) => module.ProjectView));
const LiveView = lazyView(() => import('./live/live.tsx').then((module) => module.LiveView));
const FlowsView = lazyView(() => import('./flows/flows.tsx').then((module) => module.FlowsView));
const VersionsView = lazyView(() => import('./versions/versions.tsx').then((module) => module.VersionsView));
const DeployView = lazyView(() => import('./deploy/deploy.tsx').then((module) => module.DeployView));
const FlowTestsView = lazyView(() =>
  import('./flow-tests/flow-tests.tsx').then((module) => module.FlowTestsView),
);
const FlowNumbersView = lazyView(() =>
  import('./flow-numbers/flow-numbers.tsx').then((module) => module.FlowNumbersView),
);

const entries: readonly RailEntry[] = [
  { path: '', label: 'Overview', icon: 'overview', action: 'flows.read', keys: 'g o' },
  { path: 'flows', label: 'Flows', icon: 'flows', action: 'flows.read', keys: 'g f', count: 'flows' },
  { path: 'live', label: 'Live', icon: 'live', action: 'calls.read', keys: 'g l', count: 'live' },
  { path: 'calls', label: 'Calls', icon: 'calls', action: 'calls.read', keys: 'g c' },
  { path: 'campaigns', label: 'Campaigns', icon: 'campaigns', action: 'campaigns.read', count: 'campaigns' },
  { path: 'numbers', label: 'Numbers', icon: 'numbers', action: 'routes.read', count: 'numbers' },
  { path: 'projects', label: 'Projects', icon: 'projects', action: 'hooks.write', isApart: true },
  { path: 'keys', label: 'Keys', icon: 'keys', action: 'keys.manage', isOfService: true, isApart: true },
  { path: 'audit', label: 'Audit log', icon: 'audit', action: 'audit.read', isApart: true },
];

const phoneEntry: RailEntry = { path: 'phone', label: 'Phone', icon: 'phone', action: 'calls.place' };

const ALL_PROJECTS = '*';

export function Views() {
  const { path } = useLocation();
  const [, , project = ''] = path.split('/');
  const emulator = useEmulatorAddress();
  if (project === '') return <ToFirstProject />;
  if (!isGranted(project))
    return (
      <Shell project={project} entries={[]}>
        <NotGranted project={project} />
      </Shell>
    );
  return (
    <Shell project={project} entries={typeof emulator !== 'string' ? entries : [...entries, phoneEntry]}>
      <Router>
        <OverviewView path="/console/:project" />
        <FlowsView path="/console/:project/flows" />
        <NewFlowView path="/console/:project/new-flow" />
        <ImportView path="/console/:project/import" />
        <FlowView path="/console/:project/flows/:flow" />
        <EditorView path="/console/:project/flows/:flow/edit" />
        <CampaignsView path="/console/:project/campaigns" />
        <CampaignView path="/console/:project/campaigns/:id" />
        <NumbersView path="/console/:project/numbers" />
        <ProjectsView path="/console/:project/projects" />
        <ProjectView path="/console/:project/projects/:id" />
        <KeysView path="/console/:project/keys" />
        <AuditView path="/console/:project/audit" />
        <PhoneView path="/console/:project/phone" emulator={emulator} />
        <VersionsView path="/console/:project/flows/:flow/versions" />
        <DeployView path="/console/:project/flows/:flow/deploy/:version" />
        <FlowTestsView path="/console/:project/flows/:flow/tests" />
        <FlowNumbersView path="/console/:project/flows/:flow/numbers" />
        <LiveView path="/console/:project/live" />
        <CallsView path="/console/:project/flows/:flow/calls" />
        <CallsView path="/console/:project/calls" />
        <CallView path="/console/:project/calls/:id" />
        <NotFound default />
      </Router>
    </Shell>
  );
}

function isGranted(project: string): boolean {
  return grantedProjects.value.some((granted) => granted === ALL_PROJECTS || granted === project);
}

/** Leads from /console/ to a project: the default one for callers who may see all. */
function ToFirstProject() {
  const { route } = useLocation();
  useEffect(() => {
    const [first = 'default'] = grantedProjects.value.filter((project) => project !== ALL_PROJECTS);
    const project = grantedProjects.value.includes(ALL_PROJECTS) ? 'default' : first;
    route(`/console/${project}`, true);
  }, []);
  return null;
}

/** Returns the address of the emulator behind the service; null where there is none, undefined until that is known. */
function useEmulatorAddress(): string | null | undefined {
  const [emulator, setEmulator] = useState<string | null | undefined>();
  useEffect(() => {
    readSignInOptions().then(
      (options) => {
        setEmulator(options.emulator ?? null);
      },
      () => {
        setEmulator(null);
      },
    );
  }, []);
  return emulator;
}
