/** Encryption in a browser's bundle, which has no ciphers of OpenSSL: the calls simulated there have no project that encrypts. */
import type * as node from './encryption.ts';

export type { Encryption } from './encryption.ts';

export const encryptNotification: typeof node.encryptNotification = (_body, _appId, { algorithm }) => {
  throw new Error(`no cipher ${algorithm} in a browser`);
};

/** Reads nothing encrypted, like the function of Node for an unknown cipher. */
export const decryptNotification: typeof node.decryptNotification = () => undefined;
