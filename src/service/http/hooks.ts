/**
 * The addresses at which the platform tells projects of their calls, and what they ask of whoever comes there.
 *
 * Owns: the order in which a notification is let in. Does not own: which projects and tokens there are (whoever replaces
 * them), what a notification says.
 *
 * B1 A wrong token and an unknown project look the same from outside, and cost the same: one digest, one look-up.
 * B2 Where somebody comes from and how old a notification is, is looked at only behind a right token: who has none learns
 *    of no project what it allows.
 */
import type { Ranges } from '../addresses/index.ts';
import type { ProjectId } from '../../call/index.ts';
import { hookDigest } from '../management/index.ts';
import { readSentAt } from '../../platform/wire/index.ts';
import { Problem } from './problem.ts';

/** The services of the platform that tell of something. */
export type HookService = 'voice' | 'sms' | 'video';

/** What a project's hook goes by. */
export interface Hook {
  project: ProjectId;
  /** By service, the App ID with which encrypted notifications are read; without it they are refused. */
  appIds: Partial<Record<HookService, string>>;
  /** From where the platform may come; absent: from anywhere. */
  allow?: Ranges;
  /** How old a notification may be, ms; absent: of any age. */
  maxAgeMs?: number;
}

/** A hook with the digests of the tokens that open it. Nobody can choose a token by its digest, so a look-up by it tells nothing. */
export interface TokenedHook {
  hook: Hook;
  tokens: readonly { digest: string; expiresAt?: number }[];
}

/** What a token opens. */
interface Opening {
  digest: string;
  hook: Hook;
  /** ms since the epoch. */
  until: number;
}

export class Hooks {
  /** By digest: who has no right token gets to nothing that knows projects (B1). */
  #open = new Map<string, Opening[]>();
  #projects = new Set<string>();

  /** These and no others are open from now on. */
  replace(hooks: readonly TokenedHook[]): void {
    const openings = hooks.flatMap(({ hook, tokens }) =>
      tokens.map(({ digest, expiresAt = Infinity }) => ({ digest, hook, until: expiresAt })),
    );
    this.#open = Map.groupBy(openings, ({ digest }) => digest);
    this.#projects = new Set(hooks.map(({ hook: { project } }) => project));
  }

  /** Whether there is such a project: for what is counted, never for an answer (B1). */
  isKnown(project: string): boolean {
    return this.#projects.has(project);
  }

  /** The hook that a token opens now, ms since the epoch; undefined for a wrong token and for an unknown project (B1). */
  findHook({ project, token }: { project: string; token: string }, now: number): Hook | undefined {
    const found = this.#open.get(hookDigest(token))?.findLast(({ hook }) => hook.project === project);
    return found !== undefined && now < found.until ? found.hook : undefined;
  }
}

/** Throws a `Problem`, 403, where the platform does not come from there. */
export function checkOrigin({ allow }: Hook, address: string): void {
  if (allow?.has(address) === false)
    throw new Problem('address', `notifications from ${address} are not accepted`);
}

/** The `Problem`, 422, with which a notification is refused that is older than the hook allows. One without a time is taken. */
export function checkAge({ maxAgeMs }: Hook, body: unknown, now: number): Problem | undefined {
  const sent = maxAgeMs === undefined ? undefined : readSentAt(body);
  if (sent === undefined || maxAgeMs === undefined || now - sent <= maxAgeMs) return undefined;
  return new Problem('too_old', 'the notification is older than the maximum age');
}
