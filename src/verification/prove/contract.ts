/**
 * Lets a flow that others run be called as they call it: by a flow that says something before and after it, whatever its outcome.
 * Such a flow is judged by its contract: what it does with the call, not how the call goes on.
 */
import { stringify } from 'yaml';
import { compileFlow, createFlowCatalogue } from '../../language/compiler/index.ts';
import { RETURN } from '../../language/model/index.ts';
import type { CompiledFlow, Graph, Value, VarType } from '../../language/model/index.ts';
import { createSample } from './beginnings.ts';
import type { Edge } from './explore.ts';

/** A flow that runs the one that is proved. */
interface Caller {
  flow: CompiledFlow;
  graph: Graph;
  /** Its source. */
  text: string;
}

/** True for a flow that gives something back to the flow that runs it. */
export function isSubFlow(flow: CompiledFlow, { steps }: Graph): boolean {
  const givesBack = steps.some(({ edges }) => edges.some(({ to }) => to === RETURN));
  return Object.keys(flow.returns).length > 0 || givesBack;
}

/** Returns the names of the flows among these that run a sub-flow, so that it is proved with them. */
export function listCallers(
  { flow, graph }: { flow: CompiledFlow; graph: Graph },
  all: readonly { flow: CompiledFlow; graph: Graph }[],
): string[] {
  if (!isSubFlow(flow, graph)) return [];
  return all
    .filter((one) => one.flow !== flow)
    .filter((one) => one.graph.steps.some((step) => step.verb === 'run' && step.flow === flow.name))
    .map((one) => one.flow.name);
}

/** Creates a flow that runs another one. */
export function createCaller(flow: CompiledFlow, graph: Graph): Caller {
  const outcomes = listOutcomes(graph);
  const text = stringify(writeCaller(flow, outcomes));
  const stub = stringify(writeStub(flow, outcomes));
  const others = createFlowCatalogue([{ file: 'stub.flow.yaml', text: stub }]);
  const caller = compileFlow({ file: CALLER_FILE, text }, { others });
  if (caller.flow === undefined || caller.graph === undefined)
    throw new Error(caller.diagnostics.map(({ message }) => message).join('\n'));
  const { flows, env, ...part } = flow;
  return {
    flow: { ...caller.flow, env, flows: { ...flows, [flow.name]: part } },
    graph: caller.graph,
    text,
  };
}

const CALLER_NAME = 'caller';

/** File name of such a flow. */
export const CALLER_FILE = 'caller.flow.yaml';

/** Lists the outcomes that a flow returns, except `done`. */
function listOutcomes({ steps }: Graph): string[] {
  const returned = steps
    .filter(({ verb }) => verb === 'return')
    .flatMap(({ edges }) => edges.filter(({ to }) => to === RETURN).map(({ outcome }) => outcome));
  return [...new Set(returned)].filter((outcome) => outcome !== 'done');
}

/** Writes a flow that hands on parameters of its own, so that nothing is known of them. */
function writeCaller({ name, languages, params }: CompiledFlow, outcomes: readonly string[]) {
  const given = Object.keys(params).map((param) => [param, `\${params.${param}}`] as const);
  return {
    ringflow: 1,
    name: name === CALLER_NAME ? `another-${CALLER_NAME}` : CALLER_NAME,
    languages,
    ...(given.length > 0 && { params: declareParams(params, createSample) }),
    on: { error: 'after' },
    steps: {
      before: { say: 'Hello.' },
      runs: {
        run: { flow: name, ...(given.length > 0 && { with: Object.fromEntries(given) }) },
        ...(outcomes.length > 0 && {
          on: Object.fromEntries(outcomes.map((outcome) => [outcome, 'after'])),
        }),
        next: 'after',
      },
      after: { say: 'Goodbye.', next: 'hangup' },
    },
  };
}

/** Writes a flow with the parameters and outcomes of another one, so that its callers can be compiled without it. */
function writeStub({ name, params }: CompiledFlow, outcomes: readonly string[]) {
  const steps = outcomes.map((outcome, index) => [`step_${index}`, { return: outcome }] as const);
  const cases = steps.map(([step], index) => ({ when: `call.from == "${index}"`, goto: step }));
  return {
    ringflow: 1,
    name,
    ...(Object.keys(params).length > 0 && { params: declareParams(params) }),
    steps: {
      ...(cases.length > 0 && { which: { switch: cases, next: 'hello' } }),
      hello: { say: 'Hello.', next: RETURN },
      ...Object.fromEntries(steps),
    },
  };
}

function declareParams(
  params: CompiledFlow['params'],
  createDefault: (type: VarType) => Value | undefined = () => undefined,
) {
  const declared = Object.entries(params).map(([param, { type, default: value = createDefault(type) }]) => [
    param,
    value === undefined ? type : { type, default: value },
  ]);
  return Object.fromEntries(declared) as unknown;
}

/** Converts a path on which a flow was run by its caller to one on which the flow itself is called. */
export function toDirectPath(path: readonly Edge[], caller: string, { params }: CompiledFlow): Edge[] {
  let running = caller;
  const given = Object.entries(params).flatMap(([param, { type, default: value }]) =>
    value === undefined ? [[param, createSample(type)] as const] : [],
  );
  return path.map((edge, index) => {
    const notes = edge.notes.filter((note) => {
      if (note.kind === 'flow') running = note.name;
      return note.kind === 'flow' ? note.name !== caller && note.from !== caller : running !== caller;
    });
    const commands = edge.commands.filter(({ flow }) => flow !== caller);
    const { failedAt: _failedAt, failed, ...rest } = edge;
    const failing = edge.failedAt === undefined ? undefined : edge.commands[edge.failedAt];
    const failedAt = failing === undefined ? -1 : commands.indexOf(failing);
    return {
      ...rest,
      ...(failedAt >= 0 && failed !== undefined && { failed, failedAt }),
      notes,
      commands,
      ...(index === 0 && { move: replaceParams(edge.move, Object.fromEntries(given)) }),
    };
  });
}

function replaceParams(move: Edge['move'], params: Record<string, Value>): Edge['move'] {
  const { deed } = move;
  if (deed.kind !== 'begins') return move;
  return { deed: { kind: 'begins', start: { ...deed.start, params } }, isCooperative: true };
}
