/** Chromium as people have it, except that it keeps to itself. */
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../setup/chromium.ts';

/** Starts a browser that knows nothing yet; closing it removes what it wrote. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}
