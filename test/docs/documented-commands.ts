/** The commands that the documentation prints, one by one. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('{docs,deploy}/**/*.md', { cwd: root }),
].sort();

export interface DocumentedCommand {
  page: string;
  line: number;
  /** Kind of the code block: `sh`, `console`, `text`. */
  block: string;
  /** As it is printed, with its continuations, without the prompt. */
  text: string;
}

const BLOCK = /^ *```([^\n]*)\n(.*?)^ *```$/gms;
const SHELLS = ['sh', 'bash', 'shell', 'console'];
/** With this begins a block of commands that is not marked as one. */
const COMMAND =
  /^(\$ |(npx|npm|node|ringflow|curl|git|docker|kubectl|sudo|systemctl|install|export|mkdir|openssl) )/;

/** The commands in the code blocks of a page, from top to bottom. */
export function commandsOf(page: string): DocumentedCommand[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(BLOCK)].flatMap(({ index, 1: info = '', 2: body = '' }) => {
    const [block = ''] = info.split(' ');
    if (!SHELLS.includes(block) && !(['', 'text'].includes(block) && COMMAND.test(body))) return [];
    const first = text.slice(0, index).split('\n').length + 1;
    return commandsIn(body, block === 'console').map(({ at, command }) => ({
      page,
      line: first + at,
      block,
      text: command,
    }));
  });
}

function commandsIn(body: string, hasPrompts: boolean): { at: number; command: string }[] {
  const commands: { at: number; command: string }[] = [];
  let isOpen = false;
  for (const [at, line] of body.split('\n').entries()) {
    const last = commands.at(-1);
    if (isOpen && last !== undefined) last.command += `\n${line}`;
    else if (hasPrompts ? line.startsWith('$ ') : !/^\s*(#|$)/.test(line))
      commands.push({ at, command: hasPrompts ? line.slice(2) : line });
    else continue;
    isOpen = line.endsWith('\\');
  }
  return commands;
}

/** What stands in the text of a page as `ringflow …`, in tables and sentences. */
export function mentionsOf(page: string): DocumentedCommand[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(BLOCK, (block) =>
    block.replaceAll(/[^\n]/g, ' '),
  );
  return [...text.matchAll(/`((?:npx )?ringflow [a-z][^`]*)`/g)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    block: '',
    text: (match[1] ?? '').replaceAll(/\s+/g, ' '),
  }));
}

/** The arguments of each `ringflow` in a command line. */
export function ringflowIn(text: string): string[][] {
  const joined = text.replaceAll('\\\n', ' ');
  return [
    ...joined.matchAll(/(?:^|[|(&;] *|npx |env \S+ |bin\/|\bringflow )ringflow(?:\.js)? +([^|)>&;]*)/g),
  ].map(([, rest = '']) => wordsOf(rest));
}

/** Splits as a shell does, as far as the documentation needs: quotes and comments. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [, double, single, plain, comment] of ` ${text}`.matchAll(
    /(?<=[\s=])"([^"]*)"|(?<=[\s=])'([^']*)'|([^\s'"#][^\s'"]*)|(#.*)/g,
  )) {
    if (comment !== undefined) break;
    const before = words.at(-1);
    const quoted = double ?? single;
    if (quoted !== undefined && before?.endsWith('=') === true) words[words.length - 1] = before + quoted;
    else words.push(quoted ?? plain ?? '');
  }
  return words;
}
