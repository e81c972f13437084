import type { CallId, CallRecord, ProjectId, TraceEntry } from '../call/index.ts';
import type { Performed } from './send/send.ts';
import type { Clock, Log, NodeId, Platform, Routing, Store, Web } from './ports/index.ts';

export interface EngineOptions {
  /** Names this process among the nodes that share a store; another one after every start. */
  node: NodeId;
  store: Store;
  clock: Clock;
  log: Log;
  platformOf(project: string): Platform | undefined;
  /** Whether a project may have this call beside those that go on; told once the call is about to begin. Absent: any. */
  admits?(project: ProjectId, call: CallId): boolean;
  /** For the requests that flows make to web services. */
  web: Web;
  /** Values of the settings that flows declare. */
  env?: Record<string, string>;
  /** Gives a new unique text, for the ids of calls that we place. */
  newId(): string;
  /** The flow for numbers without a route. Default: the only one in service. */
  defaultFlow?: string;
  /** What operators have set up, which goes before the flows that are put into service on this node. */
  routing?: Routing;
  /** The project whose calls get those; absent: every project's. */
  project?: ProjectId;
  /** How long a lane or a claim is held without a sign of life; so long, and a second more, a crash can delay a command. Default 4 s. */
  leaseMs?: number;
  /**
   * How long an answered command waits for a commit of its call to settle it along, before it is settled by a write of
   * its own; a crash meanwhile leaves it in doubt. Default 25 ms.
   */
  settleAfterMs?: number;
  /** How long an ended call is kept. Default 7 days. */
  retentionMs?: number;
  /** Hears by how much a deadline was missed that was attended to, ms. */
  onWake?(lateMs: number): void;
  /** Hears what the platform made of each command, and of each order to place many calls. */
  onPerformed?(performed: Performed): void;
  /** Hears of every event applied, after it was stored. */
  onTrace?(call: CallRecord, entry: TraceEntry): void;
}

/** The options with their defaults filled in. */
export type EngineSettings = Required<
  Omit<EngineOptions, 'admits' | 'defaultFlow' | 'onTrace' | 'onWake' | 'onPerformed' | 'routing' | 'project'>
> &
  Pick<
    EngineOptions,
    'admits' | 'onTrace' | 'onWake' | 'onPerformed' | 'defaultFlow' | 'routing' | 'project'
  >;

/** How long an ended call is kept where nothing else is said, ms. */
export const RETENTION_MS = 7 * 24 * 3_600_000;

const defaults = { env: {}, leaseMs: 4_000, settleAfterMs: 25, retentionMs: RETENTION_MS };

/** Fills in what was left out. */
export function withDefaults(options: EngineOptions): EngineSettings {
  return { ...defaults, ...options };
}
