/**
 * Tokens in the hook URLs of a project. A token is shown once, when it is created; only a digest is stored. A plain digest
 * suffices, since tokens have 256 random bits.
 *
 * TOKEN-1 Several tokens are valid at a time, so the platform can be given a new one before the old one expires.
 * TOKEN-2 A revoked or expired token is refused on every node within the poll interval of the directory.
 */
import { hash } from 'node:crypto';
import type { Change, Registry, Secrets } from '../../engine/ports/index.ts';
import type { Principal } from './access.ts';
import type { AuditLog } from './audit.ts';
import { Collection } from './collection.ts';
import type { Kept } from './collection.ts';
import { Refusal } from './refusal.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** A stored token. */
export interface HookToken {
  project: string;
  name: string;
  /** Digest, made by `digestHookToken`. */
  digest: string;
  /** ms since the epoch. */
  createdAt: number;
  createdBy: string;
  /** Expiry; absent: the token does not expire. */
  expiresAt?: number;
}

/** The public part of a token. */
type HookTokenInfo = Omit<HookToken, 'digest' | 'project'> & { id: string };

interface NewHookToken {
  name: string;
  /** ms since the epoch; absent: the token does not expire. */
  expiresAt?: number;
  /** Time for which the other tokens stay valid, ms; absent: unchanged. */
  overlapMs?: number;
}

interface HookTokensOptions {
  registry: Registry;
  audit: AuditLog;
  secrets: Pick<Secrets, 'random'>;
  now: () => number;
}

const ID_BYTES = 6;
const TOKEN_BYTES = 32;
/** Maximum number of tokens per project; more indicate unfinished rotations. */
const MAX_TOKENS = 20;

/** Returns the digest of a token. */
export function digestHookToken(token: string): string {
  return hash('sha256', token, 'base64');
}

export class HookTokens {
  readonly #options: HookTokensOptions;
  readonly #tokens: Collection<HookToken>;

  constructor(options: HookTokensOptions) {
    this.#options = options;
    this.#tokens = new Collection<HookToken>(options.registry, 'hook-tokens');
  }

  /** Iterates over the tokens of all projects. */
  iterate(): AsyncIterable<Kept<HookToken>> {
    return this.#tokens.iterate();
  }

  /** Lists the valid tokens of a project, ordered by id. */
  async list(project: string): Promise<HookTokenInfo[]> {
    const now = this.#options.now();
    return (await this.#listTokens(project)).filter((token) => !isExpired(token, now)).map(toTokenInfo);
  }

  /** Creates a token; the others expire after the overlap. `token` is shown once. Throws a `Refusal`: `too_many_tokens`. */
  create(
    by: Principal,
    project: string,
    { name, expiresAt, overlapMs }: NewHookToken,
  ): Promise<{ id: string; token: string }> {
    const { registry, audit, secrets, now } = this.#options;
    const id = secrets.random(ID_BYTES).toString('hex');
    const token = secrets.random(TOKEN_BYTES).toString('base64url');
    return retryOnConflict(registry, async () => {
      const at = now();
      const made = { project, name, digest: digestHookToken(token), createdAt: at, createdBy: by.id };
      const known = await this.#listTokens(project);
      const holding = known.filter((one) => !isExpired(one, at));
      if (holding.length >= MAX_TOKENS)
        throw new Refusal('too_many_tokens', `"${project}" has the maximum of ${MAX_TOKENS} hook tokens`);
      const over = known.filter((one) => isExpired(one, at));
      const until = overlapMs === undefined ? Infinity : at + overlapMs;
      const changes = [
        this.#tokens.change(toTokenId(project, id), undefined, {
          ...made,
          ...(expiresAt !== undefined && { expiresAt }),
        }),
        ...over.map((one) => this.#tokens.toRemoval(one)),
        ...holding.flatMap((one) => this.#expireAt(one, until)),
        audit.entry(by, { project, action: 'hook_token.create', subject: id, at, detail: { name } }),
      ];
      return { changes, result: { id, token } };
    });
  }

  /** Revokes a token. Throws a `Refusal`: `unknown_token`. */
  revoke(by: Principal, project: string, id: string): Promise<void> {
    const { registry, audit, now } = this.#options;
    return retryOnConflict(registry, async () => {
      const at = now();
      const found = await this.#tokens.get(toTokenId(project, id));
      if (found === undefined || isExpired(found, at))
        throw new Refusal('unknown_token', `there is no active token "${id}"`);
      const detail = { name: found.value.name };
      const entry = audit.entry(by, { at, project, action: 'hook_token.revoke', subject: id, detail });
      return { changes: [this.#tokens.toRemoval(found), entry], result: undefined };
    });
  }

  /** Returns the changes that delete all tokens of a project. */
  async toRemovals(project: string): Promise<Change[]> {
    return (await this.#listTokens(project)).map((token) => this.#tokens.toRemoval(token));
  }

  /** Shortens the validity of a token to this time. */
  #expireAt(token: Kept<HookToken>, until: number): Change[] {
    const { expiresAt = Infinity } = token.value;
    if (expiresAt <= until) return [];
    return [this.#tokens.change(token.id, token, { ...token.value, expiresAt: until })];
  }

  /** Ids start with that of the project, so its tokens are adjacent. */
  async #listTokens(project: string): Promise<Kept<HookToken>[]> {
    const prefix = toTokenId(project, '');
    const found = await this.#tokens.list({ limit: 2 * MAX_TOKENS, after: prefix });
    return found.filter(({ id }) => id.startsWith(prefix));
  }
}

function toTokenId(project: string, id: string): string {
  return `${project}/${id}`;
}

function isExpired({ value: { expiresAt = Infinity } }: Kept<HookToken>, now: number): boolean {
  return expiresAt <= now;
}

function toTokenInfo({ id, value }: Kept<HookToken>): HookTokenInfo {
  const { digest: _digest, project, ...shown } = value;
  return { id: id.slice(toTokenId(project, '').length), ...shown };
}
