/**
 * A flow as a picture: boxes in reading order and arrows between them, independent of the output format (Mermaid, DOT,
 * SVG).
 */
import { BACK, HANGUP, isTargetWord, REPEAT } from '../../language/model/index.ts';
import type { Road, Edge, Graph, GraphStep } from '../../language/model/index.ts';
import { shorten } from '../../language/text/index.ts';
import { readSteps } from '../flowchart/index.ts';
import type { RoadStep } from '../flowchart/index.ts';

/** Kind of a box: what its step waits for, or something around the steps. */
export type BoxKind = GraphStep['waits'] | 'start' | 'end' | 'note';

/** Degree to which a part of the picture is covered; each has a colour. */
export type Mark = 'full' | 'part' | 'none';

/** A box. */
export interface Box {
  /** Letters, digits and underscores, unique in the picture. */
  id: string;
  kind: BoxKind;
  /** Lines of its text. */
  text: string[];
  /** Position in the flow file; absent for generated boxes. */
  origin?: string;
  mark?: Mark;
  /** Target of a click. */
  link?: string;
}

/**
 * Style of an arrow: a normal path, a failure, or an unhandled failure. `hidden` is not drawn and keeps boxes below
 * each other.
 */
export type ArrowStyle = 'plain' | 'failure' | 'faint' | 'hidden';

/** An arrow from one box to another. */
export interface Arrow {
  from: string;
  to: string;
  text: string;
  style: ArrowStyle;
  /** True if it does not influence the layout: it leads against the reading order, or shows an unhandled failure. */
  loose: boolean;
  mark?: Mark;
}

/** Boxes that belong together; without a title they have no frame. */
export interface Group {
  title?: string;
  boxes: Box[];
}

/** A picture. */
export interface Picture {
  title: string;
  groups: Group[];
  arrows: Arrow[];
}

interface PictureOptions {
  title: string;
  /** True to draw unhandled failures, which go to `on.error`, too. */
  all: boolean;
  highlights?: Highlights;
}

/** Marks and links of a picture. */
export interface Highlights {
  step?: (step: string) => Mark | undefined;
  outcome?: (step: string, outcome: string) => Mark | undefined;
  /** Mark of a global key, or of phrases by the first one in quotes. */
  always?: (key: string) => Mark | undefined;
  link?: (step: string) => string | undefined;
}

/** Draws a flow's control graph. */
export function createPicture(graph: Graph, { title, all, highlights = {} }: PictureOptions): Picture {
  const steps = readSteps(graph);
  const boxesOn = (road: Road) =>
    steps.filter((one) => one.road === road).flatMap((one) => createStepBoxes(one, highlights));
  const groups = [
    { boxes: [...createFrame(graph), ...boxesOn('main')] },
    { title: 'error path', boxes: boxesOn('error') },
    { title: 'finalizer', boxes: boxesOn('end') },
  ].filter(({ boxes }) => boxes.length > 0);
  const order = new Map(graph.steps.map(({ name }, index) => [name, index]));
  const arrows = steps.flatMap((one) => createArrows(one, { order, all, highlights }));
  return {
    title,
    groups,
    arrows: [...createEntryArrows(graph, highlights), ...arrows, ...createSpacers(groups)],
  };
}

/** Creates the box for the start of the call and the note with the global keys. */
function createFrame({ always }: Graph): Box[] {
  const start: Box = { id: 'start', kind: 'start', text: ['call'] };
  if (always.length === 0) return [start];
  const keys = always.map(({ key, to }) => `${renderAnswer(key)}: ${renderTarget(to)}`);
  return [start, { id: 'always', kind: 'note', text: ['at every question', ...keys] }];
}

const WORDS = new Map([
  [HANGUP, 'hang up'],
  [REPEAT, 'hear it again'],
  [BACK, 'the previous question'],
]);

function renderTarget(target: string): string {
  return WORDS.get(target) ?? target;
}

function createStepBoxes(one: RoadStep, highlights: Highlights): Box[] {
  return [createBox(one.step, highlights), ...createEnds(one)];
}

function createBox({ name, verb, waits, flow, span }: GraphStep, highlights: Highlights): Box {
  const link = highlights.link?.(name);
  return {
    id: stepId(name),
    kind: waits,
    text: [name, flow === undefined ? verb : `${verb} ${flow}`],
    origin: `${name}: ${verb}, line ${span.start.line}`,
    ...combineMarks([highlights.step?.(name)]),
    ...(link !== undefined && { link }),
  };
}

/** Returns the mark that all parts share; none if some part has none. */
function combineMarks(marks: readonly (Mark | undefined)[]): { mark?: Mark } {
  const [first, ...others] = marks;
  if (first === undefined || others.includes(undefined)) return {};
  return { mark: others.every((one) => one === first) ? first : 'part' };
}

/** Creates the ends of one step: arrows to common ends would cross the whole picture. */
function createEnds({ step, ways }: RoadStep): Box[] {
  const ends = new Set(ways.map(({ to }) => to).filter(isTargetWord));
  return [...ends].map((to) => ({ id: endId(step.name, to), kind: 'end', text: [renderTarget(to)] }));
}

function createEntryArrows({ entry, always }: Graph, highlights: Highlights): Arrow[] {
  const led = Map.groupBy(
    always.filter(({ to }) => !isTargetWord(to)),
    ({ to }) => to,
  );
  return [
    { from: 'start', to: stepId(entry), text: '', style: 'plain', loose: false },
    ...[...led].map(([to, ways]): Arrow => {
      const text = joinLabels(ways.map(({ key }) => renderAnswer(key)));
      const mark = combineMarks(ways.map(({ key }) => highlights.always?.(key)));
      return { from: 'always', to: stepId(to), text, style: 'faint', loose: false, ...mark };
    }),
  ];
}

interface ArrowOptions {
  order: ReadonlyMap<string, number>;
  all: boolean;
  highlights: Highlights;
}

/** Creates the arrows of a step; outcomes with the same target share one. */
function createArrows({ step, unhandled }: RoadStep, { order, all, highlights }: ArrowOptions): Arrow[] {
  const { name, edges } = step;
  const isDrawn = (edge: Edge) =>
    edge.kind !== 'error' || (all && unhandled.includes(edge) && !isTargetWord(edge.to));
  const drawn = edges.filter(isDrawn);
  const bundles = Map.groupBy(drawn, (edge) => `${edge.to} ${chooseStyle(edge)}`);
  return [...bundles.values()].flatMap((bundle) => {
    const [first] = bundle;
    if (first === undefined) return [];
    const to = isTargetWord(first.to) ? endId(name, first.to) : stepId(first.to);
    const isUp = (order.get(first.to) ?? Infinity) <= (order.get(name) ?? 0);
    const loose = isUp || first.kind === 'error';
    const mark = combineMarks(bundle.map(({ outcome }) => highlights.outcome?.(name, outcome)));
    const text = joinLabels(bundle.map(renderLabel));
    return { from: stepId(name), to, text, style: chooseStyle(first), loose, ...mark };
  });
}

function chooseStyle({ kind, failure }: Edge): ArrowStyle {
  if (kind === 'error') return 'faint';
  return failure ? 'failure' : 'plain';
}

function renderLabel({ outcome, kind, meaning }: Edge): string {
  const isPlain = (kind === 'next' && outcome === 'done') || (kind === 'error' && outcome === 'failed');
  if (isPlain) return '';
  return meaning === undefined ? renderAnswer(outcome) : shorten(meaning, MAX_LABEL);
}

function renderAnswer(outcome: string): string {
  return outcome.replace(/^"(.*)"$/, '“$1”');
}

/** Maximum number of characters in a line of joined labels. */
const MAX_LINE = 20;

function joinLabels([first = '', ...others]: string[]): string {
  const lines = [first];
  for (const one of others) {
    const last = lines.at(-1) ?? '';
    if (last.length + one.length > MAX_LINE) lines.push(one);
    else lines[lines.length - 1] = `${last}, ${one}`;
  }
  return lines.join(',\n');
}

/** Maximum number of characters of a condition on an arrow. */
const MAX_LABEL = 32;

function createSpacers(groups: Group[]): Arrow[] {
  return groups.flatMap(({ boxes: [first] }, index) => {
    const above = groups[index - 1]?.boxes.findLast(({ kind }) => kind !== 'end');
    if (first === undefined || above === undefined) return [];
    return { from: above.id, to: first.id, text: '', style: 'hidden', loose: false };
  });
}

/** Adds a prefix, since a step name can be a reserved word of a format, such as `end`. */
function stepId(step: string): string {
  return `step_${step}`;
}

function endId(step: string, target: string): string {
  return target === HANGUP ? `end_${step}` : `${target}_${step}`;
}

/** Colours on white; SVG defines its own for dark pages. */
export const markColours: Record<Mark, string> = { full: '#1a7f37', part: '#9a6700', none: '#cf222e' };
