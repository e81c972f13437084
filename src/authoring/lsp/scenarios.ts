/** Reads the names that scenarios beside a flow use. */
import scenarioSchema from '../../../schemas/scenario.schema.json' with { type: 'json' };
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Location, Position } from 'vscode-languageserver/node';
import {
  checkDocument,
  nodeAt,
  parseDocument,
  listReferredNames,
  compileSchemas,
  listNames,
  type Document,
  type NameSection,
  type NameUse,
  type Path,
} from '../../language/compiler/index.ts';
import { createFileReader } from '../flow-files/index.ts';
import { isSameName, findNameUse, toLocation, openFlow } from './open-flow.ts';

const scenarioRule = compileSchemas([scenarioSchema])('scenario.schema.json');

/** A scenario file that could be read, at least in part. */
export interface OpenScenarios {
  document: TextDocument;
  isFaulty: boolean;
  /** URI of its flow. */
  flowUri: string;
  /** Path of that flow as written in the file. */
  flowPath: string;
  names: NameUse[];
}

/** Reads a scenario file; undefined if nothing in it can be read, or its flow cannot be determined. */
export function readScenarios(document: TextDocument): OpenScenarios | undefined {
  const parsed = parseDocument(document.getText(), () => undefined);
  if (parsed === undefined) return undefined;
  const { references } = checkDocument(parsed, scenarioRule, () => undefined);
  const given = nodeAt(parsed.root, ['flow']);
  const flowPath = given?.kind === 'string' ? String(given.value) : 'flow.yaml';
  // An unsaved document has no files beside it.
  if (!URL.canParse(flowPath, document.uri)) return undefined;
  return {
    document,
    isFaulty: parsed.isFaulty,
    flowPath,
    flowUri: new URL(flowPath, document.uri).href,
    names: [...listReferredNames(parsed, references), ...listGivenNames(parsed)],
  };
}

/** Returns the definition in the flow of a name in a scenario. `textAt` returns the texts of open documents. */
export function findDefinitionInFlow(
  { document, flowUri, flowPath, names: named }: OpenScenarios,
  position: Position,
  textAt: (uri: string) => string | undefined,
): Location | undefined {
  const at = findNameUse(named, document.offsetAt(position));
  const text = textAt(flowUri) ?? createFileReader(document.uri)(flowPath);
  if (at === undefined || text === undefined) return undefined;
  const flow = openFlow(TextDocument.create(flowUri, 'yaml', 0, text));
  const names = flow.draft ? listNames(flow.draft) : [];
  const definition = names.find((use) => use.isDefinition && isSameName(use, at));
  return definition && toLocation(flow, definition.range);
}

/** Lists the settings and parameters that get a value, which the schema does not mark as references. */
function listGivenNames(document: Document): NameUse[] {
  const list = nodeAt(document.root, ['scenarios']);
  const count = list?.kind === 'list' ? list.items.length : 0;
  const scenarios: Path[] = Array.from({ length: count }, (_, index) => ['scenarios', index]);
  return [[], ...scenarios].flatMap((path) => [
    ...listKeys(document, [...path, 'env'], 'env'),
    ...listKeys(document, [...path, 'start', 'params'], 'params'),
  ]);
}

function listKeys({ root, text }: Document, path: Path, section: NameSection): NameUse[] {
  const node = nodeAt(root, path);
  const entries = node?.kind === 'map' ? [...node.entries.values()] : [];
  return entries.map(({ key, keyRange: { from, to } }) => {
    const range = text[from] === key[0] ? { from, to } : { from: from + 1, to: to - 1 };
    return { section, name: key, range, isDefinition: false };
  });
}
