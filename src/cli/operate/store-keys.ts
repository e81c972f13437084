import process from 'node:process';
import { KeyRing } from '../../adapters/store-sealed/index.ts';
import { addSettingFiles } from '../../service/config/secret-files.ts';
import { readSecretKeys } from '../../service/config/config.ts';
import type { StoreSetting } from '../../service/config/config.ts';
import { readDevKey } from '../author/dev-key.ts';

/** The keys of a service that keeps its calls there: those that are set, else the one that `dev` keeps beside its store. */
export function keysFor(store: StoreSetting | undefined): KeyRing {
  const secrets = readSecretKeys(addSettingFiles(process.env));
  const ofDev = secrets.length === 0 ? readDevKey(store) : undefined;
  return new KeyRing(ofDev === undefined ? secrets : [ofDev]);
}
