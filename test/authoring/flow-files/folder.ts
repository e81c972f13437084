import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

export interface Folder {
  path: string;
  /** Writes a file, with the folders on its way; gives its path. */
  write: (name: string, text: string) => string;
}

/** A way to get folders that are gone after each test, or when `removeAfter` says so. */
export function useFolders(removeAfter: (remove: () => unknown) => void = afterEach): () => Folder {
  const made: string[] = [];
  removeAfter(() => {
    for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
  });
  return () => {
    const path = mkdtempSync(join(tmpdir(), 'ringflow-flows-'));
    made.push(path);
    return {
      path,
      write(name, text) {
        const file = join(path, name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
        return file;
      },
    };
  };
}

/** The source of a flow that says one thing. */
export function flowSaying(text: string, name = 'desk'): string {
  return `ringflow: 1
name: ${name}
languages: [en-US]
on: { error: sorry }
steps:
  hello: { say: "${text}", next: hangup }
  sorry: { say: Sorry., next: hangup }
`;
}

/** The source of a flow with a mistake in it. */
export const brokenFlow = flowSaying('Hello.').replace('next: hangup', 'next: nowhere');
