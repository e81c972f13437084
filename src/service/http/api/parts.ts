/** The parts of a service that the management API calls. */
import type { Management } from '../../management/index.ts';
import type { CdrSource } from '../../cdrs/index.ts';
import type { Attention, OpenedStats, ProjectStatistics, Stats } from '../../stats/index.ts';
import type { OpenedCampaigns } from '../../campaigns/index.ts';
import type { PlannedCalls } from '../../planned-calls/index.ts';
import type { GivenEvent } from '../../../engine/index.ts';
import type { CallId, CallRecord } from '../../../call/index.ts';
import type { Clock, Log, Recordings, Store } from '../../../engine/ports/index.ts';
import type { BuildWorkers } from '../../build/index.ts';
import type { HookService } from '../hooks.ts';
import type { ServiceMetrics } from '../service-metrics.ts';
import type { Authenticate } from './access.ts';
import type { LimitOptions } from './limits.ts';
import type { LiveStreams } from './live-stream.ts';
import type { Renderings } from './renderings.ts';

export interface ApiParts {
  access: { authenticate: Authenticate; limits: LimitOptions };
  management: Omit<Management, 'roster' | 'quotas' | 'directory'>;
  node: NodeParts;
  calls: CallParts;
  campaigns: Omit<OpenedCampaigns, 'runner'>;
  plannedCalls: PlannedCalls;
  build: { workshop: Pick<BuildWorkers, 'do'>; renderings: Renderings };
  reports: ReportParts;
  clock: Pick<Clock, 'after' | 'now'>;
  log: Log;
}

/** Projects and routing as this node applies them. */
interface NodeParts {
  /** Applies stored routes, deployments, projects and hook tokens on this node. */
  refreshDirectory: () => Promise<void>;
  /** Returns the URLs at which the platform notifies a project, with this token. */
  hookUrls: (project: string, token: string) => Record<HookService, string>;
  /** True when this node knows the project; metrics name no other. */
  isKnownProject: (project: string) => boolean;
  /** Lists the numbers of a project that the settings of the service, or `ringflow dev`, route to flows: of the default one alone. */
  listSettingsRoutes: (project: string) => readonly SettingsRoute[];
}

/** A number that the settings of the service route to a flow. */
interface SettingsRoute {
  /** In E.164 form; `*`: every number without a route of its own. */
  number: string;
  takes: 'calls' | 'messages';
  flow: string;
}

interface CallParts {
  records: Pick<Store, 'load' | 'trace' | 'list' | 'count' | 'getFlow'>;
  /** Settings of the service that flows declare under `env`. */
  env: Readonly<Record<string, string>>;
  /** Places a call. Throws an `OperationalError`: `unknown_flow` or `bad_params`. */
  place: (call: PlacedCall) => Promise<string>;
  /** Sends an event to a call, once per key. Throws an `OperationalError`: `call_over`, `not_awaited`, `key_reused`. */
  give: (call: CallId, event: GivenEvent, key?: string) => Promise<void>;
  /** Returns the recordings that the carrier of a call keeps, if it keeps any. */
  findRecordings: (record: CallRecord) => Recordings | undefined;
  /** Hangs up a call. Throws an `OperationalError`: `call_over`. */
  hangUp: (call: CallId) => Promise<void>;
}

interface ReportParts {
  stats: Stats;
  projectStats: ProjectStatistics;
  attention: Attention;
  readCampaign: OpenedStats['readCampaign'];
  cdrs: CdrSource;
  live: LiveStreams;
  /** Counts requests and refusals; absent when metrics are off. */
  counts?: Pick<ServiceMetrics, 'countRequest' | 'countRefusal'>;
}

/** A call to be placed. */
export interface PlacedCall {
  project: string;
  flow: string;
  from: string;
  to: string;
  params?: Record<string, unknown>;
  /** Name of the carrier; absent: the default one. */
  carrier?: string;
  /** Idempotency key: a repeated request with the same key returns the same call. */
  key?: string;
}
