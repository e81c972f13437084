/**
 * Edits of a flow's text that the diagram offers. Each keeps every character that it need not change: comments, blank
 * lines and the author's layout stay.
 */
import {
  isReservedName,
  listNames,
  nameFormOf,
  nodeAt,
  type CompileOptions,
  type FlowFile,
} from '../../language/compiler/index.ts';
import { isTargetWord, type Edge } from '../../language/model/index.ts';
import {
  addEntry,
  endOfStep,
  fallsThrough,
  findStep,
  lineBreak,
  listOwnSteps,
  openForEdit,
  startOfStep,
  type EditableFlow,
  type EditableStep,
} from './step-lines.ts';
import { accept, refuse, type EditResult, type TextEdit } from './text-edit.ts';
import { renderStep, type NewWork } from './new-steps.ts';
import { declareVariable } from './new-variables.ts';
import { extractSteps, type Extraction } from './extract-steps.ts';

const RETURNS = 'a step that returns ends the flow: no way leads on from it';

/** A way out of a step. */
interface Way {
  step: string;
  outcome: string;
}

/** Points a way to another step, or to a word such as `hangup`. */
function retargetWay(
  source: FlowFile,
  { step: name, outcome, to }: Way & { to: string },
  surroundings: CompileOptions = {},
): EditResult {
  return editStep({ source, surroundings, name }, (flow, step) => {
    const edge = step.edges.find((one) => one.outcome === outcome);
    if (edge === undefined) return refuse(`the step "${name}" has no way "${outcome}"`);
    if (!isTargetWord(to) && flow.graph.steps.every((one) => one.name !== to))
      return refuse(`there is no step "${to}"`);
    if (step.verb === 'return') return refuse(RETURNS);
    return pointEdge(flow, { step, edge }, to);
  });
}

/** A step to insert. */
interface Insertion {
  /** The step behind which it goes. */
  step: string;
  /** The way on which it goes. Default: straight on. */
  outcome?: string;
  /** Its name. */
  name: string;
  work: NewWork;
}

const NO_VARIABLE = { variable: '', edits: [] };

/** Inserts a step behind another one: on its way straight on, or on the way of one outcome. */
function insertStepBehind(
  source: FlowFile,
  { step: name, outcome, name: added, work }: Insertion,
  surroundings: CompileOptions = {},
): EditResult {
  return editStep({ source, surroundings, name }, (flow, step) => {
    const wrong = findWrongName(flow, added);
    if (wrong !== undefined) return refuse(wrong);
    const straight = step.edges.find(({ kind }) => kind === 'next');
    const edge = outcome === undefined ? straight : step.edges.find((one) => one.outcome === outcome);
    if (edge === undefined)
      return refuse(
        `the step "${name}" has ${outcome === undefined ? 'several ways' : 'no such way'}: choose one`,
      );
    if (step.verb === 'return') return refuse(RETURNS);
    const { variable, edits } = work.verb === 'collect' ? declareVariable(flow, added) : NO_VARIABLE;
    const given = { variable, goesOn: edge.to };
    if (edge === straight && edge.span === undefined)
      return accept([...edits, putBehind(flow, step, renderStep(added, work, given))]);
    const before = findPlace(flow, step);
    if (before === undefined)
      return refuse('every step goes on to the one below it: write "next" at the last one');
    const pointed = pointEdge(flow, { step, edge }, added);
    if (!pointed.ok) return pointed;
    return accept([
      ...edits,
      ...pointed.edits,
      putBehind(flow, before, renderStep(added, work, { ...given, next: edge.to })),
    ]);
  });
}

/** Removes a step; what led to it leads to `to` afterwards. Default of `to`: where the step goes straight on. */
function removeStep(
  source: FlowFile,
  { step: name, to }: { step: string; to?: string },
  surroundings: CompileOptions = {},
): EditResult {
  return editStep({ source, surroundings, name }, (flow, step) => {
    const target = to ?? step.edges.find(({ kind }) => kind === 'next')?.to;
    if (target === undefined || target === name)
      return refuse(`the step "${name}" has several ways: choose where what leads to it shall lead`);
    const own = listOwnSteps(flow);
    const index = own.findIndex((one) => one.name === name);
    const following = own[index + 1]?.name;
    if (flow.graph.entry === name && following !== target)
      return refuse(`calls begin with the step "${name}": move "${target}" to its place first`);
    if (own.length === 1) return refuse('it is the only step');
    if (isTargetWord(target) && [flow.graph.errorStep, flow.graph.endStep].includes(name))
      return refuse(`"on" of the flow names the step "${name}", and needs a step: choose another one`);
    return removeFrom(flow, { step, target, before: own[index - 1]?.name, following });
  });
}

interface Removal {
  step: EditableStep;
  target: string;
  /** The steps above and below it in the file. */
  before: string | undefined;
  following: string | undefined;
}

function removeFrom(flow: EditableFlow, { step, target, before, following }: Removal): EditResult {
  const { text } = flow;
  const [from, end] = [startOfStep(text, step), endOfStep(text, step)];
  const to = Math.min(text.length, end + (text.startsWith('\r\n', end) ? 2 : 1));
  const uses = listNames(flow.draft).filter(
    ({ section, name, isDefinition, range }) =>
      section === 'steps' && name === step.name && !isDefinition && (range.to <= from || range.from >= to),
  );
  if (uses.some(({ range }) => range.from >= text.length))
    return refuse(`an imported file names the step "${step.name}": edit that file first`);
  const edits = uses.map(({ range }): TextEdit => ({ ...range, newText: target }));
  const above = before === undefined ? undefined : findStep(flow, before);
  const isLeading = above !== undefined && 'edges' in above && fallsThrough(above) && following !== target;
  return accept([
    ...edits,
    ...(isLeading ? [addEntry(text, above, `next: ${target}`)] : []),
    { from, to, newText: '' },
  ]);
}

interface Edited {
  source: FlowFile;
  surroundings: CompileOptions;
  /** Name of the step. */
  name: string;
}

function editStep(
  { source, surroundings, name }: Edited,
  edit: (flow: EditableFlow, step: EditableStep) => EditResult,
): EditResult {
  const flow = openForEdit(source, surroundings);
  if ('reason' in flow) return refuse(flow.reason);
  const step = findStep(flow, name);
  return 'reason' in step ? refuse(step.reason) : edit(flow, step);
}

/** Points an edge of a step to a target: where it is written, or else by an entry that is added. */
function pointEdge(
  { text }: EditableFlow,
  { step, edge }: { step: EditableStep; edge: Edge },
  to: string,
): EditResult {
  const { outcome, kind, span } = edge;
  if (span !== undefined && kind !== 'error')
    return accept([{ from: span.start.offset, to: span.end.offset, newText: to }]);
  if (kind === 'next') return accept([addEntry(text, step, `next: ${to}`)]);
  const on = nodeAt(step.body, ['on']);
  if (on === undefined) return accept([addEntry(text, step, `on: { ${outcome}: ${to} }`)]);
  const entry = step.body.entries.get('on');
  if (on.kind !== 'map' || entry === undefined)
    return refuse(`"on" of the step "${step.name}" cannot be read`);
  return accept([addEntry(text, { ...step, entry, body: on }, `${outcome}: ${to}`)]);
}

/** Finds the nearest step, from this one on downwards, behind which a step can stand that nothing falls into. */
function findPlace(flow: EditableFlow, { name }: EditableStep): EditableStep | undefined {
  const own = listOwnSteps(flow);
  const index = own.findIndex((one) => one.name === name);
  const found = [...own.slice(index), ...own.slice(0, index).toReversed()].find((one) => !fallsThrough(one));
  const step = found && findStep(flow, found.name);
  return step !== undefined && 'entry' in step ? step : undefined;
}

function putBehind({ text }: EditableFlow, step: EditableStep, lines: readonly string[]): TextEdit {
  const indent = ' '.repeat(step.entry.keyRange.from - startOfStep(text, step));
  const end = endOfStep(text, step);
  const newText = lines.map((line) => `${lineBreak(text)}${indent}${line}`).join('');
  return { from: end, to: end, newText };
}

function findWrongName({ graph }: EditableFlow, name: string): string | undefined {
  const { pattern, description } = nameFormOf('steps');
  if (!pattern.test(name)) return `"${name}" is not a valid step name: use ${description}`;
  if (isReservedName(name, 'steps')) return `"${name}" is a reserved word`;
  return graph.steps.some((one) => one.name === name) ? `there is already a step "${name}"` : undefined;
}

/** An edit of one step. */
export type StepEdit =
  | ({ kind: 'insertBehind' } & Insertion)
  | ({ kind: 'retarget'; to: string } & Way)
  /** `to` is where what led to the step leads afterwards. Default: where the step goes straight on. */
  | { kind: 'remove'; step: string; to?: string }
  | ({ kind: 'extract' } & Extraction);

/** Makes an edit. */
export function editFlow(source: FlowFile, edit: StepEdit, surroundings: CompileOptions = {}): EditResult {
  switch (edit.kind) {
    case 'insertBehind':
      return insertStepBehind(source, edit, surroundings);
    case 'retarget':
      return retargetWay(source, edit, surroundings);
    case 'remove':
      return removeStep(source, edit, surroundings);
    case 'extract':
      return editStep({ source, surroundings, name: edit.step }, (flow, step) =>
        extractSteps({ source, surroundings, flow, step }, edit.flow),
      );
  }
}
