/**
 * API keys of programs and people. A key is shown once, when it is created; only a hash is stored.
 *
 * KEY-1 A revoked or expired key is refused from the next request on, on every node.
 * KEY-2 Neither the response to a wrong key nor its timing reveals whether such a key exists.
 * KEY-3 A key that could never be used is not created: one that has expired, or for an unknown project.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { DEFAULT_PROJECT } from '../../call/index.ts';
import type { Change, Registry, Secrets } from '../../engine/ports/index.ts';
import { ALL_PROJECTS } from './access.ts';
import type { Grant, Principal } from './access.ts';
import { Collection } from './collection.ts';
import type { Kept } from './collection.ts';
import type { Project } from './project.ts';
import { Refusal } from './refusal.ts';

/** A stored key. */
export interface ApiKey {
  name: string;
  grants: Grant[];
  /** Both base64. */
  salt: string;
  hash: string;
  /** ms since the epoch. */
  createdAt: number;
  createdBy: string;
  expiresAt?: number;
  revokedAt?: number;
}

/** The public part of a key. */
type KeyInfo = Omit<ApiKey, 'salt' | 'hash'> & { id: string };

export interface NewKey {
  name: string;
  grants: Grant[];
  /** ms since the epoch; absent: the key does not expire. */
  expiresAt?: number;
}

const ID_BYTES = 6;
const SECRET_BYTES = 32;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Maximum number of verified keys cached by digest, to avoid hashing for each request. */
const MAX_CACHED = 1_000;

export class ApiKeys {
  readonly #keys: Collection<ApiKey>;
  readonly #projects: Collection<Project>;
  readonly #secrets: Secrets;
  /** Digest of a verified key → revision of its document. */
  readonly #known = new Map<string, number>();

  constructor(registry: Registry, secrets: Secrets) {
    this.#secrets = secrets;
    this.#keys = new Collection<ApiKey>(registry, 'keys');
    this.#projects = new Collection<Project>(registry, 'projects');
  }

  /**
   * Creates a key and the change that stores it; `token` is shown once. Throws a `Refusal` (KEY-3): `invalid_expiry`,
   * `unknown_project`.
   */
  async create(
    { name, grants, expiresAt }: NewKey,
    by: { id: string; at: number },
  ): Promise<{ id: string; token: string; change: Change }> {
    refusePast(expiresAt, by.at);
    await this.#refuseUnknownProjects(grants);
    const id = this.#secrets.random(ID_BYTES).toString('hex');
    const secret = this.#secrets.random(SECRET_BYTES).toString('base64url');
    const salt = this.#secrets.random(SALT_BYTES);
    const key: ApiKey = {
      name,
      grants,
      salt: salt.toString('base64'),
      hash: (await this.#secrets.slowHash(secret, salt)).toString('base64'),
      createdAt: by.at,
      createdBy: by.id,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    return { id, token: `rf_${id}_${secret}`, change: this.#keys.change(id, undefined, key) };
  }

  /** Returns the change that revokes a key; undefined if there is no active one. */
  async toRevocation(id: string, at: number): Promise<Change | undefined> {
    const found = await this.#keys.get(id);
    if (found === undefined || found.value.revokedAt !== undefined) return undefined;
    return this.#keys.change(id, found, { ...found.value, revokedAt: at });
  }

  /** Returns the principal of a key; undefined if it is invalid (KEY-1, KEY-2). */
  async verify(token: string, now: number): Promise<Principal | undefined> {
    const [, id = '', secret = ''] = /^rf_([0-9a-f]{12})_([\w-]{43})$/.exec(token) ?? [];
    // A malformed key is refused without hashing; the format is public.
    if (id === '') return undefined;
    const found = await this.#keys.get(id);
    const isRight = await this.#isCorrect(token, secret, found);
    if (!isRight || found === undefined || !isValid(found.value, now)) return undefined;
    const { name, grants } = found.value;
    return { id: `key:${id}`, name, grants };
  }

  async list(page: { limit: number; after?: string }): Promise<KeyInfo[]> {
    return (await this.#keys.list(page)).map(toKeyInfo);
  }

  async #refuseUnknownProjects(grants: readonly Grant[]): Promise<void> {
    for (const { project } of grants) {
      const isKnown =
        project === ALL_PROJECTS ||
        project === DEFAULT_PROJECT ||
        (await this.#projects.get(project)) !== undefined;
      if (!isKnown)
        throw new Refusal(
          'unknown_project',
          `there is no project "${project}": create it first, or name another`,
        );
    }
  }

  async #isCorrect(token: string, secret: string, found: Kept<ApiKey> | undefined): Promise<boolean> {
    const digest = hash('sha256', token, 'base64');
    if (found !== undefined && this.#known.get(digest) === found.revision) return true;
    const salt = Buffer.from(found?.value.salt ?? '', 'base64');
    const given = await this.#secrets.slowHash(secret, salt);
    const expected = found === undefined ? Buffer.alloc(HASH_BYTES) : Buffer.from(found.value.hash, 'base64');
    const isRight = timingSafeEqual(given, expected) && found !== undefined;
    if (isRight) this.#cacheKey(digest, found.revision);
    return isRight;
  }

  #cacheKey(digest: string, revision: number): void {
    this.#known.delete(digest);
    this.#known.set(digest, revision);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_CACHED && oldest !== undefined) this.#known.delete(oldest);
  }
}

function refusePast(expiresAt: number | undefined, now: number): void {
  if (expiresAt === undefined || expiresAt > now) return;
  const expiry = new Date(expiresAt).toISOString();
  throw new Refusal('invalid_expiry', `the expiry ${expiry} is in the past: expected a time in the future`);
}

function isValid({ expiresAt = Infinity, revokedAt }: ApiKey, now: number): boolean {
  return revokedAt === undefined && now < expiresAt;
}

function toKeyInfo({ id, value }: Kept<ApiKey>): KeyInfo {
  const { salt: _salt, hash: _hash, ...shown } = value;
  return { id, ...shown };
}
