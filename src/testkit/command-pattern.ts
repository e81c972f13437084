/** Comparing commands that a flow gave with those that a scenario expects. */
import type { Command, Media } from '../call/index.ts';
import type { CommandPattern } from './scenario.ts';

/** Whether a command is of the kind expected and has every field that is named. */
export function fits(command: Command, { kind, to, from, text }: CommandPattern): boolean {
  const found = fieldsOf(command);
  return (
    command.kind === kind &&
    (to === undefined || found.to === to) &&
    (from === undefined || found.from === from) &&
    (text === undefined || (found.text?.toLowerCase().includes(text.toLowerCase()) ?? false))
  );
}

/** A command, or what is expected of one: `connect to +4930… from +4931…`. */
export function commandInWords(command: Command | CommandPattern): string {
  const { to, from, text } = 'number' in command ? fieldsOf(command) : command;
  const fields = [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(text === undefined ? [] : [`"${text}"`]),
  ];
  return [command.kind, ...fields].join(' ');
}

function fieldsOf(command: Command): Omit<CommandPattern, 'kind'> {
  if (command.kind === 'dial' || command.kind === 'connect') return { to: command.to, from: command.from };
  return command.kind === 'play' ? { text: wordingOf(command.media) } : {};
}

function wordingOf(media: Media): string {
  switch (media.kind) {
    case 'text':
      return media.text;
    case 'ssml':
      return media.ssml;
    case 'stored':
      return media.name;
    case 'url':
      return media.url;
  }
}
