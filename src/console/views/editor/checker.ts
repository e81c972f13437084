/** Starts the check workers of the editor. */
import workerUrl from '../../worker/entry.ts?worker&url';
import { Checker } from '../../worker/client.ts';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

interface Policy {
  createScriptURL(url: string): string;
}

/** The only script that the page starts by an address is the worker of its own build. */
const policy: Policy | undefined = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'ringflow',
  {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new TypeError(`${url} is not the check worker`);
      return url;
    },
  },
);

/** Creates a checker of drafts. Its workers start at once. */
export function createChecker(): Checker {
  return new Checker(() => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' }));
}
