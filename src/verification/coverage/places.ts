/** Finds the lines of flow files on which items are written. */
import { nodeAt, parseDocument, rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import type { GraphStep } from '../../language/model/index.ts';
import type { FlowSource } from './coverage.ts';

/** A line of a file. */
export interface Place {
  file: string;
  /** 1-based. */
  line: number;
}

/** Finds the first existing one of several paths, in the flow's own file or in an imported one. */
export type FindPlace = (...paths: Path[]) => Place | undefined;

/** Creates a finder for a compiled flow, whose files are valid. */
export function createPlaceFinder({ file, text, imports }: FlowSource): FindPlace {
  const documents = [{ file, text }, ...imports].flatMap((one) => {
    const document = parseDocument(one.text, () => undefined);
    return document === undefined ? [] : [{ file: one.file, document }];
  });
  return (...paths) => {
    for (const path of paths)
      for (const one of documents)
        if (nodeAt(one.document.root, path) !== undefined)
          return { file: one.file, line: findLine(one.document, path) };
    return undefined;
  };
}

function findLine(document: Document, path: Path): number {
  return document.span(rangeAt(document.root, path)).start.line;
}

/** Returns the line of a step's name. */
export function findStepPlace(file: string, { span }: GraphStep): Place {
  return { file: span.file ?? file, line: span.start.line };
}
