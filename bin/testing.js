// The door for tests: in a checkout the sources as they are, in a published package the build (as bin/ringflow.js).
import { existsSync } from 'node:fs';

const source = new URL('../src/testing.ts', import.meta.url);
const built = new URL('../dist/src/testing.js', import.meta.url);

export const { call, CallAssertionError, CallSetup, flow, FlowTestError, matchers, TestCall } = await import(
  existsSync(source) ? source.href : built.href
);
