import { existsSync } from 'node:fs';
import { chromiumPath } from './chromium.ts';
import { requireProgram } from './install.ts';

/** Before the first of the tests in a browser. */
export async function setup(): Promise<void> {
  await requireProgram({
    name: `Chromium at ${chromiumPath}`,
    package: 'chromium',
    isThere: () => existsSync(chromiumPath),
  });
}
