import type { Finding } from '../../diagnostics/index.ts';
import { listEntries, entryOf, type Document, type Entry } from '../read/document.ts';
import { extractFileName } from './import-paths.ts';
import { sharedSections } from './join-files.ts';
import type { CheckedDocument } from '../types.ts';

/** A named thing and the document that defines it. */
interface Definition {
  document: Document;
  entry: Entry;
}

/**
 * Finds names that two files define for things of one kind; the flow is the first file. If the flow is one of the two,
 * the clash is reported there, since other flows may import the other file.
 */
export function findImportClashes(parts: readonly CheckedDocument[], flowFile: string): Finding[] {
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
