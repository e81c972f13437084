import { existsSync } from 'node:fs';

/** Where docs/diagnostics.md is, if it is at hand. The package stands one folder above the sources, two above the build. */
export function addressOfDiagnosticsPage(): string | undefined {
  const pages = ['../..', '../../..'].map((up) => new URL(`${up}/docs/diagnostics.md`, import.meta.url));
  return pages.find((page) => existsSync(page))?.href;
}
