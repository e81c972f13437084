/** The options of the HTTP server. */
import type { Intake } from '../../engine/index.ts';
import type { Clock, Log, SpoolState } from '../../engine/ports/index.ts';
import type { ApiParts } from './api/parts.ts';
import type { CarrierState, AdmitCarrier } from './carrier-sockets.ts';
import type { ConsolePages } from './console-pages.ts';
import type { Dial, FindCall } from './dial-route.ts';
import type { Hooks } from './hooks.ts';
import type { Measured } from './metrics.ts';
import type { OnNotice, OnNotification } from './notices.ts';

export interface ServerOptions {
  /** Stores incoming events. */
  intake: Pick<Intake, 'receive' | 'message' | 'delivered'>;
  clock: Clock;
  log: Log;
  newId: () => string;
  /** Hooks of all projects. */
  hooks: Pick<Hooks, 'findHook' | 'isKnown'>;
  /** Receives the result of each notification about calls and messages. */
  onNotification?: OnNotification;
  /** Receives the error code of each refused notification, with its project if known. */
  onRefused?: (code: string, project: string | undefined) => void;
  /** Receives notices: messages and events of video rooms. */
  onNotice?: OnNotice;
  /** Resolves when the service is ready, rejects with the reason when not; called at most once per second. */
  checkReady: () => Promise<Readiness>;
  /** True while the service stops: it is not ready, and every response closes its connection. */
  isDraining?: () => boolean;
  /** The spool; absent: there is none. */
  waiting?: () => SpoolState | undefined;
  /** Sources of /metrics beside the spool; `elsewhere`: this server has no /metrics. */
  measured?: Omit<Measured, 'clock' | 'waiting'> | 'elsewhere';
  /** Parts of the management API; absent: there is none. */
  api?: ApiParts;
  /** The console; absent: it is not served. */
  consolePages?: ConsolePages;
  /** Carriers that report events over a WebSocket; absent: there are none. */
  carriers?: {
    admit: AdmitCarrier;
    /** Lists them with the state of their connections. */
    list(): readonly CarrierState[];
  };
  /** Maximum body of a notification, bytes; default: 1 MiB. */
  notificationBytes?: number;
  /** Proxies whose X-Forwarded-For is trusted; absent: none. */
  trustProxy?: string | false;
  /** Present in `dev`: places an outbound call without credentials. */
  dial?: Dial;
  /** Present in `dev`: shows a call without credentials. */
  findCall?: FindCall;
}

/** `spooling`: the store is unavailable, and notifications wait on disk. */
export type Readiness = 'ready' | 'spooling';
