/** What the API is made of: everything it does is done by one of these. */
import type {
  AuditLog,
  ApiKeys,
  Deployments,
  FlowVersions,
  HookTokens,
  Projects,
  Routes,
} from '../../management/index.ts';
import type { CdrSource } from '../../cdrs/index.ts';
import type { Stats } from '../../stats/index.ts';
import type { OpenedCampaigns } from '../../campaigns/index.ts';
import type { PlannedCalls } from '../../planned-calls/index.ts';
import type { GivenEvent } from '../../../engine/index.ts';
import type { CallId } from '../../../call/index.ts';
import type { Clock, Log, Registry, Store } from '../../../engine/ports/index.ts';
import type { Workshop } from '../../build/index.ts';
import type { HookService } from '../hooks.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import type { Authenticate } from './access.ts';
import type { LimitOptions } from './limits.ts';
import type { LiveStreamOptions } from './live-stream.ts';

export interface ApiParts extends Omit<OpenedCampaigns, 'runner'> {
  authenticate: Authenticate;
  log: Log;
  clock: Pick<Clock, 'after'>;
  limits: LimitOptions;
  /** Counts requests and refusals; absent: nobody does. */
  counts?: Pick<ServiceMetrics, 'answered' | 'refused'>;
  /** Whether there is such a project on this node: what is counted names no other. */
  isKnownProject?: (project: string) => boolean;
  registry: Registry;
  keys: ApiKeys;
  audit: AuditLog;
  versions: FlowVersions;
  deployments: Deployments;
  routes: Routes;
  projects: Projects;
  hookTokens: HookTokens;
  /** Where bundles are compiled and tried out, and versions drawn and compared. */
  workshop: Pick<Workshop, 'do'>;
  /** Calls that were asked for ahead. */
  plannedCalls: PlannedCalls;
  /** Calls as they are stored. */
  calls: Pick<Store, 'load' | 'trace' | 'list' | 'count' | 'getFlow'>;
  /** The settings of the service, which flows declare under `env`. */
  env: Readonly<Record<string, string>>;
  stats: Stats;
  /** What CDRs are read from. */
  cdrs: CdrSource;
  /** Places a call. Throws an `OperationalError`: `unknown_flow` or `bad_params`. */
  place: (call: PlacedCall) => Promise<string>;
  /** Gives an event to a call, once under a key. Throws an `OperationalError`: `call_over`, `not_awaited`, `key_reused`. */
  give: (call: CallId, event: GivenEvent, key?: string) => Promise<void>;
  /** Hangs a call up. Throws an `OperationalError`: `call_over`. */
  hangUp: (call: CallId) => Promise<void>;
  /** For those who watch. */
  live: LiveStreamOptions;
  /** What was changed here takes effect on this node at once. */
  refresh: () => Promise<void>;
  /** The addresses at which the platform tells a project of things, with this token. */
  hookUrls: (project: string, token: string) => Record<HookService, string>;
  /** ms since the epoch. */
  now: () => number;
}

/** A call to be placed. */
export interface PlacedCall {
  project: string;
  flow: string;
  from: string;
  to: string;
  params?: Record<string, unknown>;
  /** Who asks for it again with the same key gets the same call. */
  key?: string;
}
