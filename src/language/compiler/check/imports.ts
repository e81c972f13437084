/**
 * What a flow imports: reads the files, holds each against the schema of a fragment, and joins them with the flow. A
 * file that is named more than once is read once.
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

/** More files than anybody needs. */
const MOST_FILES = 100;

/** How files are read and checked. */
interface Importing extends Pick<FlowFile, 'file' | 'read'> {
  report: Report;
  /** Holds a file against the schema of a fragment. */
  check: (document: Document) => CheckedDocument;
}

/** A flow together with everything that it imports. */
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

/** A file whose imports are looked at. */
interface Importer {
  part: CheckedDocument;
  /** Its path from the folder of the flow; empty for the flow. */
  folderOf: string;
  /** The files that lead to it, itself last. */
  chain: readonly string[];
}

/** Why a file is not imported. */
interface Problem {
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

/** The files found so far, in the order in which they are named. */
class Imports {
  readonly parts: Part[] = [];
  /** Something could not be imported. */
  isPartial = false;
  readonly #importing: Importing;
  readonly #asked = new Set<string>();
  /** Where the text of the next file begins. */
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

  /** Reads a file, and what it imports in turn; gives what keeps it from being imported. */
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

/** What came of a file that gives nothing to check. */
const NOTHING: Checked = { value: undefined, references: [], broken: [] };

/** Such a file is imported nevertheless: what is wrong with it is told in it. */
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
