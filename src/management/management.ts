/** Everything that operators set up, over one registry. */
import type { Clock, FlowStore, Log, Registry, Secrets } from '../ports/index.ts';
import { ApiKeys } from './api-keys.ts';
import { AuditLog } from './audit.ts';
import { Deployments } from './deployments.ts';
import { Directory } from './directory.ts';
import { FlowVersions } from './flow-versions.ts';
import { Routes } from './routes.ts';

export interface ManagementOptions {
  registry: Registry;
  /** Where nodes find the versions that take calls. */
  flows: Pick<FlowStore, 'putFlow'>;
  clock: Clock;
  log: Log;
  /** The settings of the service, which flows declare under `env`. */
  env: Record<string, string>;
  /** Gives a new unique text. */
  newId: () => string;
  secrets: Secrets;
}

export interface Management {
  registry: Registry;
  keys: ApiKeys;
  audit: AuditLog;
  versions: FlowVersions;
  deployments: Deployments;
  routes: Routes;
  /** Where calls are led, on this node. */
  directory: Directory;
}

/** Puts the parts together; nothing is read or begun. */
export function openManagement(options: ManagementOptions): Management {
  const { registry, flows, clock, log, env, newId, secrets } = options;
  const now = () => clock.now();
  const audit = new AuditLog(registry, newId);
  const versions = new FlowVersions({ registry, audit });
  return {
    registry,
    keys: new ApiKeys(registry, secrets),
    audit,
    versions,
    deployments: new Deployments({ registry, audit, versions, flows, now, env }),
    routes: new Routes({ registry, audit, now }),
    directory: new Directory({ registry, flows, clock, log }),
  };
}
