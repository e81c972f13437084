/** The language server in the worker: JSON-RPC messages as texts, in both directions. */
import {
  createConnection,
  type DataCallback,
  AbstractMessageReader,
  AbstractMessageWriter,
  type Disposable,
  type Message,
} from 'vscode-languageserver/browser';
import { serveEditor } from '../../authoring/lsp/index.ts';
import { createScenarioRunner } from '../../verification/editor-runs/index.ts';
import { createDraftFiles } from './draft-files.ts';
import { formatYaml } from './format-yaml.ts';
import type { DraftFiles } from './protocol.ts';

/** The language server of a draft. */
interface DraftLanguageServer {
  /** Handles one JSON-RPC message. */
  receive(message: string): void;
  /** Replaces the files around the open documents and checks the documents again. */
  setFiles(files: DraftFiles): void;
}

/** Starts a language server; `send` takes its messages, `defer` runs work after the messages that have arrived. */
export function startLanguageServer(
  send: (message: string) => void,
  { defer }: { defer: (work: () => void) => void },
): DraftLanguageServer {
  let files: DraftFiles = {};
  const around = createDraftFiles(() => files);
  const reader = new TextReader();
  const server = serveEditor(createConnection(reader, new TextWriter(send)), {
    version: '1',
    files: around,
    scenarios: createScenarioRunner(around),
    format: formatYaml,
    defer,
  });
  return {
    receive: (message) => {
      reader.receive(message);
    },
    setFiles: (next) => {
      files = next;
      server.recheck();
    },
  };
}

class TextReader extends AbstractMessageReader {
  #callback: DataCallback | undefined;

  listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => (this.#callback = undefined) };
  }

  receive(message: string): void {
    this.#callback?.(JSON.parse(message) as Message);
  }
}

class TextWriter extends AbstractMessageWriter {
  readonly #send: (message: string) => void;

  constructor(send: (message: string) => void) {
    super();
    this.#send = send;
  }

  write(message: Message): Promise<void> {
    this.#send(JSON.stringify(message));
    return Promise.resolve();
  }

  end(): void {
    // The worker ends with its page.
  }
}
