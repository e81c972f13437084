import { Argument } from 'commander';
import type { Command } from 'commander';
import { completionScript, shells } from './completion-scripts.ts';
import type { Shell } from './completion-scripts.ts';
import { listPlaces } from './completion-tree.ts';
import type { Io } from './io.ts';

const HELP = `
Completes commands, flags, their values and file names.

To enable it in every shell:
  bash  echo 'source <(ringflow completion bash)' >> ~/.bashrc
  zsh   echo 'source <(ringflow completion zsh)' >> ~/.zshrc
  fish  ringflow completion fish > ~/.config/fish/completions/ringflow.fish`;

/** `ringflow completion`: prints the completion script of a shell. The program must have all commands registered. */
export function registerCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(shells))
    .addHelpText('after', HELP)
    .action((shell: Shell) => {
      io.out(completionScript(shell, program.name(), listPlaces(program)));
    });
}
