/**
 * Signatures of the flows next to the one being compiled, read from their files. Calls between flows are checked
 * against them.
 */
import { BACK, HANGUP, RETURN, type ExpressionType } from '../model/index.ts';
import { hasErrors, type Diagnostic } from '../diagnostics/index.ts';
import { inspectFlow, readDraft } from './inspect.ts';
import { readFlowName } from './read/parse-document.ts';
import { findStandardFlow } from './standard-flows.ts';
import type { FlowDraft, FlowFile, FlowSignature, FlowCatalogue, Part } from './types.ts';
import type { LineChange, LineEffects, ValueEffects } from './flow-effects.ts';
import { summarizeValueEffects } from './check/value-effects.ts';
import {
  changeLine,
  computeLineAfter,
  diffLines,
  FROM_ELSEWHERE,
  isPossible,
  listStepsFrom,
  type Line,
} from './check/line-state.ts';

/** Indexes flows by the names that they declare, and the standard flows. A flow is read when it is first requested. */
export function createFlowCatalogue(files: readonly FlowFile[]): FlowCatalogue {
  const byName = Map.groupBy(files, ({ text }) => readFlowName(text));
  const listNearest = (name: string) => selectNearest(byName.get(name) ?? []);
  const findFile = (name: string) => listNearest(name)[0];
  const known = new Map<string, ReadFlow | undefined>();
  const findText = (name: string) => findStandardFlow(name) ?? findFile(name);
  const readNamed = (name: string): ReadFlow | undefined => {
    const found = findText(name);
    if (found !== undefined && !known.has(name)) known.set(name, readSignature(found));
    return known.get(name);
  };
  const parts = new Map<string, Part>();
  let targetFlows: ReadonlySet<string> | undefined;
  const catalogue: FlowCatalogue = {
    names: [...byName.keys()].filter((name) => name !== undefined),
    file: findFile,
    listClashes(name) {
      const found = listNearest(name);
      return found.length > 1 ? found.map((one) => one.file) : [];
    },
    signature(name) {
      const read = readNamed(name);
      return read && { ...read.signature, outcomes: collectOutcomes(name, readNamed) };
    },
    part(name) {
      const found = findText(name);
      const part = parts.get(name) ?? (found && inspectPart(found, catalogue));
      if (part !== undefined) parts.set(name, part);
      return part;
    },
    isRunByFlow(name) {
      targetFlows ??= new Set(
        files
          .filter(canLeadToFlows)
          .flatMap((one) => listTargetFlows(readNamed(readFlowName(one.text) ?? ''))),
      );
      return targetFlows.has(name);
    },
  };
  return catalogue;
}

function selectNearest(files: readonly FlowFile[]): readonly FlowFile[] {
  const near = files.filter(({ isFar }) => isFar !== true);
  return near.length > 0 ? near : files;
}

/** A cheap test on the text without its comments: most flows run no others and need not be parsed. */
function canLeadToFlows({ text }: FlowFile): boolean {
  return /^(?![ ]*#).*\b(?:flow|imports)\b/m.test(text);
}

function listTargetFlows(read: ReadFlow | undefined): string[] {
  return read?.signature.graph.steps.flatMap(({ flow }) => flow ?? []) ?? [];
}

function inspectPart(file: FlowFile, others: FlowCatalogue): Part {
  const { draft, diagnostics } = inspectFlow(file, others);
  return { ...(draft && { draft }), isSound: !hasErrors(diagnostics) };
}

/** A flow's own declarations, without those of the flows that it runs. */
interface ReadFlow {
  signature: Omit<FlowSignature, 'outcomes'>;
  outcomes: string[];
  /** The flows that its `goto` steps continue with. */
  goesTo: string[];
}

function readSignature(file: FlowFile): ReadFlow | undefined {
  const draft = readDraft(file, () => undefined);
  if (draft === undefined) return undefined;
  const listBodies = (verb: string) =>
    draft.steps.flatMap(({ content }) => (content?.verb.name === verb ? [content.body] : []));
  let onLine: LineEffects | undefined;
  let ofValues: ValueEffects | undefined;
  return {
    signature: {
      params: draft.params,
      returns: inferReturnTypes(draft),
      graph: draft.graph,
      draft,
      mayReturn: canFlowReturn(draft),
      lineEffects: () => (onLine ??= summarizeLineEffects(draft)),
      valueEffects: () => (ofValues ??= summarizeValueEffects(draft)),
    },
    outcomes: listBodies('return').filter((outcome) => typeof outcome === 'string'),
    goesTo: listBodies('goto').flatMap((body) => (body as { flow?: string } | undefined)?.flow ?? []),
  };
}

/** Summarizes the effects of the flow itself on the line. When it leads to other flows, its effects per outcome are unknown. */
function summarizeLineEffects(whole: FlowDraft): LineEffects {
  // No flow returns from its finalizer.
  const { endStep: _endStep, ...graph } = whole.graph;
  const draft = { ...whole, graph };
  const talking = listStepsFrom(draft, changeLine(FROM_ELSEWHERE, { bridged: 'yes' }));
  const leadsOn = graph.steps.some(({ flow }) => flow !== undefined);
  return {
    isAlone: talking.some(({ content, line }) => content.verb.alone === true && isPossible(line, 'bridged')),
    changesByOutcome: leadsOn ? new Map() : collectLineChanges(draft),
  };
}

function collectLineChanges(draft: FlowDraft): ReadonlyMap<string, LineChange> {
  const { graph, others } = draft;
  const edges = new Map(graph.steps.map((step) => [step.name, step.edges]));
  const left = new Map<string, Line>();
  for (const step of listStepsFrom(draft, FROM_ELSEWHERE))
    for (const edge of edges.get(step.name) ?? []) {
      if (edge.to !== RETURN) continue;
      const outcome = step.content.verb.name === 'return' ? edge.outcome : 'done';
      left.set(outcome, (left.get(outcome) ?? 0) | computeLineAfter(step, edge, others));
    }
  return new Map([...left].map(([outcome, line]) => [outcome, diffLines(FROM_ELSEWHERE, line)]));
}

/** A flow that it continues with may return in its place, so every `goto` counts. */
function canFlowReturn({ isBroken, graph }: FlowDraft): boolean {
  const known = new Set([HANGUP, BACK, ...graph.steps.map(({ name }) => name)]);
  return (
    isBroken ||
    graph.steps.some(({ verb, edges }) => verb === 'goto' || edges.some(({ to }) => !known.has(to)))
  );
}

function collectOutcomes(name: string, read: (name: string) => ReadFlow | undefined): string[] {
  // A set's iterator also visits entries that are added while it runs.
  const passed = new Set([name]);
  const outcomes = new Set(['done']);
  for (const flow of passed) {
    const found = read(flow);
    for (const outcome of found?.outcomes ?? []) outcomes.add(outcome);
    for (const next of found?.goesTo ?? []) passed.add(next);
  }
  return [...outcomes];
}

function inferReturnTypes(draft: FlowDraft): Record<string, ExpressionType> {
  const expressions = draft.expressions();
  return Object.fromEntries(
    Object.entries(draft.returns).map(([name, source]) => {
      const checked = expressions.check(source);
      return [name, checked.ok ? checked.type : 'other'];
    }),
  );
}

/** Reports flows that share a name: only one of them could receive the calls. */
export function findDuplicateNames(files: readonly { file: string; name?: string }[]): Diagnostic[] {
  const first = new Map<string, string>();
  return files.flatMap(({ file, name }) => {
    if (name === undefined) return [];
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, file);
      return [];
    }
    const start = { line: 1, column: 1, offset: 0 };
    const message = `a flow named "${name}" is already defined in ${earlier}`;
    return [{ code: 'duplicate-flow', severity: 'error', message, file, span: { start, end: start } }];
  });
}
