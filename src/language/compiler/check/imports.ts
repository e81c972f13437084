/**
 * Reads the files that a flow imports, checks each against the fragment schema, and joins them with the flow. Each file
 * is read once, however often it is imported.
 */
import type { DiagnosticCode, Finding, Report } from '../../diagnostics/index.ts';
import type { Checked, Reference, CheckedDocument, FlowFile } from '../types.ts';
import { createNullScalar, entryOf, listEntries, type Document, type Entry } from '../read/document.ts';
import { parseDocument } from '../read/parse-document.ts';
import { resolveBesideFile, extractFileName, resolveImportPath } from './import-paths.ts';
import { joinFiles, placeDocument, sharedSections, type ImportedPart } from './join-files.ts';
import { createSpanLookup } from '../read/lines.ts';
import { findReferenceSpan } from './references.ts';

/** Maximum number of files that a flow imports. */
const MAX_FILES = 100;

interface ImportOptions extends Pick<FlowFile, 'file' | 'read'> {
  report: Report;
  /** Checks a file against the fragment schema. */
  check: (document: Document) => CheckedDocument;
}

/** Returns the flow joined with everything that it imports. */
export function joinImports(own: CheckedDocument, importing: ImportOptions): CheckedDocument {
  if (listImports(own).length === 0) return own;
  const found = new Imports(own, importing);
  found.followImports({ part: own, importerPath: '', chain: [extractFileName(importing.file)] });
  for (const clash of findImportClashes([own, ...found.parts], importing.file)) importing.report(clash);
  const { document, checked } = joinFiles(own, found.parts);
  const isPartial = document.isPartial === true || found.isPartial;
  const isFaulty = document.isFaulty || isPartial;
  return { document: { ...document, isFaulty, isPartial }, checked };
}

function listImports({ checked }: CheckedDocument): Reference[] {
  return checked.references.filter(({ kind }) => kind === 'import');
}

/** A file whose imports are being read. */
interface Importer {
  part: CheckedDocument;
  /** Its path from the flow's folder; empty for the flow. */
  importerPath: string;
  /** The chain of imports that leads to it; the file itself is last. */
  chain: readonly string[];
}

interface ImportProblem {
  code: DiagnosticCode;
  message: string;
  hint?: string;
}

/** The files found so far, in import order. */
class Imports {
  readonly parts: ImportedPart[] = [];
  /** True when an import failed. */
  isPartial = false;
  readonly #importing: ImportOptions;
  readonly #asked = new Set<string>();
  /** Identities of the imported files → their paths, since links give one file several paths. */
  readonly #paths = new Map<string, string>();
  /** Offset of the next file's text. */
  #end: number;

  constructor(own: CheckedDocument, importing: ImportOptions) {
    this.#importing = importing;
    this.#end = own.document.text.length + 1;
  }

  followImports(importer: Importer): void {
    for (const reference of listImports(importer.part)) {
      const path = resolveImportPath(importer.importerPath, reference.text);
      const problem =
        findPathProblem(path, reference.text, importer) ??
        this.#importFile(path ?? '', reference.text, importer);
      if (problem === undefined) continue;
      this.isPartial = true;
      this.#importing.report({ ...problem, span: findReferenceSpan(importer.part.document, reference) });
    }
  }

  /** Imports a file and its own imports; returns the problem that prevents it. */
  #importFile(path: string, written: string, { chain }: Importer): ImportProblem | undefined {
    if (this.#asked.has(path)) return undefined;
    this.#asked.add(path);
    const { file: flowFile, read, report, check } = this.#importing;
    const file = resolveBesideFile(flowFile, path);
    const tooMany = this.#asked.size > MAX_FILES;
    const text = tooMany ? undefined : read?.(path);
    if (text === undefined) return createUnreadableProblem(written, tooMany, read?.explain?.(path));
    const identity = read?.identify?.(path) ?? path;
    const known = this.#paths.get(identity);
    // A file that was imported by another path is not read again.
    if (known !== undefined) return chain.includes(known) ? createLinkCycleProblem(path, known) : undefined;
    this.#paths.set(identity, path);
    const parsed = parseDocument(text, reportInFile(file, report));
    if (parsed && entryOf(parsed.root, 'name') !== undefined) return createIsFlowProblem(written);
    const document = parsed ?? createUnreadDocument(text);
    const place = { path, file, from: this.#end, document };
    this.#end += document.text.length + 1;
    const whole = placeDocument(document, place);
    const part = { ...(parsed ? check(whole) : { document: whole, checked: NOTHING_CHECKED }), file: place };
    if (!parsed) this.isPartial = true;
    this.parts.push(part);
    this.followImports({ part, importerPath: path, chain: [...chain, path] });
    return undefined;
  }
}

/** Check result of a file without readable content. */
const NOTHING_CHECKED: Checked = { value: undefined, references: [], broken: [] };

/** Creates a document for a file that cannot be read. It counts as imported; its mistakes are reported in it. */
function createUnreadDocument(text: string): Document {
  const root = createNullScalar({ from: 0, to: 0 });
  return { text, root, isFaulty: true, isDoubtful: () => true, span: createSpanLookup(text) };
}

function findPathProblem(
  path: string | undefined,
  written: string,
  { chain }: Importer,
): ImportProblem | undefined {
  if (path === undefined)
    return {
      code: 'unknown-import',
      message: `"${written}" is outside of the folders that a flow can import from: its own, the parent folder, and those below`,
    };
  if (!chain.includes(path)) return undefined;
  const cycle = [...chain.slice(chain.indexOf(path)), path].join(' -> ');
  return { code: 'import-cycle', message: `the file imports itself: ${cycle}` };
}

function createUnreadableProblem(written: string, tooMany: boolean, reason?: string): ImportProblem {
  if (tooMany) return { code: 'too-large', message: `a flow imports at most ${MAX_FILES} files` };
  const problem = reason ?? 'does not exist or cannot be read';
  return { code: 'unknown-import', message: `the file "${written}" ${problem}` };
}

function createLinkCycleProblem(path: string, known: string): ImportProblem {
  const cycle = `${known} -> ${path}`;
  return { code: 'import-cycle', message: `the file imports itself: ${cycle}, a link to ${known}` };
}

function createIsFlowProblem(written: string): ImportProblem {
  return {
    code: 'unknown-import',
    message: `"${written}" is a flow, and only files without a name can be imported`,
    hint: 'run it with "run", or move the parts that both need to a file of their own',
  };
}

function reportInFile(file: string, report: Report): Report {
  return (finding) => {
    report({ ...finding, span: { ...finding.span, file } });
  };
}

interface Definition {
  document: Document;
  entry: Entry;
}

/**
 * Finds names that two files define for things of one kind; the flow is the first file. If the flow is one of the two,
 * the clash is reported there, since other flows may import the other file.
 */
function findImportClashes(parts: readonly CheckedDocument[], flowFile: string): Finding[] {
  const [own] = parts;
  return sharedSections.flatMap((section) => {
    const first = new Map<string, Definition>();
    return listDefinitions(parts, section).flatMap((found): Finding[] => {
      const { key } = found.entry;
      const known = first.get(key);
      if (known === undefined) first.set(key, found);
      if (known === undefined || known.document === found.document) return [];
      const [here, there] = known.document === own?.document ? [known, found] : [found, known];
      const message = `"${key}" is defined twice under "${section}", here and at ${renderPlace(there, flowFile)}`;
      return [{ code: 'duplicate-name', message, span: here.document.span(here.entry.keyRange) }];
    });
  });
}

function listDefinitions(parts: readonly CheckedDocument[], section: string): Definition[] {
  return parts.flatMap(({ document }) =>
    listEntries(entryOf(document.root, section)?.value).map((entry) => ({ document, entry })),
  );
}

function renderPlace({ document, entry }: Definition, flowFile: string): string {
  const { file = flowFile, start } = document.span(entry.keyRange);
  return `${extractFileName(file)}:${start.line}:${start.column}`;
}
