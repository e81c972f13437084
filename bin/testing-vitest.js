// The same for the matchers in Vitest.
import { existsSync } from 'node:fs';

const source = new URL('../src/testing-vitest.ts', import.meta.url);
const built = new URL('../dist/src/testing-vitest.js', import.meta.url);

await import(existsSync(source) ? source.href : built.href);
