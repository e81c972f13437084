/** Files by their addresses, as editors name them. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The address of a file: the same for each way to write its path, or its address; undefined for what is no file. */
export function addressOf(file: string): string | undefined {
  try {
    if (file.startsWith('file:')) return pathToFileURL(fileURLToPath(file)).href;
  } catch {
    // One on another host, which has no path here.
    return undefined;
  }
  return /^[a-z]{2,}:/i.test(file) ? undefined : pathToFileURL(resolve(file)).href;
}
