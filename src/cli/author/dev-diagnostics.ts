/**
 * Prints new diagnostics of `dev` when flow files are saved, and a summary line of all files.
 * Owns: the diagnostics printed last.
 */
import { renderPretty } from '../../language/diagnostics/index.ts';
import type { LoadedFlows } from '../../authoring/flow-files/index.ts';
import type { Io } from '../shared/io.ts';
import { renderSummary } from './validate.ts';

export class DevDiagnostics {
  readonly #io: Io;
  /** File → its text with what is wrong with it. */
  #told = new Map<string, string>();

  constructor(io: Io) {
    this.#io = io;
  }

  /** Prints the diagnostics of files that changed since the last time, also if another file takes their name. */
  show({ files, diagnostics, source }: LoadedFlows): void {
    const byFile = Map.groupBy(diagnostics, ({ file }) => file);
    const read = files.flatMap((file) => [file, ...file.imports]);
    const now = new Map(read.map(({ file, text }) => [file, JSON.stringify([text, byFile.get(file)])]));
    const isNews = (file: string) => this.#told.get(file) !== now.get(file);
    const news = diagnostics.filter(({ file }) => isNews(file));
    this.#io.err(renderPretty(news, { source, colour: this.#io.colour }));
    if (news.length < diagnostics.length) this.#io.err(`${renderSummary(diagnostics, files.length)}\n`);
    this.#told = now;
  }
}
