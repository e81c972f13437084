/**
 * Finds mistakes on any path of a flow: explores it, collects suspicious paths, and replays each of them on a simulated
 * call. Every finding has a scenario that shows it, or the reason why it was not confirmed.
 */
import { runnable } from '../../call/index.ts';
import { removeIgnored, parseDocument } from '../../language/compiler/index.ts';
import { catalogue, provedCodes, sortDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic } from '../../language/diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../../language/model/index.ts';
import { createSettings, listStarts } from './beginnings.ts';
import { CALLER_FILE, createCaller, isSubFlow, toDirectPath } from './contract.ts';
import { removeTooLate } from './duration.ts';
import { deedOf, explore } from './explore.ts';
import type { Budget, Edge, Exploration } from './explore.ts';
import { findSuspicions } from './findings/index.ts';
import { isWithSomebody } from './findings/walk.ts';
import type { Limits, Suspicion } from './findings/suspicion.ts';
import { listPositions, TIME_UP, replayPath, replayWith, createSuiteHead, renderSuite } from './replay.ts';
import type { Passed } from './place.ts';
import type { Going, Replay, Stage } from './replay.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import type { Line } from '../../../schemas/types/scenario.ts';
import { renderPathName } from './sentence.ts';
import { isReportedByValidate, listSameCodes } from './told-before.ts';

/** A flow without errors. */
export interface Provable {
  file: string;
  flow: CompiledFlow;
  graph: Graph;
  /** Graphs of the flows that it runs, by name. */
  graphs: Readonly<Record<string, Graph>>;
  /** Known files of those flows, by name. Findings in them are reported there. */
  files?: Readonly<Record<string, string>>;
  /** Diagnostics that `validate` reports. */
  diagnostics: readonly Diagnostic[];
  /** Returns the text of a file. */
  source: (file: string) => string | undefined;
}

/** A finding. */
export interface Found {
  diagnostic: Diagnostic;
  /** The steps and outcomes on the shortest path to it; empty if no path leads to it. */
  path: readonly Passed[];
  /** Scenario file that shows it; absent if no call can. */
  scenario?: string;
  /** The flow that the scenario calls, if it is one that runs the proved flow. */
  caller?: string;
  /** Reason why a simulated call did not confirm it; absent if it did, or if no call can. */
  unconfirmed?: string;
}

/** Result for one flow. */
export interface Proof {
  file: string;
  found: Found[];
  exploration: Exploration;
  /** True if it was judged by its contract, as a flow that others run. */
  isSubFlow: boolean;
  /** Stage on which its paths are replayed. */
  stage: Stage;
}

/** A finding whose path is not told yet. */
type Confirmed = Omit<Found, 'path'>;

/** Options of an exploration. */
interface Exploring {
  budget: Budget;
  /** True to call a flow directly even if it gives something back to flows that run it. */
  isDirect?: boolean;
  /** Kind of carrier of the calls. Default: the platform. */
  carrier?: CarrierKind;
}

/** Options of a proof. */
interface Proving extends Exploring {
  limits: Limits;
}

/** An explored flow. */
interface Explored extends Pick<Proof, 'exploration' | 'stage'> {
  /** Stage for direct calls of the flow. */
  direct: Stage;
  /** The flow that runs it, if it was explored by its contract. */
  caller?: ReturnType<typeof createCaller>;
}

/** Explores a flow without looking for mistakes. */
export function exploreFlow(provable: Provable, { budget, isDirect = false, carrier }: Exploring): Explored {
  const { file, flow, graph } = provable;
  const caller = !isDirect && isSubFlow(flow, graph) ? createCaller(flow, graph) : undefined;
  const whole = caller?.flow ?? flow;
  const env = createSettings(flow);
  const startedAt = budget.clock();
  const isTimeUp = () => budget.clock() - startedAt >= budget.ms;
  const direct: Stage = { flow, env, ready: runnable(flow, env), file, isTimeUp };
  const stage = caller && { ...direct, flow: whole, ready: runnable(whole, env), file: CALLER_FILE };
  const starts = listStarts(whole).map((start) => (carrier === undefined ? start : { ...start, carrier }));
  const exploration = removeTooLate(explore(whole, { starts, env, budget }));
  return { exploration, direct, stage: stage ?? direct, ...(caller && { caller }) };
}

/** Proves a flow. */
export function prove(provable: Provable, { limits, ...exploring }: Proving): Proof {
  const { file, flow, graph, graphs } = provable;
  const { exploration, stage, direct, caller } = exploreFlow(provable, exploring);
  const whole = caller?.flow ?? flow;
  const evidence = {
    exploration,
    subject: flow.name,
    graphs: { ...graphs, [flow.name]: graph, ...(caller && { [whole.name]: caller.graph }) },
    limits,
  };
  const news = findSuspicions(evidence)
    .filter((one) => caller === undefined || isOfContract(one, whole))
    .filter((one) => !isReportedByValidate(one, provable));
  const found = new Map(news.map((one) => [toDiagnostic(one, provable), one]));
  const sorted = sortDiagnostics(applyIgnoreComments(found, provable));
  const confirm = (one: Diagnostic) =>
    caller === undefined
      ? confirmSuspicion(one, found.get(one), direct)
      : confirmCalled(one, found.get(one), { stage, direct, text: caller.text });
  return {
    file,
    exploration,
    isSubFlow: caller !== undefined,
    stage,
    found: sorted.flatMap((one) => {
      const path = listPositions(found.get(one)?.path ?? [], whole);
      return confirm(one).map((confirmed) => ({ ...confirmed, path }));
    }),
  };
}

/** True for a finding that does not depend on what callers of the flow do. */
function isOfContract({ code, flow }: Suspicion, { name }: CompiledFlow): boolean {
  return flow !== name && code !== 'long-way';
}

function toDiagnostic(suspicion: Suspicion, provable: Provable): Diagnostic {
  const { code, message, flow, severity = catalogue[code].severity } = suspicion;
  const { file, span } = findPosition(suspicion, provable);
  return {
    code,
    severity,
    message: flow === provable.flow.name ? message : `in flow "${flow}": ${message}`,
    file: span.file ?? file,
    span,
  };
}

/** Finds the step in its own file; if that is unknown, the step of the main flow that ran its flow. */
function findPosition(suspicion: Suspicion, { file, flow, graph, graphs, files = {} }: Provable) {
  const isOwn = suspicion.flow === flow.name;
  const known = isOwn ? file : files[suspicion.flow];
  const name = known === undefined ? findRunningStep(suspicion.path, flow) : suspicion.step;
  const steps = (isOwn || known === undefined ? graph : graphs[suspicion.flow])?.steps ?? [];
  const step = steps.find((one) => one.name === name) ?? steps[0];
  const written = step?.edges.find((edge) => known !== undefined && edge.outcome === suspicion.outcome)?.span;
  const start = { line: 1, column: 1, offset: 0 };
  return { file: known ?? file, span: written ?? step?.span ?? { start, end: start } };
}

/** Finds the step of the main flow from which a path continued in another flow. */
function findRunningStep(path: readonly Edge[], { steps }: CompiledFlow): string | undefined {
  const entered = path.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'entered' ? [note] : [])),
  );
  return entered.findLast(
    ({ step, verb }) => steps[step]?.verb === verb && (verb === 'run' || verb === 'goto'),
  )?.step;
}

function applyIgnoreComments(found: ReadonlyMap<Diagnostic, Suspicion>, { source }: Provable): Diagnostic[] {
  const listCodes = (one: Diagnostic) => {
    const suspicion = found.get(one);
    return suspicion === undefined ? [] : listSameCodes(suspicion);
  };
  return [...Map.groupBy(found.keys(), ({ file }) => file)].flatMap(([file, ofFile]) => {
    const document = parseDocument(source(file) ?? '', () => undefined);
    if (document === undefined) return ofFile;
    const left = removeIgnored({ file, document, diagnostics: ofFile, listSameCodes: listCodes });
    return left.filter(({ code }) => provedCodes.includes(code));
  });
}

function confirmSuspicion(
  diagnostic: Diagnostic,
  suspicion: Suspicion | undefined,
  stage: Stage,
): Confirmed[] {
  if (suspicion === undefined || suspicion.path.length === 0) return [{ diagnostic }];
  const { path, circle = [] } = suspicion;
  const going = createGoing(suspicion);
  const replayed = replayPath(stage, path, going);
  const difference = replayed.differs ?? findLoopExit(circle, stage, { replayed, path, going });
  if (difference !== undefined && (isCounted(circle) || suspicion.code === 'long-way')) return [];
  const scenario = renderSuite({ ...createSuiteHead(stage), scenarios: [replayed.scenario] });
  return [
    difference === undefined ? { diagnostic, scenario } : createUnconfirmed(diagnostic, scenario, difference),
  ];
}

/** Returns a finding as information: no call shows it. Without time for a call that is unknown. */
function createUnconfirmed(diagnostic: Diagnostic, scenario: string, unconfirmed: string): Confirmed {
  const severity = unconfirmed === TIME_UP ? diagnostic.severity : 'info';
  return { diagnostic: { ...diagnostic, severity }, scenario, unconfirmed };
}

function createGoing({ path, step, also = [], isEnded, isSlow, lacks }: Suspicion): Going {
  const reason = path.at(-1)?.to.situation.record.context.call.reason ?? '';
  const end: Line[] =
    isEnded === true
      ? [{ expects: { ended: reason === '' ? 'normal' : reason } }]
      : isUnfinished(path)
        ? ['hangs_up']
        : [];
  return {
    name: renderPathName(path),
    shown: [step, ...also.map((place) => place.slice(place.indexOf(' ') + 1)), ...listConversations(path)],
    last: end,
    ...(isSlow && { isSlow }),
    ...(lacks && { lacks }),
  };
}

/** Lists the steps during which the caller is with somebody, which change what a finding means. */
function listConversations(path: readonly Edge[]): string[] {
  return path.filter(({ to }) => isWithSomebody(to)).map(({ to }) => to.situation.record.context.step);
}

/** Confirms a finding on a call that runs the flow, and shows it by a direct call of the flow if that takes the same path. */
function confirmCalled(
  diagnostic: Diagnostic,
  suspicion: Suspicion | undefined,
  { stage, direct, text }: { stage: Stage; direct: Stage; text: string },
): Confirmed[] {
  const found = confirmSuspicion(diagnostic, suspicion, stage);
  if (suspicion === undefined || suspicion.path.length === 0) return found;
  const path = toDirectPath(suspicion.path, stage.flow.name, direct.flow);
  return found.map((one) => {
    const { differs, scenario } = replayPath(direct, path, createGoing({ ...suspicion, path }));
    return one.unconfirmed === undefined && differs === undefined
      ? { ...one, scenario: renderSuite({ ...createSuiteHead(direct), scenarios: [scenario] }) }
      : { ...one, caller: text };
  });
}

/**
 * Returns the reason why a call that has repeated a loop twice leaves it before `limits.steps`; undefined if it stays,
 * or if there is no loop.
 */
function findLoopExit(
  circle: readonly Edge[],
  stage: Stage,
  { replayed, path, going }: { replayed: Replay; path: readonly Edge[]; going: Going },
): string | undefined {
  const countEntered = (edges: readonly Edge[]) =>
    listPositions(edges, stage.flow).filter(({ kind }) => kind === 'entered').length;
  if (countEntered(circle) === 0) return undefined;
  const rounds = Math.floor((stage.flow.limits.steps - countEntered(path)) / countEntered(circle));
  const whole = [...path, ...Array.from({ length: Math.max(0, rounds) }, () => circle).flat()];
  return replayWith(replayed.chosen, stage, { path: whole, going }).differs;
}

/** True if leaving the loop depends only on a counter of the flow itself: a call that leaves it proves that it ends. */
function isCounted(circle: readonly Edge[]): boolean {
  const open = circle.map(deedOf).flatMap((deed) => (deed.kind === 'decides' && deed.isOpen ? [deed] : []));
  return open.length > 0 && open.every((deed) => deed.isCounted === true);
}

/** True if the call continues after the last deed, so that the scenario has to end it. */
function isUnfinished(path: readonly Edge[]): boolean {
  const last = path.at(-1);
  return (
    last !== undefined && last.to.situation.record.context.leg !== 'ended' && deedOf(last).kind !== 'hangs_up'
  );
}
