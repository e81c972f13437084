/** Chromium as people have it, except that it keeps to itself. */
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../setup/chromium.ts';

/** A machine that is busy with something else may take long. */
const PATIENCE_MS = 120_000;

/** Starts a browser that knows nothing yet; closing it removes what it wrote. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    timeout: PATIENCE_MS,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ],
  });
}

/** A page of it that waits patiently for what is to be seen. */
export async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}
