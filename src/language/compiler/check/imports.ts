/**
 * Reads the files that a flow imports, checks each against the fragment schema, and joins them with the flow. Each file
 * is read once, however often it is imported.
 */
import type { DiagnosticCode, Report } from '../../diagnostics/index.ts';
import type { Checked, Reference, CheckedDocument, FlowFile } from '../types.ts';
import { entryOf, type Document } from '../read/document.ts';
import { parseDocument } from '../read/parse-document.ts';
import { clashes } from './import-clashes.ts';
import { besideFile, fileNameOf, pathFrom } from './import-paths.ts';
import { joined, placed, type Part } from './joined.ts';
import { spansOf } from '../read/lines.ts';
import { spanOf } from './references.ts';

/** Maximum number of files that a flow imports. */
const MOST_FILES = 100;

/** Options for reading and checking imports. */
interface Importing extends Pick<FlowFile, 'file' | 'read'> {
  report: Report;
  /** Checks a file against the fragment schema. */
  check: (document: Document) => CheckedDocument;
}

/** Returns the flow joined with everything that it imports. */
export function withImports(own: CheckedDocument, importing: Importing): CheckedDocument {
  if (importsOf(own).length === 0) return own;
  const found = new Imports(own, importing);
  found.follow({ part: own, folderOf: '', chain: [fileNameOf(importing.file)] });
  for (const clash of clashes([own, ...found.parts], importing.file)) importing.report(clash);
  const { document, checked } = joined(own, found.parts);
  const isPartial = document.isPartial === true || found.isPartial;
  const isFaulty = document.isFaulty || isPartial;
  return { document: { ...document, isFaulty, isPartial }, checked };
}

function importsOf({ checked }: CheckedDocument): Reference[] {
  return checked.references.filter(({ kind }) => kind === 'import');
}

/** A file whose imports are being read. */
interface Importer {
  part: CheckedDocument;
  /** Its path from the flow's folder; empty for the flow. */
  folderOf: string;
  /** The chain of imports that leads to it; the file itself is last. */
  chain: readonly string[];
}

/** The reason why a file is not imported. */
interface Problem {
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

/** The files found so far, in import order. */
class Imports {
  readonly parts: Part[] = [];
  /** True when an import failed. */
  isPartial = false;
  readonly #importing: Importing;
  readonly #asked = new Set<string>();
  /** Offset of the next file's text. */
  #end: number;

  constructor(own: CheckedDocument, importing: Importing) {
    this.#importing = importing;
    this.#end = own.document.text.length + 1;
  }

  follow(importer: Importer): void {
    for (const reference of importsOf(importer.part)) {
      const path = pathFrom(importer.folderOf, reference.text);
      const problem =
        problemOf(path, reference.text, importer) ?? this.#take(path ?? '', reference.text, importer);
      if (problem === undefined) continue;
      this.isPartial = true;
      this.#importing.report({ ...problem, span: spanOf(importer.part.document, reference) });
    }
  }

  /** Imports a file and its own imports; returns the problem that prevents it. */
  #take(path: string, written: string, { chain }: Importer): Problem | undefined {
    if (this.#asked.has(path)) return undefined;
    this.#asked.add(path);
    const { file: flowFile, report, check } = this.#importing;
    const file = besideFile(flowFile, path);
    const text = this.#asked.size > MOST_FILES ? undefined : this.#importing.read?.(path);
    if (text === undefined) return cannotRead(written, this.#asked.size > MOST_FILES);
    const read = parseDocument(text, inFile(file, report));
    if (read && entryOf(read.root, 'name') !== undefined) return isFlow(written);
    const document = read ?? unread(text);
    const place = { path, file, from: this.#end, document };
    this.#end += document.text.length + 1;
    const whole = placed(document, place);
    const part = { ...(read ? check(whole) : { document: whole, checked: NOTHING }), file: place };
    if (!read) this.isPartial = true;
    this.parts.push(part);
    this.follow({ part, folderOf: path, chain: [...chain, path] });
    return undefined;
  }
}

/** Check result of a file without readable content. */
const NOTHING: Checked = { value: undefined, references: [], broken: [] };

/** Creates a document for such a file. It counts as imported; its mistakes are reported in it. */
function unread(text: string): Document {
  const range = { from: 0, to: 0 };
  const root = { kind: 'null', value: null, source: '', style: 'plain', range } as const;
  return { text, root, isFaulty: true, isDoubtful: () => true, span: spansOf(text) };
}

function problemOf(path: string | undefined, written: string, { chain }: Importer): Problem | undefined {
  if (path === undefined)
    return {
      code: 'unknown-import',
      message: `"${written}" lies outside: a flow imports from its own folder, the one around it and what is below these`,
    };
  if (!chain.includes(path)) return undefined;
  const circle = [...chain.slice(chain.indexOf(path)), path].join(' -> ');
  return { code: 'import-cycle', message: `the file imports itself: ${circle}` };
}

function cannotRead(written: string, tooMany: boolean): Problem {
  if (tooMany) return { code: 'too-large', message: `a flow imports at most ${MOST_FILES} files` };
  return { code: 'unknown-import', message: `there is no file "${written}" that can be read` };
}

function isFlow(written: string): Problem {
  return {
    code: 'unknown-import',
    message: `"${written}" is a flow, and only files without a name can be imported`,
    hint: 'run it with "run", or move what both need to a file of its own',
  };
}

function inFile(file: string, report: Report): Report {
  return (finding) => {
    report({ ...finding, span: { ...finding.span, file } });
  };
}
