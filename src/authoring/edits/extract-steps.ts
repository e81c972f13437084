/**
 * Extracts a sub-flow: a step and the steps that are reached only through it move into a flow of their own, and a step that
 * runs this flow takes their place.
 *
 * EXTRACT-1 The text of the moved steps stays as it is. Where they lead to a step that stays behind, the sub-flow has a step of
 *    that name, which returns; a variable that comes from outside is passed as a parameter and set first.
 * EXTRACT-2 An extraction that would change what a call does is refused with its reason, and so is one after which the
 *    compiler reports a mistake of a kind that it did not report before.
 */
import {
  compileFlow,
  createFlowCatalogue,
  type CompileOptions,
  type FlowFile,
  type Range,
} from '../../language/compiler/index.ts';
import { isFlowName } from '../templates/index.ts';
import { hasErrors, type Diagnostic } from '../../language/diagnostics/index.ts';
import { BACK, HANGUP, isTargetWord, RETURN, type GraphStep } from '../../language/model/index.ts';
import { listReached, planValues, type MovedValues } from './moved-values.ts';
import { planDeclarations, renderSection } from './moved-declarations.ts';
import {
  addEntry,
  endOfStep,
  findStep,
  lineBreak,
  listOwnSteps,
  startOfStep,
  type EditableFlow,
  type EditableStep,
} from './step-lines.ts';
import { applyEdits, applyEditsWithin, refuse, type EditResult, type TextEdit } from './text-edit.ts';

/** A sub-flow to extract. */
export interface Extraction {
  /** The step with which it begins. */
  step: string;
  /** Name of the new flow. */
  flow: string;
}

/** A flow in which the first step of an extraction was found. */
interface Extractable {
  source: FlowFile;
  surroundings: CompileOptions;
  flow: EditableFlow;
  step: EditableStep;
}

/** Extracts a sub-flow into the file `<name>.flow.yaml` beside the flow. */
export function extractSteps({ source, surroundings, flow, step }: Extractable, name: string): EditResult {
  const { others = createFlowCatalogue([]) } = surroundings;
  if (!isFlowName(name))
    return refuse(`"${name}" is no name of a flow: use lower-case letters, digits and hyphens`);
  if (others.names.includes(name)) return refuse(`there is already a flow "${name}"`);
  const before = compileFlow(source, surroundings).diagnostics;
  if (hasErrors(before)) return refuse('the flow has errors: fix them first');
  const moved = listMovedSteps(flow, step.name);
  const reason = findObstacle(flow, step.name, moved);
  if (reason !== undefined) return refuse(reason);
  const exits = listExits(flow, moved);
  const values = planValues(flow, { first: step.name, moved, exits: exits.map(({ to }) => to) });
  if ('reason' in values) return refuse(values.reason);
  const found = moved.filter((one) => one.name !== step.name).map((one) => findStep(flow, one.name));
  const unreadable = found.find((one) => 'reason' in one);
  if (unreadable !== undefined) return refuse(unreadable.reason);
  const rest = found.flatMap((one) => ('reason' in one ? [] : [one]));
  const made = write({ flow, steps: [step, ...rest], exits, values, name });
  const file = { ...source, file: `${source.file.replace(/[^/]*$/, '')}${name}.flow.yaml`, text: made.text };
  const edited = { ...source, text: applyEdits(source.text, made.edits) };
  const around = others.names.filter((one) => one !== flow.draft.source.name);
  const files = around.flatMap((one) => others.file(one) ?? []);
  const catalogue = createFlowCatalogue([...files, edited, file]);
  const after = [edited, file].flatMap((one) => compileFlow(one, { others: catalogue }).diagnostics);
  const mistake = findNewMistake(before, after);
  if (mistake !== undefined) return refuse(`the compiler would object to the result: ${mistake.message}`);
  return { ok: true, edits: made.edits, created: { file: `${name}.flow.yaml`, text: made.text } };
}

/** Lists the step and the steps of the file that are reached only through it, in file order. */
function listMovedSteps({ graph }: EditableFlow, first: string): GraphStep[] {
  const { entry, errorStep = entry, endStep = entry, always, steps } = graph;
  const imported = steps.filter(({ file }) => file !== undefined).map(({ name }) => name);
  const roots = [entry, errorStep, endStep, ...always.map(({ to }) => to), ...imported];
  const reached = listReached(graph, roots);
  const unreached = steps.filter(({ name }) => !reached.has(name)).map(({ name }) => name);
  const outside = listReached(
    graph,
    [...roots, ...unreached].filter((root) => root !== first),
    first,
  );
  const below = listReached(graph, [first]);
  return steps.filter(({ name }) => name === first || (below.has(name) && !outside.has(name)));
}

/** Finds the reason, for the author, why steps cannot leave the flow whatever their values are. */
function findObstacle(
  { graph }: EditableFlow,
  first: string,
  moved: readonly GraphStep[],
): string | undefined {
  if (first === graph.errorStep || first === graph.endStep)
    return `"on" of the flow names the step "${first}": choose a step behind it`;
  const leaving = moved.find(({ verb, edges }) => verb === 'goto' || edges.some(({ to }) => to === RETURN));
  if (leaving !== undefined)
    return `the step "${leaving.name}" leaves the flow, which only the flow itself can do`;
  const asks = moved.some(({ waits }) => waits === 'caller');
  const leadsBack =
    graph.always.some(({ to }) => to === BACK) ||
    graph.steps.some(({ edges }) => edges.some(({ to }) => to === BACK));
  return asks && leadsBack
    ? '"back" leads to the question before, which may be in the other flow afterwards'
    : undefined;
}

/** A step outside to which moved steps lead. */
interface Exit {
  to: string;
  /** The outcome with which the sub-flow returns. */
  outcome: string;
}

/** Lists the exits in the order in which the steps name them; `on.error` of the flow comes last. */
function listExits({ graph }: EditableFlow, moved: readonly GraphStep[]): Exit[] {
  const names = new Set(moved.map(({ name }) => name));
  const asks = moved.some(({ waits }) => waits === 'caller');
  const targets = [
    ...moved.flatMap(({ edges }) => edges.filter(({ kind }) => kind !== 'error').map(({ to }) => to)),
    ...(asks ? graph.always.map(({ to }) => to) : []),
  ];
  const exits = [...new Set(targets)].filter((to) => !names.has(to) && !isTargetWord(to));
  const failure = graph.errorStep === undefined || exits.includes(graph.errorStep) ? [] : [graph.errorStep];
  return [
    ...exits.map((to, at) => ({ to, outcome: at === 0 ? DONE : nameOutcome(to) })),
    ...failure.map((to) => ({ to, outcome: nameOutcome(to) })),
  ];
}

/** The outcome that leads straight on. */
const DONE = 'done';

function nameOutcome(exit: string): string {
  return [DONE, 'failed'].includes(exit) ? `to_${exit}` : exit;
}

/** An extraction that is possible. */
interface Plan {
  flow: EditableFlow;
  /** The steps that move: the one with which the sub-flow begins, then the others in file order. */
  steps: readonly [EditableStep, ...EditableStep[]];
  exits: readonly Exit[];
  values: MovedValues;
  name: string;
}

/** Writes the sub-flow, and the edits of the flow that it leaves. */
function write(plan: Plan): { edits: TextEdit[]; text: string } {
  const { flow, steps, exits, values, name } = plan;
  const { text } = flow;
  const newLine = lineBreak(text);
  const indent = indentOf(plan);
  const [first, ...rest] = listBlocks(plan);
  const declared = planDeclarations(flow, { moved: steps, blocks: [first, ...rest], values });
  const inner = listInnerEdits(plan);
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const lines = [
    ...(firstLine.startsWith('# yaml-language-server') ? [firstLine] : []),
    'ringflow: 1',
    `name: ${name}`,
    ...declared.sections,
    ...renderSection(
      'returns',
      values.returned.map((variable) => `${variable}: vars.${variable}`),
    ),
    ...(flow.graph.errorStep === undefined ? [] : [`on: { error: ${flow.graph.errorStep} }`]),
    '',
    'steps:',
    ...renderTakeOver(plan),
    ...[first, ...rest].map((block) => applyEditsWithin(text, inner, block)),
    ...exits.flatMap(({ to, outcome }) => [`${indent}${to}:`, `${indent}  return: ${outcome}`]),
    '',
  ];
  return {
    text: lines.join(newLine),
    edits: joinTouching([
      { ...first, newText: renderRun(plan).join(newLine) },
      ...rest.map(({ from, to }) => ({ from: from - newLine.length, to, newText: '' })),
      ...declared.removals,
    ]),
  };
}

/** Makes one edit of edits that lie side by side. */
function joinTouching(edits: readonly TextEdit[]): TextEdit[] {
  const joined: TextEdit[] = [];
  for (const edit of edits.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (last?.to === edit.from)
      joined[joined.length - 1] = { ...edit, from: last.from, newText: last.newText + edit.newText };
    else joined.push(edit);
  }
  return joined;
}

function indentOf({ flow, steps: [first] }: Plan): string {
  return ' '.repeat(first.entry.keyRange.from - startOfStep(flow.text, first));
}

/** Returns the ranges of the moved steps: of the first one its lines, of the others also what stands above them. */
function listBlocks({ flow, steps: [first, ...rest] }: Plan): [Range, ...Range[]] {
  const { text } = flow;
  const own = listOwnSteps(flow);
  const others = rest.map((step) => {
    const before = own[own.findIndex(({ name }) => name === step.name) - 1];
    const above = before && findStep(flow, before.name);
    const end = above === undefined || 'reason' in above ? startOfStep(text, step) : endOfStep(text, above);
    return { from: text.indexOf('\n', end) + 1, to: endOfStep(text, step) };
  });
  return [{ from: startOfStep(text, first), to: endOfStep(text, first) }, ...others];
}

/** Lists the changes within moved steps: a way to the step below, where another one follows now, and ends of the call. */
function listInnerEdits({ flow: { text }, steps, exits }: Plan): TextEdit[] {
  // A flow that never returned could not be run.
  const end = exits.some(({ outcome }) => outcome === DONE) ? HANGUP : RETURN;
  return steps.flatMap((step, index) => {
    const following = steps[index + 1]?.name ?? exits[0]?.to;
    const straight = step.edges.find(({ kind, span }) => kind === 'next' && span === undefined);
    const next = straight?.to === HANGUP ? end : straight?.to;
    const ends =
      end === HANGUP ? [] : step.edges.filter(({ to, span }) => to === HANGUP && span !== undefined);
    const places = new Map(
      ends.flatMap(({ span }) => (span === undefined ? [] : [[span.start.offset, span]])),
    );
    return [
      ...(next === undefined || next === following ? [] : [addEntry(text, step, `next: ${next}`)]),
      ...[...places.values()].map(({ start, end: { offset } }) => ({
        from: start.offset,
        to: offset,
        newText: RETURN,
      })),
    ];
  });
}

/** Renders the step that runs the sub-flow. */
function renderRun(plan: Plan): string[] {
  const { steps, exits, name } = plan;
  const { passed, returned, params } = plan.values;
  const indent = indentOf(plan);
  const given = [
    ...params.map((param) => `${param}: '\${params.${param}}'`),
    ...passed.map((variable) => `${variable}: '\${vars.${variable}}'`),
  ];
  const saved = returned.map((variable) => `${variable}: ${variable}`);
  const body = [
    `flow: ${name}`,
    ...(given.length > 0 ? [`with: { ${given.join(', ')} }`] : []),
    ...(saved.length > 0 ? [`save: { ${saved.join(', ')} }`] : []),
  ];
  const others = exits.filter(({ outcome }) => outcome !== DONE);
  return [
    `${indent}${steps[0].name}:`,
    `${indent}  run: { ${body.join(', ')} }`,
    ...(others.length > 0
      ? [`${indent}  on: { ${others.map(({ outcome, to }) => `${outcome}: ${to}`).join(', ')} }`]
      : []),
    `${indent}  next: ${exits.find(({ outcome }) => outcome === DONE)?.to ?? HANGUP}`,
  ];
}

/** Renders the step that sets the variables to the values that were passed. */
function renderTakeOver(plan: Plan): string[] {
  const { passed } = plan.values;
  if (passed.length === 0) return [];
  const taken = new Set(plan.flow.graph.steps.map(({ name }) => name));
  const name = ['begin', 'begin_here', 'take_values'].find((one) => !taken.has(one)) ?? 'take_values_here';
  const values = passed.map((variable) => `${variable}: '\${params.${variable}}'`);
  const indent = indentOf(plan);
  return [`${indent}${name}:`, `${indent}  set: { ${values.join(', ')} }`];
}

/** Finds a mistake of a kind that the flow did not have before the extraction (EXTRACT-2). */
function findNewMistake(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic | undefined {
  const known = new Set(before.map(({ code }) => code));
  return after.find(({ code }) => !known.has(code));
}
