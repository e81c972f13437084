import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder that looks as if a ConfigMap were mounted there. */
export interface ConfigMap {
  path: string;
  /** Puts other contents in place of all files at once. */
  exchange: (contents: Record<string, string>) => void;
}

/**
 * Lays out files as the kubelet does (its "atomic writer"): in a folder with a time for a name, to which `..data` leads; each
 * file, or first folder of its path, is a link by way of that. An update writes another such folder, turns `..data` by a
 * rename, and removes the folder before.
 */
export function mountConfigMap(path: string, contents: Record<string, string>): ConfigMap {
  mkdirSync(path, { recursive: true });
  const data = join(path, '..data');
  const write = (files: Record<string, string>): string => {
    const folder = mkdtempSync(join(path, '..2026_01_05_09_00_00.'));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return folder.slice(path.length + 1);
  };
  symlinkSync(write(contents), data);
  const firsts = new Set(Object.keys(contents).map((name) => name.split('/')[0] ?? ''));
  for (const name of firsts) symlinkSync(join('..data', name), join(path, name));
  return {
    path,
    exchange: (files) => {
      const before = readlinkSync(data);
      symlinkSync(write(files), `${data}_tmp`);
      renameSync(`${data}_tmp`, data);
      rmSync(join(path, before), { recursive: true });
    },
  };
}
