/** Answers about scenario files: names that they use, what may stand in them, what it means. */
import scenarioSchema from '../../../schemas/scenario.schema.json' with { type: 'json' };
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { CompletionItem, Hover, Location, Position } from 'vscode-languageserver';
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
import type { FilesAround } from './files-around.ts';
import { completeAt } from './completion.ts';
import { describeName, describePlace } from './hover.ts';
import { isSameName, findNameUse, toLocation, openFlow, type OpenFlow } from './open-flow.ts';
import { findPlace } from './place.ts';

const scenarioRule = compileSchemas([scenarioSchema])('scenario.schema.json');

/** A scenario file that could be read, at least in part. */
export interface OpenScenarios {
  document: TextDocument;
  parsed: Document;
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
    parsed,
    isFaulty: parsed.isFaulty,
    flowPath,
    flowUri: new URL(flowPath, document.uri).href,
    names: [...listReferredNames(parsed, references), ...listGivenNames(parsed)],
  };
}

/** Finds the text of a flow: in the editor, or else among the files. */
interface FlowTexts extends Pick<FilesAround, 'createReader'> {
  /** Returns the text of an open document. */
  openText: (uri: string) => string | undefined;
}

/** Reads the flow of a scenario file, as in the editor or else as saved; undefined if there is none. */
function openFlowOf({ document, flowUri, flowPath }: OpenScenarios, texts: FlowTexts): OpenFlow | undefined {
  const text = texts.openText(flowUri) ?? texts.createReader(document.uri)?.(flowPath);
  return text === undefined
    ? undefined
    : openFlow(TextDocument.create(flowUri, 'yaml', 0, text), { read: texts.createReader(flowUri) });
}

/** Returns the definition in the flow of a name in a scenario. */
export function findDefinitionInFlow(
  scenarios: OpenScenarios,
  position: Position,
  texts: FlowTexts,
): Location | undefined {
  const at = findNameUse(scenarios.names, scenarios.document.offsetAt(position));
  const flow = at && openFlowOf(scenarios, texts);
  const names = flow?.draft ? listNames(flow.draft) : [];
  const definition = at && names.find((use) => use.isDefinition && isSameName(use, at));
  return flow && definition && toLocation(flow, definition.range);
}

/** Lists the completions at a position of a scenario file. */
export function findScenarioCompletions(
  document: TextDocument,
  position: Position,
  texts: FlowTexts,
): CompletionItem[] {
  const scenarios = readScenarios(document);
  const draft = scenarios && openFlowOf(scenarios, texts)?.draft;
  return completeAt(document, position, (text) => {
    const parsed = parseDocument(text, () => undefined);
    return parsed && { document: parsed, draft, root: scenarioRule, givesValues: true };
  });
}

/** Returns the hover text for a name of the flow, or a word of the schema, in a scenario file. */
export function findScenarioHover(
  scenarios: OpenScenarios,
  position: Position,
  texts: FlowTexts,
): Hover | undefined {
  const { document, names, parsed } = scenarios;
  const offset = document.offsetAt(position);
  const at = findNameUse(names, offset);
  const draft = at && openFlowOf(scenarios, texts)?.draft;
  const described = draft && describeName(draft, at, document);
  const place = findPlace(parsed.root, offset);
  return described ?? (place && describePlace(place, document, scenarioRule));
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
