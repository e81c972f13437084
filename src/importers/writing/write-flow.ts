/** Writes a draft as the text of a flow file. */
import { Document, isMap, isPair, isScalar, isSeq, Scalar, visit, YAMLMap } from 'yaml';
import type { Node, Pair, YAMLSeq } from 'yaml';
import type { FlowSource, Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';
import { makeSpeakable } from './speakable.ts';
import { orderSteps } from './order-steps.ts';

/** Sections of a flow in the order in which people read them. */
const SECTIONS: readonly (keyof FlowSource)[] = [
  'ringflow',
  'name',
  'description',
  'languages',
  'voice',
  'params',
  'vars',
  'env',
  'returns',
  'prompts',
  'hours',
  'tables',
  'always',
  'on',
  'limits',
  'defaults',
];

/** A pair whose value is written. */
type FullPair = Pair<Scalar, Node>;

/** Maximum width of a line, and of a collection that is written on one line. */
const LINE_WIDTH = 110;
const INLINE_WIDTH = 90;
/** Verbs whose options are always written one below the other. */
const TALL = new Set(['menu', 'switch', 'choices']);

/** Writes a flow file: readable, and the same for the same draft. */
export function writeFlow(draft: Draft): string {
  const flow = leadFailures(draft.flow);
  const ordered = orderSteps({ ...flow, steps: tidyChoices(makeSpeakable(flow)) });
  const whole: Partial<Record<string, unknown>> = { ...flow, ringflow: 1 };
  const sections = SECTIONS.flatMap((name) =>
    whole[name] === undefined ? [] : [[name, whole[name]] as const],
  );
  const content = { ...Object.fromEntries(sections), steps: ordered };
  const document = new Document(content, { aliasDuplicateObjects: false });
  document.commentBefore = ' yaml-language-server: $schema=../../schemas/flow.schema.json';
  if (isMap(document.contents)) for (const pair of document.contents.items) formatPair(pair as FullPair);
  visit(document, {
    Scalar: (_, scalar) => {
      keepLines(scalar);
    },
  });
  addComments(document, draft);
  return document.toString({ lineWidth: LINE_WIDTH, singleQuote: true, flowCollectionPadding: true });
}

/**
 * Says once where failures lead: to the step to which most of them do, or to the end of the call where the original says nothing.
 * A flow that others run leaves it to them.
 */
function leadFailures(flow: Draft['flow']): Draft['flow'] {
  if (flow.returns !== undefined) return flow;
  const failed = Object.values(flow.steps).flatMap(({ on = {} }) => on.failed ?? []);
  const [[target, alike] = ['hangup', []]] = [...Map.groupBy(failed, (to) => to)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const isUsual = alike.length >= MIN_FAILURES && alike.length * 2 > failed.length;
  return { ...flow, on: { error: isUsual ? target : 'hangup', ...flow.on } };
}

/** Minimum number of failures that lead to one step before it becomes the error path. */
const MIN_FAILURES = 5;

/** Writes keys as numbers where they are digits, and where a choice leads last. */
function tidyChoices(steps: Record<string, Step>): Record<string, Step> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => {
      const { menu } = step;
      if (menu === undefined) return [name, step];
      const choices = menu.choices.map(({ key, goto, ...choice }) => ({
        ...(key !== undefined && { key: /^[0-9]$/.test(String(key)) ? Number(key) : key }),
        ...choice,
        goto,
      }));
      return [name, { ...step, menu: { ...menu, choices } }];
    }),
  );
}

function formatPair({ key, value }: FullPair): void {
  if (key.value === 'steps') formatSteps(value);
  else if (TALL.has(String(key.value))) formatInside(value);
  else formatNode(value);
}

/** Writes each member of a step on a line of its own. */
function formatSteps(steps: Node | null): void {
  if (isMap(steps)) for (const { value } of steps.items) formatInside(value as Node);
}

/** Writes a small collection on one line, a large one with its parts below each other. */
function formatNode(node: Node | null): void {
  if (!isMap(node) && !isSeq(node)) return;
  const width = measureNode(node);
  if (width <= INLINE_WIDTH && !hasLongText(node)) writeInline(node);
  else formatInside(node);
}

/** Writes a text of several lines as it is, without empty lines for folding. */
function keepLines(scalar: Scalar): undefined {
  if (typeof scalar.value === 'string' && scalar.value.includes('\n')) scalar.type = Scalar.BLOCK_LITERAL;
}

/** Writes `[a, b]` and `{ a: b }`, as the formatter of flows does. */
function writeInline(node: YAMLMap | YAMLSeq): void {
  node.flow = true;
  const flowCollectionPadding = isSeq(node) ? '' : ' ';
  const write = node.toString.bind(node);
  node.toString = (context, ...ends) => write(context && { ...context, flowCollectionPadding }, ...ends);
  for (const item of node.items) {
    const inner = isPair(item) ? item.value : item;
    if (isMap(inner) || isSeq(inner)) writeInline(inner);
  }
}

function formatInside(node: Node | null): void {
  if (isMap(node)) for (const pair of node.items) formatPair(pair as FullPair);
  if (isSeq(node)) for (const item of node.items) formatNode(item as Node);
}

function measureNode(node: Node): number {
  return JSON.stringify(node)
    .replaceAll('"', '')
    .replaceAll(/[,:{}]/g, ' $&').length;
}

/** True for a collection with a sentence in it, which is easier to read on a line of its own. */
function hasLongText(node: Node): boolean {
  const texts = JSON.stringify(node).match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  return texts.some((text) => text.length > LONG_TEXT);
}

const LONG_TEXT = 60;

function addComments(document: Document, { about }: Draft): void {
  const steps = document.get('steps');
  if (!(steps instanceof YAMLMap)) return;
  for (const { key } of steps.items as Pair<Scalar>[]) {
    const comments = isScalar(key) ? (about[String(key.value)]?.comments ?? []) : [];
    if (comments.length > 0) key.commentBefore = comments.flatMap(toLines).join('\n');
  }
}

function toLines(comment: string): string[] {
  return comment.split(/\r\n|[\r\n\u0085\u2028\u2029]/).map((line) => ` ${line.trim()}`);
}
