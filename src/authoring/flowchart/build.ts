/** Builds the chart of a compiled flow. */
import {
  findParts,
  isTargetWord,
  listSpokenPrompts,
  renderTemplateSource,
} from '../../language/model/index.ts';
import type { Edge, FlowPart, Graph, MachineState, Prompt, PromptPart } from '../../language/model/index.ts';
import { describeAwaitedKeys, describeStep } from './detail.ts';
import type {
  Flowchart,
  FlowchartStep,
  FlowchartTarget,
  FlowchartWay,
  TargetWord,
  WayKind,
} from './flowchart.ts';
import { readSteps } from './steps.ts';
import type { RoadStep } from './steps.ts';

/** Builds the chart of a flow from its compiled form and its control graph. */
export function buildFlowchart({ flow, graph }: { flow: FlowPart; graph: Graph }): Flowchart {
  const { entry, errorStep, endStep, always } = graph;
  return {
    flow: flow.name,
    entry,
    languages: flow.languages,
    ...(errorStep !== undefined && { errorStep }),
    ...(endStep !== undefined && { endStep }),
    steps: readSteps(graph).map((one) => buildStep(one, flow)),
    always: always.map(({ key, to }) => ({ key, to: toTarget(to) })),
  };
}

/**
 * Builds the chart of a flow with errors, as far as its steps could be read: their names and verbs, and the ways between them.
 * Undefined if no step could be read.
 */
export function sketchFlowchart(name: string, graph: Graph): Flowchart | undefined {
  const { errorStep, endStep } = graph;
  const known = new Set(graph.steps.map((step) => step.name));
  const isKnown = ({ to }: { to: string }) => known.has(to) || isTargetWord(to);
  const [first] = known;
  if (first === undefined) return undefined;
  const sketched: Graph = {
    entry: known.has(graph.entry) ? graph.entry : first,
    steps: graph.steps.map((step) => ({ ...step, edges: step.edges.filter(isKnown) })),
    always: graph.always.filter(isKnown),
    ...(errorStep !== undefined && known.has(errorStep) && { errorStep }),
    ...(endStep !== undefined && known.has(endStep) && { endStep }),
  };
  return buildFlowchart({ flow: { ...NOTHING_COMPILED, name }, graph: sketched });
}

const NOTHING_COMPILED: Omit<FlowPart, 'name'> = {
  ...{ languages: [], vars: {}, params: {}, returns: {}, prompts: {}, hours: {}, tables: {}, steps: {} },
  machine: {},
};

function buildStep({ step, road, ways, unhandled }: RoadStep, part: FlowPart): FlowchartStep {
  const { name, verb, waits, flow, file, span, edges } = step;
  const state = part.machine.states?.[name] ?? {};
  const prompt = readPrompt(state, part);
  // A step that asks may set variables on its answers: what it does is to ask.
  const detail = waits === 'caller' ? describeAwaitedKeys(state) : describeStep(state);
  return {
    id: name,
    verb,
    line: span.start.line,
    ...(file !== undefined && { file }),
    ...(flow !== undefined && { flow }),
    ...(prompt && { prompt }),
    ...(detail !== undefined && { detail }),
    waits,
    road,
    ways: edges
      .filter((edge) => ways.includes(edge) || unhandled.includes(edge))
      .map((edge) => buildWay(edge, name)),
  };
}

function buildWay({ outcome, kind, failure, to, meaning }: Edge, from: string): FlowchartWay {
  return {
    code: outcome,
    kind: failure ? 'failure' : WAY_KINDS[kind],
    to: to === from ? { word: 'repeat' } : toTarget(to),
    ...(meaning !== undefined && { meaning }),
    isUnhandled: kind === 'error',
  };
}

const WAY_KINDS: Record<Edge['kind'], WayKind> = {
  goto: 'choice',
  on: 'outcome',
  next: 'next',
  error: 'failure',
};

function toTarget(to: string): FlowchartTarget {
  return isTargetWord(to) ? { word: to as TargetWord } : { step: to };
}

/** Returns the text of the first prompt by language; undefined when there is none, or only audio. */
function readPrompt(state: MachineState, flow: FlowPart): Record<string, string> | undefined {
  const [first] = listSpokenPrompts(state);
  if (first === undefined) return undefined;
  const texts = flow.languages.map(
    (language) => [language, renderPrompt(first.prompt, flow, language)] as const,
  );
  const spoken = texts.filter(([, text]) => text !== '');
  return spoken.length === 0 ? undefined : Object.fromEntries(spoken);
}

function renderPrompt(prompt: Prompt, flow: FlowPart, language: string): string {
  const parts = prompt.flatMap((item) => ('kind' in item ? [item] : findParts(flow, item.name, language)));
  return parts.map(renderPart).join(' ').replace(/\s+/g, ' ').trim();
}

function renderPart(part: PromptPart): string {
  if (part.kind === 'text') return renderTemplateSource(part.text);
  return part.kind === 'ssml' ? renderTemplateSource(part.ssml).replace(/<[^>]*>/g, ' ') : '';
}
