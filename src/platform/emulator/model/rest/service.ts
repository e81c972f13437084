/**
 * What a service of the platform is to the REST side: its routes, and how it knows whose a request is. Voice, SMS and
 * video each are one folder that exports one of these.
 */
import type { Refusal, WireRequest } from './answers.ts';
import type { Project } from '../settings.ts';
import type { World } from '../world.ts';

/** A request that passed authentication and found its route. */
export interface Incoming {
  project: Project;
  /** The parts of the path that the route names with a colon. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Raw text. */
  body: string | undefined;
}

/** Does what a request asks and gives the success body; throws a `Refusal`. */
type Handler = (world: World, incoming: Incoming) => object;

/** What is counted per second and project (voice.md 8, sms.md 8). */
export type Rate = 'calls' | 'messages';

export interface Route {
  /** Names the route in faults. */
  name: string;
  method: string;
  /** Segments; `:name` stands for any one. */
  path: string;
  handle: Handler;
  /** It is a GET that answers with a file. */
  isFile?: true;
  /** Counts against this limit. */
  rate?: Rate;
}

export interface Service {
  /** How its paths begin, with a slash at both ends. */
  prefix: string;
  /** Whose request it is; throws the refusals of the service. */
  authenticate(world: World, request: WireRequest): Project;
  routes: readonly Route[];
  /** What it says to a path (404) or method (405) that it does not have; by default the result envelope. */
  misses?: (status: 404 | 405) => Refusal;
}
