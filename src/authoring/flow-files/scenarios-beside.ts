import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entriesOf, isScenarioFile } from './find.ts';
import { tryReadText } from './read.ts';

/** The scenario files in the folder of a flow, given by its `file:` address, as they are saved; each by its address. */
export function scenariosBeside(flow: string): { uri: string; text: string }[] {
  if (!flow.startsWith('file:')) return [];
  try {
    const folder = dirname(fileURLToPath(flow));
    const names = entriesOf(folder).flatMap(({ name }) => (isScenarioFile(name) ? [name] : []));
    return names.sort().flatMap((name) => {
      const text = tryReadText(join(folder, name));
      return text === undefined ? [] : [{ uri: new URL(encodeURIComponent(name), flow).href, text }];
    });
  } catch {
    // A document that was never saved has no folder yet.
    return [];
  }
}
