import { Argument } from 'commander';
import type { Command } from 'commander';
import { completionScript, shells } from './completion-scripts.ts';
import type { Shell } from './completion-scripts.ts';
import { placesOf } from './completion-tree.ts';
import type { Io } from './io.ts';

const HELP = `
Commands, flags and their values are completed, and files wherever one can stand.

To have it in every shell:
  bash  echo 'source <(ringflow completion bash)' >> ~/.bashrc
  zsh   echo 'source <(ringflow completion zsh)' >> ~/.zshrc
  fish  ringflow completion fish > ~/.config/fish/completions/ringflow.fish`;

/** `ringflow completion`: what makes a shell complete the other commands. It needs the whole program around it. */
export function registerCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a script by which your shell completes ringflow')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', HELP)
    .action((shell: Shell) => {
      io.out(completionScript(shell, program.name(), placesOf(program)));
    });
}
