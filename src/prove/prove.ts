/**
 * What is wrong with a flow on any of its paths. Explores it, looks for what is suspicious, and goes each suspicious path
 * again on a simulated call: what is told comes with a scenario that shows it, or says why it could not be shown.
 */
import { heedIgnoreComments, parseDocument } from '../compiler/index.ts';
import { catalogue, provedCodes, sortDiagnostics } from '../diagnostics/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { CompiledFlow, Graph } from '../flow/index.ts';
import { settingsFor, startsOf } from './beginnings.ts';
import { deedOf, explore } from './explore.ts';
import type { Budget, Edge, Exploration } from './explore.ts';
import { suspicions } from './findings/index.ts';
import type { Limits, Suspicion } from './findings/suspicion.ts';
import { replay, suiteHead, suiteText } from './replay.ts';
import type { Stage } from './replay.ts';
import { sentenceOf } from './sentence.ts';
import { isToldBefore } from './told-before.ts';

/** A flow without errors. */
export interface Provable {
  file: string;
  flow: CompiledFlow;
  graph: Graph;
  /** Of the flows that it runs, by name. */
  graphs: Readonly<Record<string, Graph>>;
  /** Where those stand, by name, as far as that is known: what is found in them is told there. */
  files?: Readonly<Record<string, string>>;
  /** What `validate` tells of it. */
  diagnostics: readonly Diagnostic[];
  /** The text of a file. */
  source: (file: string) => string | undefined;
}

/** Something that is wrong. */
export interface Found {
  diagnostic: Diagnostic;
  /** The scenario that shows it, as the text of a file; absent where no call can show it. */
  scenario?: string;
  /** Why a simulated call did not show it; absent: it did, or none can. */
  unconfirmed?: string;
}

/** What came of a flow. */
export interface Proof {
  file: string;
  found: Found[];
  exploration: Exploration;
}

/** Proves a flow. */
export function prove(provable: Provable, { limits, budget }: { limits: Limits; budget: Budget }): Proof {
  const { file, flow, graph, graphs } = provable;
  const env = settingsFor(flow);
  const exploration = explore(flow, { starts: startsOf(flow), env, budget });
  const evidence = { exploration, graphs: { ...graphs, [flow.name]: graph }, limits };
  const news = suspicions(evidence).filter((one) => !isToldBefore(one, provable));
  const found = new Map(news.map((one) => [diagnosticOf(one, provable), one]));
  const told = sortDiagnostics(heeded([...found.keys()], provable));
  const stage: Stage = { flow, env, file };
  return { file, exploration, found: told.map((one) => shown(one, found.get(one), stage)) };
}

function diagnosticOf(suspicion: Suspicion, provable: Provable): Diagnostic {
  const { code, message, hint, flow } = suspicion;
  const { file, span } = placeOf(suspicion, provable);
  return {
    code,
    severity: catalogue[code].severity,
    message: flow === provable.flow.name ? message : `in flow "${flow}": ${message}`,
    file: span.file ?? file,
    span,
    ...(hint !== undefined && { hint }),
  };
}

/** The step in its own file; where that is not known, the step that has led to its flow. */
function placeOf(suspicion: Suspicion, { file, flow, graph, graphs, files = {} }: Provable) {
  const isOwn = suspicion.flow === flow.name;
  const known = isOwn ? file : files[suspicion.flow];
  const name = known === undefined ? runningStep(suspicion.path, flow) : suspicion.step;
  const steps = (isOwn || known === undefined ? graph : graphs[suspicion.flow])?.steps ?? [];
  const step = steps.find((one) => one.name === name) ?? steps[0];
  const written = step?.edges.find((edge) => known !== undefined && edge.outcome === suspicion.outcome)?.span;
  const start = { line: 1, column: 1, offset: 0 };
  return { file: known ?? file, span: written ?? step?.span ?? { start, end: start } };
}

/** The step of the flow itself from which a path has gone on in another one. */
function runningStep(path: readonly Edge[], { steps }: CompiledFlow): string | undefined {
  const entered = path.flatMap(({ notes }) =>
    notes.flatMap((note) => (note.kind === 'entered' ? [note] : [])),
  );
  return entered.findLast(
    ({ step, verb }) => steps[step]?.verb === verb && (verb === 'run' || verb === 'goto'),
  )?.step;
}

/** Without what comments silence. */
function heeded(diagnostics: readonly Diagnostic[], { source }: Provable): Diagnostic[] {
  return [...Map.groupBy(diagnostics, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const document = parseDocument(source(file) ?? '', () => undefined);
    if (document === undefined) return ofFile;
    const left = heedIgnoreComments({ file, document, diagnostics: ofFile });
    return left.filter(({ code }) => provedCodes.includes(code));
  });
}

function shown(diagnostic: Diagnostic, suspicion: Suspicion | undefined, stage: Stage): Found {
  if (suspicion === undefined || suspicion.path.length === 0) return { diagnostic };
  const { path } = suspicion;
  const { scenario, differs } = replay(stage, path, {
    name: sentenceOf(path),
    ...(isUnfinished(path) && { last: ['hangs_up'] }),
  });
  const text = suiteText({ ...suiteHead(stage), scenarios: [scenario] });
  return { diagnostic, scenario: text, ...(differs !== undefined && { unconfirmed: differs }) };
}

/** After the last deed the call goes on: somebody has to end it. */
function isUnfinished(path: readonly Edge[]): boolean {
  const last = path.at(-1);
  return (
    last !== undefined && last.to.situation.record.context.leg !== 'ended' && deedOf(last).kind !== 'hangs_up'
  );
}
