/** The parts of management over one registry. */
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { CallListing, Clock, FlowStore, Log, Registry, Secrets } from '../../engine/ports/index.ts';
import { ApiKeys } from './api-keys.ts';
import { AuditLog } from './audit.ts';
import type { ListCarriers, ListSettingsRoutes } from './carrier-lacks.ts';
import { Deployments } from './deployments.ts';
import { Directory } from './directory.ts';
import { Drafts } from './drafts.ts';
import type { FolderDrafts } from './drafts.ts';
import type { Editing } from './project.ts';
import { FlowVersions } from './flow-versions.ts';
import { HeldVersions } from './held-versions.ts';
import type { RunTests } from './held-versions.ts';
import { HookTokens } from './hook-tokens.ts';
import { Projects } from './projects.ts';
import type { InUse, Unreadable } from './projects.ts';
import { Quotas } from './quotas.ts';
import { Roster } from './roster.ts';
import { Routes } from './routes.ts';
import { VersionChecks } from './version-checks.ts';

interface ManagementOptions {
  registry: Registry;
  /** Store of deployed versions. */
  flows: Pick<FlowStore, 'putFlow'>;
  calls: Pick<CallListing, 'count'>;
  clock: Clock;
  log: Log;
  /** The settings of the service, which flows declare under `env`. */
  env: Record<string, string>;
  newId: () => string;
  secrets: Secrets;
  /** Returns why a reference of a project cannot be read on this node. */
  unreadable: Unreadable;
  /** Returns further reasons why a project cannot be deleted. */
  inUse: InUse;
  /** The flows that this node runs from a folder. */
  folder: {
    runTests: RunTests;
    /** Opens the drafts of the default project in the folder; absent: they are stored. */
    openDrafts?: (held: HeldVersions) => FolderDrafts;
  };
  listCarriers: ListCarriers;
  listSettingsRoutes: ListSettingsRoutes;
  /** Is told of each version that is about to be deployed. */
  onDeploying: (flow: CompiledFlow) => void;
  /** `editing` of the default project. */
  editing: Editing;
}

export interface Management {
  registry: Registry;
  keys: ApiKeys;
  audit: AuditLog;
  versions: FlowVersions;
  /** Versions that this node runs from a folder. */
  held: HeldVersions;
  /** What is checked before a version takes calls. */
  checks: VersionChecks;
  deployments: Deployments;
  listCarriers: ListCarriers;
  drafts: Drafts;
  routes: Routes;
  projects: Projects;
  hookTokens: HookTokens;
  /** Projects on this node. */
  roster: Roster;
  quotas: Quotas;
  /** Routing on this node. */
  directory: Directory;
}

/** Connects the parts; nothing is read or started. */
export function openManagement(options: ManagementOptions): Management {
  const { registry, flows, calls, clock, log, env, newId, secrets, unreadable, inUse, folder, editing } =
    options;
  const { listCarriers, listSettingsRoutes, onDeploying } = options;
  const now = () => clock.now();
  const audit = new AuditLog(registry, newId);
  const held = new HeldVersions({ registry, runTests: folder.runTests, now, log });
  const versions = new FlowVersions({ registry, audit, held });
  const hookTokens = new HookTokens({ registry, audit, secrets, now });
  const projects = new Projects({
    registry,
    audit,
    tokens: hookTokens,
    calls,
    unreadable,
    inUse,
    editing,
    now,
  });
  const folderDrafts = folder.openDrafts?.(held);
  const roster = new Roster(registry, hookTokens);
  const quotas = new Quotas(calls, clock);
  roster.follow((projects) => {
    quotas.applyLimits(projects);
  });
  const routes = new Routes({ registry, audit, now });
  const checks = new VersionChecks({
    ...{ versions, flows, now, env, routes },
    ...{ listCarriers, listSettingsRoutes, onDeploying },
  });
  return {
    registry,
    listCarriers,
    keys: new ApiKeys(registry, secrets),
    audit,
    versions,
    held,
    checks,
    deployments: new Deployments({ registry, audit, versions, checks, held, now }),
    drafts: new Drafts({
      ...{ registry, audit, now },
      readEditing: (project) => projects.readEditing(project),
      findFolder: (project) => (project === DEFAULT_PROJECT ? folderDrafts : undefined),
    }),
    routes,
    projects,
    hookTokens,
    roster,
    quotas,
    directory: new Directory({ registry, flows, clock, log, roster, quotas, held }),
  };
}
