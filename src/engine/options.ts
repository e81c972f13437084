import type { CallId, CallRecord, ProjectId, TraceEntry } from '../call/index.ts';
import type { CommandOutcome } from './send/send.ts';
import type { Clock, Log, NodeId, Carrier, Routing, Store, Web } from './ports/index.ts';

export interface EngineOptions {
  /** Id of this process among the nodes that share a store; a new one at every start. */
  node: NodeId;
  store: Store;
  clock: Clock;
  log: Log;
  /** Returns a carrier of a project, by default the platform. */
  findCarrier(project: string, name?: string): Carrier | undefined;
  /** For the requests that flows make to web services. */
  web: Web;
  /** Returns a new unique text, for the ids of calls that we place. */
  newId(): string;
  beginnings?: BeginningOptions;
  timing?: Partial<Timing>;
  listeners?: EngineListeners;
}

/** Settings of how calls begin. */
interface BeginningOptions {
  /** Values of the settings that flows declare. */
  env?: Record<string, string>;
  /** The flow for numbers without a route. Default: the only one in service. */
  defaultFlow?: string;
  /** Returns the name of the carrier that places a call to a number, where the request names none; undefined: the default one. */
  chooseCarrier?(project: string, to: string): string | undefined;
  /** Routes and flows of operators, which take precedence over those put into service on this node. */
  routing?: Routing;
  /** The project whose calls get the flows of this node. Default: every project's. */
  project?: ProjectId;
  /** True when a project may begin this call in addition to its live ones. Default: always. */
  admits?(project: ProjectId, call: CallId): boolean;
}

interface Timing {
  /** Lease of a lane or a claim; a crash delays a command by at most this and a second more. Default 4 s. */
  leaseMs: number;
  /**
   * Time in which the next commit of its call may settle an answered command; after it the command is settled by a separate
   * write. A crash meanwhile leaves it in doubt. Default 25 ms.
   */
  settleAfterMs: number;
  /** Retention of ended calls. Default 7 days. */
  retentionMs: number;
}

export interface EngineListeners {
  /** Called with the delay of each fired deadline, ms. */
  onWake?(lateMs: number): void;
  /** Called with the result of each request for a command or a broadcast. */
  onPerformed?(performed: CommandOutcome): void;
  /** Called with every event applied, after it was stored. */
  onTrace?(call: CallRecord, entry: TraceEntry): void;
}

/** The options, with their groups dissolved and the defaults filled in. */
export type EngineSettings = Omit<EngineOptions, 'beginnings' | 'timing' | 'listeners'> &
  BeginningOptions &
  Required<Pick<BeginningOptions, 'env'>> &
  Timing &
  EngineListeners;

/** Default retention of ended calls, ms. */
export const RETENTION_MS = 7 * 24 * 3_600_000;

const DEFAULTS = { env: {}, leaseMs: 4_000, settleAfterMs: 25, retentionMs: RETENTION_MS };

/** Flattens the groups of options and fills in the defaults. */
export function toSettings({ beginnings, timing, listeners, ...others }: EngineOptions): EngineSettings {
  return { ...DEFAULTS, ...others, ...beginnings, ...timing, ...listeners };
}
