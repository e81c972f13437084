/** Definition of a service: its routes and authentication. Voice, SMS and video each export one. */
import type { Capabilities } from '../../../../language/capabilities/index.ts';
import type { Refusal, WireRequest } from './answers.ts';
import type { Project } from '../project.ts';
import type { World } from '../world.ts';

/** A request after authentication and routing. */
export interface IncomingRequest {
  project: Project;
  /** Path parameters. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Raw text. */
  body: string | undefined;
}

/** Executes a request and returns the body of its answer; throws a `Refusal`. */
type Handler = (world: World, incoming: IncomingRequest) => object;

/** Rate limits per second and project (voice.md 8, sms.md 8). */
export type Rate = 'calls' | 'messages';

export interface Route {
  /** Name used by injected faults. */
  name: string;
  method: string;
  /** Path; `:name` is a parameter. */
  path: string;
  handle: Handler;
  /** Set for GET routes that answer with a file. */
  isFile?: true;
  /** Rate limit that the route counts against. */
  rate?: Rate;
  /** False where the emulated carrier cannot do this; absent: every carrier can. */
  isOffered?: IsOffered;
}

type IsOffered = (can: Capabilities) => boolean;

export interface Service {
  /** Path prefix, with leading and trailing slash. */
  prefix: string;
  /** Returns the project that sent the request; throws the refusals of the service. */
  authenticate(world: World, request: WireRequest): Project;
  routes: readonly Route[];
  /** False where the emulated carrier does not have the service; absent: every carrier has it. */
  isOffered?: IsOffered;
  /** Creates the refusal of an unknown path (404) or method (405); default: the result envelope. */
  refuseUnrouted?: (status: 404 | 405) => Refusal;
}
