import process from 'node:process';
import { runnable } from '../../call/index.ts';
import { hasErrors, renderPretty } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { readSuite } from '../../verification/testkit/index.ts';
import type { Suite } from '../../verification/testkit/index.ts';
import { CommandFailure, readTextFile } from '../shared/io.ts';
import type { Io } from '../shared/io.ts';

/** A flow with its settings and the responses of web services. */
export type Surroundings = Pick<Suite, 'flow' | 'http'>;

/** Reads them from a scenario file; without one, settings come from the environment and no web service responds. */
export function readSurroundings(flow: CompiledFlow, file: string | undefined, io: Io): Surroundings {
  if (file === undefined) return { flow: runnable(flow, buildEnvironment(flow)), http: [] };
  const text = readTextFile(file);
  const { suite, diagnostics } = readSuite({ file, text }, () => ({ flow }));
  io.err(renderPretty(diagnostics, { source: () => text, colour: io.colour }));
  if (suite === undefined || hasErrors(diagnostics))
    throw new CommandFailure(`${file} is not a scenario file of the flow "${flow.name}"`, 1);
  return suite;
}

function buildEnvironment({ name, env }: CompiledFlow): Record<string, string> {
  const given = Object.entries(process.env).flatMap(([key, value]) =>
    Object.hasOwn(env, key) && value !== undefined ? [[key, value] as const] : [],
  );
  const values = Object.fromEntries(given);
  const missing = Object.keys(env).filter((key) => env[key]?.default === undefined && !values[key]);
  if (missing.length === 0) return values;
  const words = missing.length > 1 ? 'environment variables' : 'environment variable';
  throw new CommandFailure(`the flow "${name}" needs the ${words} ${missing.join(', ')}`);
}
