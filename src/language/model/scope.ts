import type { EnvDeclaration, ParamDeclaration, VarDeclaration } from './compiled.ts';
import type { Value } from './values.ts';

/** Fields of `call`. Expressions can read these names besides those that their flow declares. */
export const CALL_FIELDS = ['id', 'from', 'to', 'direction', 'reason', 'language', 'recording_url'] as const;
/** Fields of `error`. */
export const ERROR_FIELDS = ['code', 'message', 'step'] as const;
/** Fields of `room`: the video room of the call, and the token of the person invited to it. */
export const ROOM_FIELDS = ['id', 'token'] as const;
/** Fields of `message`. */
export const MESSAGE_FIELDS = ['from', 'text'] as const;

/** Words of CEL itself, which cannot be names in an expression. */
export const CEL_WORDS: readonly string[] = ['in', 'true', 'false', 'null'];

/** The names that a flow declares for its expressions. */
export interface DeclaredNames {
  vars: Record<string, VarDeclaration>;
  params?: Record<string, ParamDeclaration>;
  env?: Record<string, EnvDeclaration>;
}

/** The values of one call that expressions can read. */
export interface Scope {
  vars: Record<string, Value>;
  params: Record<string, Value>;
  env: Record<string, string>;
  call: Record<(typeof CALL_FIELDS)[number], string>;
  /** The last error; empty texts before the first. */
  error: Record<(typeof ERROR_FIELDS)[number], string>;
  /** The last message of the caller that the flow took; empty texts before the first. */
  message: Record<(typeof MESSAGE_FIELDS)[number], string>;
  /** Empty texts before there is a room. */
  room: Record<(typeof ROOM_FIELDS)[number], string>;
  /** The web response; only while it is being read. */
  response?: WebResponse;
}

/** A web response as expressions read it. */
export interface WebResponse {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The body as JSON; null when it is not JSON. */
  json: unknown;
}

/**
 * Returns the names whose values must never leave the call (I7), as expressions write them: `vars.pin`,
 * `env.API_KEY`. The token of a room is among them, since it admits its holder.
 */
export function listSecretNames({ vars, env = {} }: DeclaredNames): ReadonlySet<string> {
  const listSecrets = (holder: string, declared: Record<string, { secret: boolean }>) =>
    Object.keys(declared).flatMap((name) => (declared[name]?.secret === true ? [`${holder}.${name}`] : []));
  return new Set([...listSecrets('vars', vars), ...listSecrets('env', env), 'room.token']);
}
