import type { EnvDeclaration, ParamDeclaration, VarDeclaration } from './compiled.ts';
import type { Value } from './values.ts';

/** What an expression reads, beside what its flow declares: fields of `call`. */
export const CALL_FIELDS = ['id', 'from', 'to', 'direction', 'reason', 'language', 'recording_url'] as const;
/** Fields of `error`. */
export const ERROR_FIELDS = ['code', 'message', 'step'] as const;
/** Fields of `room`: the video room that the call was brought to, and the token of whoever was invited to it. */
export const ROOM_FIELDS = ['id', 'token'] as const;
/** Fields of `message`. */
export const MESSAGE_FIELDS = ['from', 'text'] as const;

/** Words of CEL itself, which no name in an expression can be. */
export const WORDS_OF_CEL: readonly string[] = ['in', 'true', 'false', 'null'];

/** The names that a flow declares for its expressions. */
export interface Names {
  vars: Record<string, VarDeclaration>;
  params?: Record<string, ParamDeclaration>;
  env?: Record<string, EnvDeclaration>;
}

/** The values of one call that its expressions read. */
export interface Scope {
  vars: Record<string, Value>;
  params: Record<string, Value>;
  env: Record<string, string>;
  call: Record<(typeof CALL_FIELDS)[number], string>;
  /** What went wrong last; empty texts before anything did. */
  error: Record<(typeof ERROR_FIELDS)[number], string>;
  /** The last message of the caller that the flow took; empty texts before any. */
  message: Record<(typeof MESSAGE_FIELDS)[number], string>;
  /** Empty texts before there is one. */
  room: Record<(typeof ROOM_FIELDS)[number], string>;
  /** What a web service answered; only where that is being read. */
  response?: WebResponse;
}

/** The answer of a web service as expressions read it. */
export interface WebResponse {
  status: number;
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  /** The body as JSON; null when it is none. */
  json: unknown;
}

/**
 * The names whose values must never leave (I7), as expressions write them: `vars.pin`, `env.API_KEY`. Whoever has the
 * token of a room may join it.
 */
export function secretNames({ vars, env = {} }: Names): ReadonlySet<string> {
  const secret = (holder: string, declared: Record<string, { secret: boolean }>) =>
    Object.keys(declared).flatMap((name) => (declared[name]?.secret === true ? [`${holder}.${name}`] : []));
  return new Set([...secret('vars', vars), ...secret('env', env), 'room.token']);
}
