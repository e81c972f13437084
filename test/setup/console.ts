import { buildPages } from '../../scripts/build-console.ts';

/** Builds the pages before the first of their tests in a browser, so that they see the sources as they are. */
export async function setup(): Promise<void> {
  await buildPages();
}
