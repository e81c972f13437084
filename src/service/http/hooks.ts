/**
 * The hooks at which the platform notifies projects, and their checks.
 *
 * Owns: the order of the checks. Does not own: projects and tokens (passed in by `replace`), the content of notifications.
 *
 * HOOK-2 A wrong token and an unknown project look the same from outside and cost the same: one digest, one lookup.
 * HOOK-3 Address and age are checked only after the token: a caller without a token learns nothing about the limits of a
 *        project.
 */
import type { Ranges } from '../addresses/index.ts';
import type { ProjectId } from '../../call/index.ts';
import type { Webhooks } from '../../engine/ports/index.ts';
import { digestHookToken } from '../management/index.ts';
import { Problem } from './problem.ts';

/** Services of the platform that send notifications. */
export type HookService = 'voice' | 'sms' | 'video';

/** Settings of a project's hook. */
export interface Hook {
  project: ProjectId;
  /** Reads notifications about calls. */
  webhooks: Webhooks;
  /** App ID per other service, for decryption; without it encrypted notifications are refused. */
  appIds: Partial<Record<Exclude<HookService, 'voice'>, string>>;
  /** Addresses from which notifications are accepted; absent: any. */
  allow?: Ranges;
  /** Maximum age of a notification, ms; absent: no limit. */
  maxAgeMs?: number;
}

/** A hook with the digests of its tokens. A digest cannot be chosen, so the lookup reveals nothing. */
export interface TokenedHook {
  hook: Hook;
  tokens: readonly { digest: string; expiresAt?: number }[];
}

interface Opening {
  digest: string;
  hook: Hook;
  /** ms since the epoch. */
  until: number;
}

export class Hooks {
  /** By digest, so nothing that knows projects is reached without a valid token (HOOK-2). */
  #open = new Map<string, Opening[]>();
  #projects = new Set<string>();

  /** Replaces all hooks. */
  replace(hooks: readonly TokenedHook[]): void {
    const openings = hooks.flatMap(({ hook, tokens }) =>
      tokens.map(({ digest, expiresAt = Infinity }) => ({ digest, hook, until: expiresAt })),
    );
    this.#open = Map.groupBy(openings, ({ digest }) => digest);
    this.#projects = new Set(hooks.map(({ hook: { project } }) => project));
  }

  /** True when the project exists; for metrics only, never for a response (HOOK-2). */
  isKnown(project: string): boolean {
    return this.#projects.has(project);
  }

  /** Returns the hook of a valid token at a time, ms since the epoch (HOOK-2). */
  findHook({ project, token }: { project: string; token: string }, now: number): Hook | undefined {
    const found = this.#open.get(digestHookToken(token))?.findLast(({ hook }) => hook.project === project);
    return found !== undefined && now < found.until ? found.hook : undefined;
  }
}

/** Throws a `Problem`, 403, for an address that the hook does not accept. */
export function checkOrigin({ allow }: Hook, address: string): void {
  if (allow?.has(address) === false)
    throw new Problem('address', `notifications from ${address} are not accepted`);
}

/** Returns the `Problem`, 422, of a notification above the maximum age. One without a time is accepted. */
export function checkAge({ maxAgeMs }: Hook, sentAt: number | undefined, now: number): Problem | undefined {
  if (sentAt === undefined || maxAgeMs === undefined || now - sentAt <= maxAgeMs) return undefined;
  return new Problem('too_old', 'the notification is older than the maximum age');
}
