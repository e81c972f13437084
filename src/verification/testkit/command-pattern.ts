/** Compares commands of a flow with those that a scenario expects. */
import type { Command, Media } from '../../call/index.ts';
import type { CommandPattern } from './scenario.ts';

/** True if a command has the expected kind and fields. */
export function matchesCommand(command: Command, { kind, to, from, text, name }: CommandPattern): boolean {
  const found = readFields(command);
  return (
    command.kind === kind &&
    (to === undefined || found.to === to || listNumbers(command).includes(to)) &&
    (from === undefined || found.from === from) &&
    (name === undefined || found.name === name) &&
    (text === undefined || (found.text?.toLowerCase().includes(text.toLowerCase()) ?? false))
  );
}

/** Renders a command or an expected command: `connect to +4930… from +4931…`. */
export function renderCommand(command: Command | CommandPattern): string {
  const { to, from, text, name } = 'number' in command ? readFields(command) : command;
  const fields = [
    ...(to === undefined ? [] : [`to ${to}`]),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(text === undefined ? [] : [`"${text}"`]),
    ...(name === undefined ? [] : [`"${name}"`]),
  ];
  return [command.kind, ...fields].join(' ');
}

function readFields(command: Command): Omit<CommandPattern, 'kind'> {
  switch (command.kind) {
    case 'dial':
    case 'connect':
      return { to: command.to, from: command.from };
    case 'play':
      return { text: readWording(command.media) };
    case 'stream':
      return { to: command.to };
    case 'sms':
      return { to: listNumbers(command).join(', ') };
    case 'record':
    case 'create_room':
      return { name: command.name };
    case 'join':
      return { name: command.room };
    default:
      return {};
  }
}

function listNumbers(command: Command): string[] {
  return command.kind === 'sms' ? command.recipients.map(({ to }) => to) : [];
}

function readWording(media: Media): string {
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
