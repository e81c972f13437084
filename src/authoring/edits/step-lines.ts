/** Lines of the steps of a flow in its text. */
import {
  inspectWithParts,
  nodeAt,
  type CompileOptions,
  type Entry,
  type FlowDraft,
  type FlowFile,
  type MapNode,
  type Node,
} from '../../language/compiler/index.ts';
import type { Graph, GraphStep } from '../../language/model/index.ts';
import type { TextEdit } from './text-edit.ts';

/** A flow that can be edited. */
export interface EditableFlow {
  text: string;
  draft: FlowDraft;
  graph: Graph;
  /** The map of the steps, one below the other. */
  steps: MapNode;
}

/** A step that stands in the flow's own file. */
export interface EditableStep extends GraphStep {
  entry: Entry;
  body: MapNode;
}

/** Reads a flow for an edit; returns the reason, for the author, if it cannot be edited. */
export function openForEdit(
  source: FlowFile,
  surroundings: CompileOptions,
): EditableFlow | { reason: string } {
  const { draft } = inspectWithParts(source, surroundings);
  if (draft === undefined || draft.document.isFaulty)
    return { reason: 'the file has syntax errors: fix them first' };
  const steps = nodeAt(draft.document.root, ['steps']);
  if (steps?.kind !== 'map') return { reason: 'the flow has no steps' };
  if (source.text[steps.range.from] === '{')
    return { reason: 'the steps stand between braces: write them one below the other' };
  return { text: source.text, draft, graph: draft.graph, steps };
}

/** Finds a step of the file; returns the reason, for the author, if it cannot be edited. */
export function findStep({ graph, steps }: EditableFlow, name: string): EditableStep | { reason: string } {
  const step = graph.steps.find((one) => one.name === name);
  if (step === undefined) return { reason: `there is no step "${name}"` };
  if (step.file !== undefined) return { reason: `the step "${name}" stands in ${step.file}: edit that file` };
  const entry = steps.entries.get(name);
  if (entry?.value.kind !== 'map') return { reason: `the step "${name}" cannot be read` };
  return { ...step, entry, body: entry.value };
}

/** Returns the steps of the file in order, without imported ones. */
export function listOwnSteps({ graph }: EditableFlow): GraphStep[] {
  return graph.steps.filter(({ file }) => file === undefined);
}

/** True if the step that follows in the file comes next because of that alone. */
export function fallsThrough({ edges }: GraphStep): boolean {
  return edges.some(({ kind, span }) => kind === 'next' && span === undefined);
}

/** Returns the offset of the start of the line with a step's name. */
export function startOfStep(text: string, { entry }: EditableStep): number {
  return text.lastIndexOf('\n', entry.keyRange.from - 1) + 1;
}

/** Returns the offset of the end of the last line of a step, comments on that line included. */
export function endOfStep(text: string, { entry }: EditableStep): number {
  return endOfLine(text, findEnd(text, entry));
}

/** Returns the offset of the end of a line, before its line break. */
export function endOfLine(text: string, offset: number): number {
  return offset + (/\r?\n|$/.exec(text.slice(offset))?.index ?? 0);
}

/** Returns the offset behind the last character of a value that is no comment. */
export function findEnd(text: string, { keyRange, value }: Entry): number {
  return Math.max(keyRange.to, endOfNode(text, value));
}

function endOfNode(text: string, node: Node): number {
  const isBetweenBrackets = ['{', '['].includes(text[node.range.from] ?? '');
  if (node.kind === 'map' && !isBetweenBrackets) {
    const last = [...node.entries.values()].at(-1);
    return last === undefined ? node.range.to : findEnd(text, last);
  }
  const last = node.kind === 'list' && !isBetweenBrackets ? node.items.at(-1) : undefined;
  if (last !== undefined) return endOfNode(text, last);
  return text.slice(0, node.range.to).trimEnd().length;
}

/** Returns the edit that adds an entry behind the last one of a step's body. */
export function addEntry(
  text: string,
  { body, entry }: Pick<EditableStep, 'body' | 'entry'>,
  added: string,
): TextEdit {
  if (text[body.range.from] === '{') {
    const before = text.slice(0, body.range.to - 1).trimEnd();
    const comma = before.endsWith(',') || before.endsWith('{') ? '' : ',';
    return { from: before.length, to: before.length, newText: `${comma} ${added}` };
  }
  const [first] = body.entries.values();
  const at = first?.keyRange.from ?? entry.keyRange.from;
  const indent = at - (text.lastIndexOf('\n', at - 1) + 1);
  const end = endOfLine(text, findEnd(text, entry));
  return { from: end, to: end, newText: `${lineBreak(text)}${' '.repeat(indent)}${added}` };
}

/** Returns the line break that a text uses. */
export function lineBreak(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
