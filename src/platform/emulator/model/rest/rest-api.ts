/**
 * Answers REST requests (voice.md 4, 5, 7).
 *
 * Owns the order of the checks. Does not own the effects of a request.
 *
 * REST-API-1. Every request is answered; no request makes it throw.
 * REST-API-2. Checks come in this order: credentials of the path's service, path and method, idempotency cache, rate limit,
 *   the request itself.
 * REST-API-3. Every request is in the journal.
 * REST-API-4. An Idempotency-Key younger than 24 hours returns its first answer, even when the body differs (voice.md 4.5).
 *   Requests that were not executed are not cached: rejected credentials, 429, an injected fault.
 */
import {
  createCodedRefusal,
  createInvalidParam,
  MediaBody,
  Refusal,
  type WireAnswer,
  type WireRequest,
} from './answers.ts';
import { ExpiringMap } from '../expiring-map.ts';
import { Faults } from './faults.ts';
import { RateLimit } from './rate-limit.ts';
import type { Happening } from '../../views/index.ts';
import { getPathname, normalizePath, parseQuery } from './paths.ts';
import { findRoute, findService } from './routes.ts';
import type { IncomingRequest, Rate, Route } from './service.ts';
import { redactBody } from '../journal/redact.ts';
import type { World } from '../world.ts';

/** The known part of a request that could not be read. */
export type Unread = Pick<WireRequest, 'method' | 'path'>;

/** The error with which it is answered. */
export interface Unreadable {
  status: number;
  code: 'INVALID_PARAM' | 'INTERNAL_ERROR';
  message: string;
}

const CACHE_LIFETIME_MS = 24 * 60 * 60 * 1_000;
const MAX_KEY_LENGTH = 255;

export class RestApi {
  readonly faults = new Faults();
  readonly #world: World;
  /** Answers of POST requests by cache key. */
  readonly #cache = new ExpiringMap<WireAnswer>(CACHE_LIFETIME_MS);
  /** True while the current request is answered from the cache. */
  #isReplay = false;
  readonly #limits: Record<Rate, RateLimit>;

  constructor(world: World) {
    this.#world = world;
    const { callsPerSecond, messagesPerSecond } = world.settings;
    this.#limits = { calls: new RateLimit(callsPerSecond), messages: new RateLimit(messagesPerSecond) };
  }

  /** Answers a request at the current time of the world. */
  answer(given: WireRequest): WireAnswer {
    const { clock, journal } = this.#world;
    const request = { ...given, path: normalizePath(given.path) };
    return journal.runCausing((first) => {
      const answer = this.#catchRefusal(() => this.#route(request));
      const replayed = this.#takeReplay() ? ({ replayed: true } as const) : {};
      first(clock.now, findVoiceId(request.path, answer.body), {
        ...toJournalEntry(request, answer),
        ...replayed,
      });
      return answer;
    });
  }

  /** Answers a request that could not be read, or at which the emulator failed. */
  answerUnreadable({ method, path }: Unread, { status, code, message }: Unreadable): WireAnswer {
    const { clock, journal } = this.#world;
    const answer = this.#catchRefusal(() => {
      throw createCodedRefusal(status, code, message);
    });
    const [pathname = ''] = path.split('?', 1);
    journal.write(clock.now, undefined, toJournalEntry({ method, path: pathname, headers: {} }, answer));
    return answer;
  }

  #takeReplay(): boolean {
    const isReplay = this.#isReplay;
    this.#isReplay = false;
    return isReplay;
  }

  #route(request: WireRequest): WireAnswer {
    const service = findService(request.path);
    const project = service.authenticate(this.#world, request);
    const { route, params } = findRoute(service, request.method, request.path);
    const { capabilities } = this.#world.settings;
    if ([service, route].some(({ isOffered }) => isOffered?.(capabilities) === false))
      throw createCodedRefusal(400, 'UNSUPPORTED', 'The emulated carrier cannot do this');
    const incoming = { project, params, query: parseQuery(request.path), body: request.body };
    const execute = () => this.#executeOnce(request, route, incoming);
    const fault = this.faults.take(route.name);
    if (fault === undefined) return execute();
    if (fault.executes) this.#catchRefusal(execute);
    const { status, headers = {}, body = null } = fault;
    const answer = { status, headers, body };
    const key = fault.remembered ? getCacheKey(project.appId, request) : undefined;
    if (key !== undefined) this.#cache.set(key, answer, this.#world.clock.now);
    return answer;
  }

  #executeOnce(request: WireRequest, route: Route, incoming: IncomingRequest): WireAnswer {
    const { appId } = incoming.project;
    const { now } = this.#world.clock;
    const key = getCacheKey(appId, request);
    const remembered = key === undefined ? undefined : this.#cache.get(key, now);
    this.#isReplay = remembered !== undefined;
    if (remembered) return remembered;
    if (route.rate !== undefined) this.#limits[route.rate].count(appId, now);
    const answer = this.#catchRefusal(() => ({
      status: 200,
      headers: {},
      body: route.handle(this.#world, incoming),
    }));
    if (key !== undefined) this.#cache.set(key, answer, now);
    return answer;
  }

  /** Turns a refusal into its answer. */
  #catchRefusal(work: () => WireAnswer): WireAnswer {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return {
        status: error.status,
        headers: error.headers,
        body: error.toBody(this.#world.ids.next('request')),
      };
    }
  }
}

/** Returns the cache key of a request: its Idempotency-Key within the project and path; undefined when it is not cached. */
function getCacheKey(appId: string, { method, path, headers }: WireRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (method !== 'POST' || key === undefined || key === '') return undefined;
  if (key.length > MAX_KEY_LENGTH)
    throw createInvalidParam(`Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters`);
  return JSON.stringify([appId, getPathname(path), key]);
}

/** Returns the journal entry of a request and its answer. */
function toJournalEntry(
  { method, path, headers, ...request }: WireRequest,
  answer: WireAnswer,
): Extract<Happening, { kind: 'request' }> {
  const { 'idempotency-key': key = '' } = headers;
  const body = redactBody(request.body) ?? '';
  const code = answer.status >= 400 ? findErrorCode(answer.body) : undefined;
  const answered = answer.body instanceof MediaBody ? undefined : redactBody(toBodyText(answer));
  return {
    kind: 'request',
    method,
    path: path.replaceAll(/([?&]password=)[^&]*/gi, '$1***'),
    ...(key !== '' && { idempotency_key: key }),
    ...(body !== '' && { body }),
    status: answer.status,
    ...(code !== undefined && { code }),
    ...(answered !== undefined && { answer: answered }),
  };
}

function toBodyText({ body }: WireAnswer): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function findErrorCode(body: unknown): string | undefined {
  const { error_code: coded, result } = (body ?? {}) as Record<string, unknown>;
  const code = coded ?? result;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined;
}

/** Returns the call that a request is about: named in its path, or created by it. */
function findVoiceId(path: string, body: unknown): string | undefined {
  const named = /^\/voice\/v1(?:\/broadcast\/[^/?]+)?\/call\/([^/?]+)/.exec(path)?.[1];
  const { voice_id: created } = (body ?? {}) as Record<string, unknown>;
  return named ?? (typeof created === 'string' ? created : undefined);
}
