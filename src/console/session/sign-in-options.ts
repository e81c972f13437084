/** Ways to sign in that the service offers, read without credentials. */
import { toProblem } from '../api/problem.ts';

export interface SignInOptions {
  /** The identity provider whose tokens the API accepts. */
  oidc?: { issuer: string; clientId: string; scope: string };
  /** True when the service runs on this machine for development and hands out a key to this page. */
  isLocal?: true;
  /** Address of the control API of the emulator behind the service, for pages of its machine in development. */
  emulator?: string;
}

/** Reads the ways to sign in. Throws an `ApiProblem`. */
export async function readSignInOptions(): Promise<SignInOptions> {
  const response = await fetch('/console/sign-in.json').catch(() => undefined);
  if (response?.ok !== true) throw toProblem(response, undefined);
  return (await response.json()) as SignInOptions;
}

/** Asks a local service for a key that lives as long as the service runs. Throws an `ApiProblem`. */
export async function requestLocalKey(): Promise<string> {
  const response = await fetch('/console/local-key', { method: 'POST' }).catch(() => undefined);
  if (response?.ok !== true) throw toProblem(response, await response?.json().catch(() => undefined));
  return ((await response.json()) as { key: string }).key;
}
