import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isScenarioFile } from './find.ts';

/** The scenario files in the folder of a flow, given by its `file:` address, as they are saved; each by its address. */
export function scenariosBeside(flow: string): { uri: string; text: string }[] {
  if (!flow.startsWith('file:')) return [];
  try {
    const folder = dirname(fileURLToPath(flow));
    const names = readdirSync(folder).filter(isScenarioFile).sort();
    return names.map((name) => ({
      uri: new URL(encodeURIComponent(name), flow).href,
      text: readFileSync(join(folder, name), 'utf8'),
    }));
  } catch {
    // A document that was never saved has no folder yet.
    return [];
  }
}
