/** Builds the control graph from the steps. Unreadable parts of a step have no edge. */
import { HANGUP, REPEAT, type Edge, type Graph, type GraphStep } from '../../model/index.ts';
import type { Phrases } from '../../../../schemas/types/flow.ts';
import { spanAt, type Document, type Path } from '../read/document.ts';
import { findFlowRunBy } from './references.ts';
import { isGroup, isRouted, listPossibleOutcomes, listRoutableOutcomes } from './step-outcomes.ts';
import type { Outcome, DraftStep, Readable } from '../types.ts';
import { listPhrases } from '../verbs/parts/phrases.ts';

interface GraphSource {
  document: Document;
  steps: readonly DraftStep[];
  alwaysKeys: readonly { key: string; goto: string }[];
  /** `always.phrases`: target → phrases. */
  alwaysPhrases: Readable<Record<string, Phrases>>;
  on: { error?: string | undefined; end?: string | undefined };
  /** Target after the last step, and after one above the step of `on.error` or `on.end`. */
  end: string;
}

/** Builds the graph of a flow. Targets may be unknown names, which the rules report. */
export function buildGraph(source: GraphSource): Graph {
  const { document, steps, alwaysKeys, alwaysPhrases, on } = source;
  const always = [
    ...alwaysKeys.map(({ key, goto }) => ({ key, to: goto, path: ['always', 'keys', key] })),
    ...Object.entries(alwaysPhrases).map(([goto, phrases]) => {
      const [first] = listPhrases(phrases);
      const key = first === undefined ? goto : `"${first.phrase}"`;
      return { key, to: goto, path: ['always', 'phrases', goto] };
    }),
  ];
  return {
    entry: steps[0]?.name ?? HANGUP,
    steps: steps.map((step, index) => buildGraphStep(source, step, findNameBelow(source, index))),
    ...(on.error === undefined ? {} : { errorStep: on.error }),
    ...(on.end === undefined ? {} : { endStep: on.end }),
    always: always.map(({ path, ...edge }) => ({
      ...edge,
      span: spanAt(document, path),
    })),
  };
}

/** Returns the step below; undefined when a call does not run into it, because it is the last one, or that of `on.error` or `on.end`. */
function findNameBelow({ steps, on }: GraphSource, index: number): string | undefined {
  const below = steps[index + 1];
  const isHandler = below?.name === on.error || below?.name === on.end;
  return below?.file === steps[index]?.file && !isHandler ? below?.name : undefined;
}

function buildGraphStep(source: GraphSource, step: DraftStep, below: string | undefined): GraphStep {
  const { document } = source;
  const { content } = step;
  const facts = { ...source, step, below };
  const flow = findFlowRunBy(step);
  return {
    name: step.name,
    verb: content?.verb.name ?? '',
    waits: content?.verb.waits ?? 'nothing',
    ...(flow !== undefined && { flow }),
    ...pickLanguage(step),
    ...(step.file === undefined ? {} : { file: step.file }),
    span: document.span(step.nameRange),
    edges: [
      ...listPossibleOutcomes(step).flatMap((outcome) => buildEdge(outcome, facts) ?? []),
      ...listMisspeltOutcomes(step).flatMap((outcome) => buildEdge(outcome, facts) ?? []),
    ],
  };
}

function pickLanguage({ content }: DraftStep): { language?: string } {
  const isChoice = content?.verb.name === 'language' && typeof content.body === 'string';
  return isChoice ? { language: content.body as string } : {};
}

/** Lists the keys of `on` that are not outcomes of the verb. Their targets still count as intended. */
function listMisspeltOutcomes(step: DraftStep): Outcome[] {
  const legal = listRoutableOutcomes(step);
  const others = [...(step.on?.keys() ?? [])].filter((written) => !legal.includes(written));
  return others.map((name) => ({ name, otherwise: 'nowhere' }));
}

interface EdgeSource extends GraphSource {
  step: DraftStep;
  /** The name of the step below, if a call runs into one. */
  below: string | undefined;
}

function buildEdge(outcome: Outcome, { document, step, below, on, end }: EdgeSource): Edge | undefined {
  const { name } = outcome;
  const failure = 'otherwise' in outcome && outcome.otherwise === 'error';
  const createEdge = (kind: Edge['kind'], target: string, path?: Path): Edge => {
    const to = target === REPEAT && step.content?.verb.waits === 'caller' ? step.name : target;
    const drawn: Edge = { outcome: name, to, kind, failure };
    if ('goto' in outcome && outcome.meaning !== undefined) drawn.meaning = outcome.meaning;
    if ('goto' in outcome && outcome.language !== undefined) drawn.language = outcome.language;
    if (path) drawn.span = spanAt(document, ['steps', step.name, ...path]);
    return drawn;
  };
  if (isGroup(outcome)) return undefined;
  if ('goto' in outcome)
    return outcome.goto === undefined
      ? undefined
      : createEdge('goto', outcome.goto, [step.content?.verb.name ?? '', ...outcome.path]);
  const route = outcome.like === undefined || step.on?.has(name) === true ? name : outcome.like;
  const chosen = step.on?.get(route);
  if (chosen !== undefined) return createEdge('on', chosen, ['on', route]);
  if (outcome.otherwise === 'nowhere' || outcome.otherwise === 'stay' || isRouted(name, step))
    return undefined;
  if (outcome.otherwise === 'error') return createEdge('error', on.error ?? HANGUP);
  if (step.isNextBroken) return undefined;
  return step.next === undefined ? createEdge('next', below ?? end) : createEdge('next', step.next, ['next']);
}
