import { isTargetWord } from '../../../language/model/index.ts';
import type { Edge as Way, Graph } from '../../../language/model/index.ts';
import { joinQuoted } from '../../../language/text/index.ts';
import { countSituations } from '../explore.ts';
import type { Certainty } from './certainty.ts';
import type { Evidence, Finder, Suspicion } from './suspicion.ts';

type GraphStep = Graph['steps'][number];

/**
 * Finds steps and written outcomes that no call takes. Where the exploration is not exact, they were only not reached, which is
 * reported as information, unless `validate` has said that the carrier cannot do what leads there.
 */
export const findUnreached: Finder = (evidence) => {
  const { exploration, graphs, subject, certainty } = evidence;
  const graph = graphs[subject];
  if (exploration.left > 0 || graph === undefined) return [];
  const unreached = new Unreached(graph, subject, certainty);
  return [
    ...unreached.listSteps().map((step) => describeStep(step, unreached, evidence)),
    ...unreached.listOutcomes().map(({ step, way }) => describeOutcome(step, way, evidence)),
  ].filter((one) => one !== undefined);
};

function describeStep(
  { name }: GraphStep,
  unreached: Unreached,
  { subject, exploration, certainty }: Evidence,
): Suspicion | undefined {
  const reasons = unreached.listWaysTo(name).map(({ step, way }) => certainty.explain(subject, step, way));
  if (reasons.some((reason) => reason?.isFound)) return undefined;
  const behind = unreached.listBehind(name);
  const others = behind.length === 0 ? '' : `, and so none reaches ${joinQuoted(behind)}`;
  const isCertain = certainty.isExact(subject, name);
  if (!isCertain && certainty.mayHappenElsewhere(subject, name)) return undefined;
  const reason = reasons.map((one) => one?.text ?? '').find((text) => text !== '') ?? '';
  return {
    code: 'unreached-step',
    flow: subject,
    step: name,
    message: isCertain
      ? `no call reaches step "${name}"${reason}${others}`
      : `step "${name}" was not reached in ${countSituations(exploration)}; calls that were not tried may reach it`,
    ...(!isCertain && { severity: 'info' }),
    path: [],
  };
}

function describeOutcome(
  { name }: GraphStep,
  way: Way,
  { subject, exploration, certainty }: Evidence,
): Suspicion | undefined {
  const { outcome, meaning = outcome, to } = way;
  const reason = certainty.explain(subject, name, way);
  if (reason?.isFound) return undefined;
  const isCertain = reason !== undefined && certainty.isExact(subject, name);
  if (!isCertain && certainty.mayHappenElsewhere(subject, name)) return undefined;
  return {
    code: 'unreached-outcome',
    flow: subject,
    step: name,
    outcome,
    message: isCertain
      ? `no call leaves step "${name}" with "${meaning}", which leads to "${to}"${reason.text}`
      : `step "${name}" was not left with "${meaning}" in ${countSituations(exploration)}; calls that were not tried may do so`,
    ...(!isCertain && { severity: 'info' }),
    path: [],
  };
}

/** The steps and ways of one flow that the exploration has not taken. */
class Unreached {
  readonly #graph: Graph;
  readonly #flow: string;
  readonly #certainty: Certainty;

  constructor(graph: Graph, flow: string, certainty: Certainty) {
    this.#graph = graph;
    this.#flow = flow;
    this.#certainty = certainty;
  }

  /** Lists the steps of the flow's own file that were not entered though an entered step leads to them. */
  listSteps(): GraphStep[] {
    return this.#graph.steps.filter(
      ({ name, file }) => file === undefined && !this.#isEntered(name) && this.listWaysTo(name).length > 0,
    );
  }

  /** Lists the ways from entered steps to a step. */
  listWaysTo(name: string): { step: string; way: Way }[] {
    return this.#graph.steps
      .filter((step) => this.#isEntered(step.name))
      .flatMap((step) => step.edges.filter(({ to }) => to === name).map((way) => ({ step: step.name, way })));
  }

  /** Lists the steps that were not entered and lie behind a step, except those that have a finding of their own. */
  listBehind(name: string): string[] {
    const behind = new Set([name]);
    // A set's iterator also visits elements that are added while it runs.
    for (const one of behind)
      for (const { to } of this.#graph.steps.find((step) => step.name === one)?.edges ?? [])
        if (!isTargetWord(to) && !this.#isEntered(to) && this.listWaysTo(to).length === 0) behind.add(to);
    return [...behind].slice(1);
  }

  /** Lists the written ways of entered steps that no call takes. Failures may be untried, so they do not count. */
  listOutcomes(): { step: GraphStep; way: Way }[] {
    return this.#graph.steps
      .filter(({ name }) => this.#isEntered(name))
      .flatMap((step) => this.#listUntaken(step).map((way) => ({ step, way })))
      .filter(({ way }) => isTargetWord(way.to) || this.#isEntered(way.to));
  }

  #isEntered(step: string): boolean {
    return this.#certainty.happens(this.#flow, step);
  }

  #listUntaken({ name, edges }: GraphStep): Way[] {
    const isTaken = ({ outcome }: Way) => this.#certainty.happens(this.#flow, name, outcome);
    const places = new Set(edges.filter(isTaken).map(edgeKey));
    return edges.filter(
      (way) =>
        (way.kind === 'goto' || way.kind === 'on') &&
        !way.failure &&
        !isTaken(way) &&
        !places.has(edgeKey(way)),
    );
  }
}

function edgeKey({ span, to }: Way): string {
  return `${to} ${span?.start.offset ?? ''}`;
}
