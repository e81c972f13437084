/** Answers the requests of the page. */
import { buildFlowchart, sketchFlowchart } from '../../authoring/flowchart/index.ts';
import { runnable } from '../../call/index.ts';
import { hasErrors } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { measure, watchFlow, type Hits } from '../../verification/coverage/index.ts';
import { plainResults, readSuite, runSuites } from '../../verification/testkit/index.ts';
import { Draft } from './draft.ts';
import { Phone } from './phone.ts';
import type { Surroundings } from './prove-flow.ts';
import type {
  CompiledDraft,
  CompiledFacts,
  DraftFiles,
  DraftFlow,
  Request,
  RequestName,
  Requests,
  ScenarioResults,
  UntakenWay,
} from './protocol.ts';

/** Answers one request. Throws only because of a mistake of the page or a bug. */
type Answer = (request: Request, surroundings: Surroundings) => Gives | Promise<Gives>;

type Gives = Requests[RequestName]['gives'];

/** Creates what answers requests. It keeps the last draft and the calls. */
export function createAnswerer(): Answer {
  const phone = new Phone();
  let last = new Draft({});
  const open = (files: DraftFiles): Draft => {
    if (!isSameDraft(last.files, files)) last = new Draft(files);
    return last;
  };
  return (request, surroundings) => {
    switch (request.name) {
      case 'compile':
        return compileDraft(open(request.takes.files), request.takes);
      case 'runScenarios':
        return runScenarios(open(request.takes.files), request.takes.flow);
      case 'prove':
        return proveLater(open(request.takes.files), request.takes, surroundings);
      case 'importFiles':
        return importLater(request.takes);
      case 'replayCall':
        return replayLater(open(request.takes.files), request.takes);
      case 'edit':
        return open(request.takes.files).edit(request.takes.flow, request.takes.edit);
      case 'startCall':
        return phone.start(open(request.takes.files), request.takes);
      case 'moveCall':
        return phone.move(request.takes.call, request.takes.move);
      case 'keepCall':
        return keepLater(phone, request.takes.call);
      case 'endCall':
        phone.end(request.takes.call);
        return null;
    }
  };
}

/** Proves a flow with code that is loaded at the first proof, because it is as large as the rest. */
async function proveLater(
  draft: Draft,
  takes: Requests['prove']['takes'],
  surroundings: Surroundings,
): Promise<Requests['prove']['gives']> {
  const { proveFlow } = await import('./prove-flow.ts');
  return proveFlow({ draft, compilation: findCompilation(draft, takes.flow) }, takes, surroundings);
}

/** Imports files with code that is loaded at the first import. */
async function importLater(
  takes: Requests['importFiles']['takes'],
): Promise<Requests['importFiles']['gives']> {
  const { importFiles } = await import('./import-files.ts');
  return importFiles(takes);
}

/** Replays a call with code that is loaded at the first one. */
async function replayLater(
  draft: Draft,
  { flow, exported }: Requests['replayCall']['takes'],
): Promise<Requests['replayCall']['gives']> {
  const { replayCall } = await import('./replay-call.ts');
  return replayCall(exported, findCompilation(draft, flow).flow);
}

/** Writes a call as a scenario with code that is loaded at the first one. */
async function keepLater(phone: Phone, call: number): Promise<Requests['keepCall']['gives']> {
  const { keepCall } = await import('./keep-call.ts');
  return keepCall(phone.finish(call));
}

function isSameDraft(one: DraftFiles, other: DraftFiles): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}

function compileDraft(draft: Draft, { flow: file }: DraftFlow): CompiledDraft {
  const { diagnostics, graph, flow } = findCompilation(draft, file);
  const sketch = flow === undefined && graph !== undefined ? sketchFlowchart(file, graph) : undefined;
  return {
    diagnostics,
    hasErrors: hasErrors(diagnostics),
    ...(flow !== undefined && graph !== undefined && { chart: buildFlowchart({ flow, graph }) }),
    ...(sketch && { sketch }),
    ...(flow !== undefined && { compiled: toFacts(flow) }),
  };
}

function findCompilation(draft: Draft, file: string) {
  const compiled = draft.compile(file);
  if (compiled === undefined) throw new Error(`the draft has no flow file ${file}`);
  return compiled;
}

function toFacts({ name, version, languages, params, env }: CompiledFlow): CompiledFacts {
  const settings = Object.entries(env).map(([setting, { secret, default: preset }]) => [
    setting,
    { isSecret: secret, ...(preset !== undefined && { default: preset }) },
  ]);
  return {
    name,
    version,
    languages: [...languages],
    params,
    env: Object.fromEntries(settings) as CompiledFacts['env'],
  };
}

function runScenarios(draft: Draft, flow: string | undefined): ScenarioResults {
  const hits: Hits = {};
  const watched: typeof runnable = (compiled, env) => watchFlow(runnable(compiled, env), hits);
  const read = draft.listScenarioFiles().flatMap((file) => {
    let flowFile: string | undefined;
    const findFlow = (path: string) => {
      flowFile = path;
      return draft.compile(path);
    };
    const reading = readSuite({ file, text: draft.text(file) ?? '' }, findFlow, watched);
    return flow === undefined || flowFile === flow ? [{ file, reading }] : [];
  });
  const { cases, notRun } = runSuites(
    read.flatMap(({ reading: { suite } }) => suite ?? []),
    {},
  );
  const results = plainResults({
    cases,
    notRun,
    broken: read.flatMap(({ file, reading }) => (reading.suite === undefined ? [file] : [])),
    diagnostics: read.flatMap(({ reading }) => reading.diagnostics),
  });
  return { ...results, untaken: flow === undefined ? [] : listUntaken(draft, flow, hits) };
}

function listUntaken(draft: Draft, file: string, hits: Hits): UntakenWay[] {
  const { flow, graph } = findCompilation(draft, file);
  const text = draft.text(file);
  if (flow === undefined || graph === undefined || text === undefined) return [];
  const items = measure([{ file, text, flow, graph, imports: [] }], hits).flatMap((one) => one.items);
  return items.flatMap(({ kind, step, outcomes, hits: count }) =>
    (kind === 'outcomes' || kind === 'branches') &&
    step !== undefined &&
    outcomes !== undefined &&
    count === 0
      ? [{ step, outcomes }]
      : [],
  );
}
