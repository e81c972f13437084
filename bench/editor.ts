/**
 * The language server as editors have it, over stdio, with a flow of 1,000 lines: how long after a keystroke its
 * author knows what is wrong, and how long answers take. The floor is parsing the same text with `yaml` and nothing else.
 */
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Position,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { percentile } from './stats.ts';

export interface EditorFigures {
  lines: number;
  floor: Times;
  /** From the change of one letter to the diagnostics of that text. */
  keystroke: Times;
  /** Reads the text anew, with a word where the cursor stands. */
  completion: Times;
  /** Asked about a text that has been read. */
  hover: Times;
  references: Times;
}

export interface Times {
  p50Ms: number;
  p99Ms: number;
}

const lines = 1_000;
const rounds = 100;
const uri = 'file:///flow.yaml';
const bin = join(import.meta.dirname, '../bin/ringflow.js');

/** Measures a server that has been warmed up by as many rounds as count. */
export async function measureEditor(): Promise<EditorFigures> {
  const text = flowOf(lines);
  const child = spawn(process.execPath, [bin, 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const editor = new Editor(
    createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)),
  );
  await editor.open(text);
  const spoken = placeOf(text, 'For the end');
  const target = placeOf(text, 'goto: ');
  const figures = {
    lines,
    floor: await timesOf(() => Promise.resolve(parseDocument(text))),
    keystroke: await timesOf(() => editor.type(spoken)),
    completion: await timesOf(
      () => editor.ask('completion', target),
      () => editor.type(spoken),
    ),
    hover: await timesOf(() => editor.ask('hover', target)),
    references: await timesOf(() => editor.ask('references', target)),
  };
  await editor.quit();
  await once(child, 'exit');
  return figures;
}

/** Of the second half of the rounds; what comes before each is not counted. */
async function timesOf(work: () => Promise<unknown>, before?: () => Promise<void>): Promise<Times> {
  const times: number[] = [];
  for (let round = 0; round < 2 * rounds; round += 1) {
    await before?.();
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  const measured = times.slice(rounds);
  return { p50Ms: percentile(measured, 0.5), p99Ms: percentile(measured, 0.99) };
}

class Editor {
  readonly #connection: ProtocolConnection;
  #version = 1;
  #told: (version: number) => void = () => undefined;

  constructor(connection: ProtocolConnection) {
    this.#connection = connection;
    connection.onNotification('textDocument/publishDiagnostics', ({ version }: { version: number }) => {
      this.#told(version);
    });
    connection.listen();
  }

  async open(text: string): Promise<void> {
    await this.#connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {} });
    await this.#connection.sendNotification('initialized', {});
    const textDocument = { uri, languageId: 'yaml', version: this.#version, text };
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  /** Replaces one letter; resolves when the diagnostics of the new text have come. */
  async type(start: Position): Promise<void> {
    const version = (this.#version += 1);
    const known = new Promise<void>((resolve) => {
      this.#told = (told) => {
        if (told === version) resolve();
      };
    });
    const change = {
      range: { start, end: { ...start, character: start.character + 1 } },
      text: version % 2 === 0 ? 'f' : 'F',
    };
    const textDocument = { uri, version };
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument,
      contentChanges: [change],
    });
    return known;
  }

  async ask(what: string, position: Position): Promise<unknown> {
    const context = { includeDeclaration: true };
    return this.#connection.sendRequest(`textDocument/${what}`, { textDocument: { uri }, position, context });
  }

  async quit(): Promise<void> {
    await this.#connection.sendRequest('shutdown');
    await this.#connection.sendNotification('exit');
  }
}

/** Returns the offset at which a part from the middle of a text ends, or starts if it is spoken. */
function placeOf(text: string, part: string): Position {
  const index = text.indexOf(part, text.length / 2) + (part.endsWith(' ') ? part.length : 0);
  const before = text.slice(0, index).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** Menus of ten lines each, every one leading to the next, with prompts, variables and expressions. */
function flowOf(lines: number): string {
  const head = `ringflow: 1\nname: bench\nvars: { tier: standard }\nprompts: { still_there: Are you still there? }\non: { error: bye }\nsteps:\n`;
  const tail = `  bye:\n    say: Goodbye.\n`;
  const menus = Array.from({ length: Math.floor((lines - 8) / 10) }, (_, index) => menuOf(index));
  return `${head}${menus.join('')}${tail}`;
}

function menuOf(index: number): string {
  return `  menu${index}:
    menu:
      prompt: You are a \${vars.tier} caller. For sales, press 1. For the end, press 2.
      choices:
        - { key: 1, goto: menu${Math.max(0, index - 1)} }
        - { key: 2, goto: bye }
      no_input: [still_there]
      no_match:
        - That is not one of the choices.
    on: { exhausted: bye }
`;
}
