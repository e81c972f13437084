import type { Command } from 'commander';

/** Adds what every command says that uses a service. */
export function withService(command: Command): Command {
  return command
    .option('--url <url>', 'address of the service (RINGFLOW_URL; default: where you logged in)')
    .option('--project <id>', 'project', 'default');
}
