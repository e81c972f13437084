import { spawnSync } from 'node:child_process';
import { INSTALL_MS, requireProgram } from './install.ts';

/** As long as a hook may take that asks for Prometheus, ms. */
export const PROMETHEUS_MS = INSTALL_MS;

/** Before the first of the tests that need Prometheus and its promtool. */
export function requirePrometheus(): Promise<void> {
  return requireProgram({
    name: 'prometheus and promtool on the PATH',
    package: 'prometheus',
    isThere: () =>
      ['prometheus', 'promtool'].every((program) => spawnSync(program, ['--version']).status === 0),
  });
}
