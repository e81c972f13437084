/** An editor's end of a language server that runs as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  createProtocolConnection,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Published {
  version: number | undefined;
  diagnostics: Diagnostic[];
}

export class Editor {
  readonly connection: ProtocolConnection;
  readonly #process;
  readonly #ended: Promise<unknown[]>;
  readonly #published = new Map<string, Published>();
  #arrived: () => void = () => undefined;
  stderr = '';

  /** Starts a server: Node with these arguments. */
  constructor(args: string[]) {
    this.#process = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#ended = once(this.#process, 'close');
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.#process.stdout),
      new StreamMessageWriter(this.#process.stdin),
    );
    this.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.#published.set(uri, { version, diagnostics });
      this.#arrived();
    });
    this.connection.listen();
  }

  async initialize(capabilities: object = {}): Promise<InitializeResult> {
    const parameters = { processId: process.pid, rootUri: null, capabilities, workspaceFolders: null };
    const result = await this.connection.sendRequest<InitializeResult>('initialize', parameters);
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  async open(uri: string, text: string, languageId = 'yaml'): Promise<void> {
    const textDocument = { uri, languageId, version: 1, text };
    await this.connection.sendNotification('textDocument/didOpen', { textDocument });
  }

  async change(
    uri: string,
    version: number,
    contentChanges: TextDocumentContentChangeEvent[],
  ): Promise<void> {
    const textDocument = { uri, version };
    await this.connection.sendNotification('textDocument/didChange', { textDocument, contentChanges });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
  }

  /** Asks about a place of a document; null when there is nothing to say. */
  async ask<Answer>(
    what: string,
    uri: string,
    position: Position,
    more: object = {},
  ): Promise<Answer | null> {
    return this.connection.sendRequest(`textDocument/${what}`, { textDocument: { uri }, position, ...more });
  }

  /** What was last told about a document, as soon as that fits. */
  async told(uri: string, fits: (published: Published) => boolean): Promise<Diagnostic[]> {
    for (;;) {
      const last = this.#published.get(uri);
      if (last && fits(last)) return last.diagnostics;
      await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
  }

  /** Says goodbye as editors do; gives the server's exit code. */
  async quit(): Promise<unknown> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    return this.#exitCode();
  }

  /** Goes away without a word; gives the server's exit code. */
  async vanish(): Promise<unknown> {
    this.#process.stdin.end();
    return this.#exitCode();
  }

  async #exitCode(): Promise<unknown> {
    const [code, signal] = await this.#ended;
    this.connection.dispose();
    return code ?? signal;
  }
}

/** Where a text stands in another one, some characters into it. */
export function positionOf(text: string, part: string, characters = part.length): Position {
  const before = text.slice(0, text.indexOf(part) + characters).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
