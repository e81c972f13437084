/** Shortens the help of a command with many options. */
import { Help } from 'commander';
import type { Command } from 'commander';

/** Makes `--help` list only the options with these long flags, and adds `--help-all`, which lists all. Completion still offers all. */
export function showFewOptions(command: Command, few: readonly string[]): void {
  let showsAll = false;
  const always = [...few, '--help', '--help-all'];
  command
    .option('--help-all', 'display help for all options')
    .configureHelp({
      formatHelp(shown, helper) {
        const isShown = (long = '') => showsAll || always.includes(long);
        const shortened = Object.assign(new Help(), helper, {
          visibleOptions: (one: Command) =>
            helper.visibleOptions(one).filter(({ long }) => isShown(long ?? '')),
        });
        return Help.prototype.formatHelp.call(shortened, shown, shortened);
      },
    })
    .on('option:help-all', () => {
      showsAll = true;
      command.help();
    });
}
