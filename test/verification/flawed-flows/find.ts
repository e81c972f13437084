/** What the tools find in the flows of a folder: those called flow.yaml, or the mended ones beside them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import type { FlowFile } from '../../../src/language/compiler/index.ts';
import type { Diagnostic } from '../../../src/language/diagnostics/index.ts';
import { createFileReader } from '../../../src/authoring/flow-files/index.ts';
import type { CarrierKind } from '../../../src/carriers/index.ts';
import type { Perturbation } from '../../../src/verification/perturb/index.ts';
import { planCases, tryTrial } from '../../../src/verification/perturb/index.ts';
import { createProvedSuite, listCallers, prove } from '../../../src/verification/prove/index.ts';
import { choose, readSuite } from '../../../src/verification/testkit/index.ts';

type Compilation = ReturnType<typeof compileFlow>;

/** What one of the tools says of a flow. */
export interface Finding {
  tool: string;
  code: string;
  /** The step of which it is said; absent when it is said of a part outside of the steps. */
  step?: string;
}

/** The flows of a folder: as they are, or mended. */
export type Which = 'flow' | 'fixed';

/** A flow that was compiled. */
interface Case extends Compilation {
  folder: string;
  source: FlowFile;
}

/** The tools by name; each gives its codes with the steps at which it finds them. */
export const tools: Record<string, (found: Case, all: readonly Case[]) => Omit<Finding, 'tool'>[]> = {
  lint: ({ diagnostics, graph }) =>
    diagnostics.map((diagnostic) => ({ code: diagnostic.code, ...stepAt(diagnostic, graph) })),
  prove({ flow, graph, graphs = {}, diagnostics, source, folder }, all) {
    if (flow === undefined || graph === undefined) return [];
    if (listCallers({ flow, graph }, all.flatMap(toRunnable)).length > 0) return [];
    const proof = proveCase({ flow, graph, graphs, diagnostics, source }, readCarrier(folder));
    return proof.found.map(({ diagnostic }) => ({ code: diagnostic.code, ...stepAt(diagnostic, graph) }));
  },
  perturb(found, all) {
    const { flow, folder } = found;
    const file = join(folder, 'calls.scenario.yaml');
    if (flow === undefined) return [];
    const text = existsSync(file) ? readFileSync(file, 'utf8') : writeCalls(found, all);
    if (text === undefined) return [];
    const { suite } = readSuite({ file, text }, () => ({ flow }));
    if (suite === undefined) throw new Error(`${file} could not be read`);
    const isProved = !existsSync(file);
    const planned = planCases(choose([suite]).cases, {
      isQuick: true,
      ...(isProved && { kinds: authorKinds }),
    });
    const problem = planned.find((one) => one.problem !== undefined)?.problem;
    if (problem !== undefined && !isProved) throw new Error(`${file}: ${problem}`);
    const trials = planned.flatMap((one) => one.trials.map((trial) => ({ one, trial })));
    const breaches = trials
      .slice(0, MOST_RUNS)
      .flatMap(({ one, trial }) => tryTrial(one, trial)?.breaches ?? []);
    return [...new Set(breaches.map(({ rule }) => rule))].map((code) => ({ code }));
  },
};

/** Kinds that show mistakes of a flow; the others are mostly handled by the service. */
const authorKinds: readonly Perturbation['kind'][] = [
  'drop',
  'refuse',
  'nothing',
  'hang_up',
  'press',
  'stream_breaks',
  'service',
  'outage',
  'withheld',
  'mailbox',
];

/** Bound of the cost of one flow. */
const MOST_RUNS = 400;

type Proved = Parameters<typeof prove>[0];
type Proof = ReturnType<typeof prove>;

const proofs = new WeakMap<object, Proof>();

/** The carrier that `expected.yaml` names for flows with verbs that only some carriers have. */
function readCarrier(folder: string): CarrierKind | undefined {
  const { carrier } = parse(readFileSync(join(folder, 'expected.yaml'), 'utf8')) as { carrier?: CarrierKind };
  return carrier;
}

function proveCase(
  { source, ...found }: Pick<Proved, 'flow' | 'graph' | 'graphs' | 'diagnostics'> & { source: FlowFile },
  carrier?: CarrierKind,
): Proof {
  const proof =
    proofs.get(found.flow) ??
    prove(
      { file: source.file, ...found, source: () => source.text },
      {
        limits: { prompts: 12, seconds: 180, deadAirMs: 5_000 },
        budget: { states: 20_000, ms: 60_000, clock: () => 0 },
        ...(carrier !== undefined && { carrier }),
      },
    );
  proofs.set(found.flow, proof);
  return proof;
}

/** The calls that prove writes for a flow without scenarios, unless others run it. */
function writeCalls(
  { flow, graph, graphs = {}, diagnostics, source }: Case,
  all: readonly Case[],
): string | undefined {
  if (flow === undefined || graph === undefined) return undefined;
  if (listCallers({ flow, graph }, all.flatMap(toRunnable)).length > 0) return undefined;
  const proof = proveCase({ flow, graph, graphs, diagnostics, source });
  const { text, scenarios } = createProvedSuite({ flow }, proof);
  return scenarios === 0 || proof.isSubFlow ? undefined : text;
}

/** Everything that is found, tool by tool; perturb, which takes the most time, may be left out. */
export function findingsIn(folder: string, which: Which, { isPerturbed = true } = {}): Finding[] {
  const files = readdirSync(folder).filter((file) => isMeant(folder, file, which));
  const read = createFileReader(join(folder, 'flow.yaml'));
  const sources: FlowFile[] = files.map((file) => ({
    file,
    text: readFileSync(join(folder, file), 'utf8'),
    read,
  }));
  const others = createFlowCatalogue(sources);
  const cases = sources.map((source) => ({ ...compileFlow(source, { others }), folder, source }));
  const used = Object.entries(tools).filter(([tool]) => tool !== 'perturb' || isPerturbed);
  return used.flatMap(([tool, find]) =>
    cases.flatMap((one) => find(one, cases).map((found) => ({ tool, ...found }))),
  );
}

function toRunnable({ flow, graph }: Case) {
  return flow === undefined || graph === undefined ? [] : [{ flow, graph }];
}

/** flow.yaml or fixed.yaml; of a sub-flow beside it <name>.fixed.yaml goes before <name>.flow.yaml where there is one. */
function isMeant(folder: string, file: string, which: Which): boolean {
  if (file === `${which}.yaml` || file.endsWith(`.${which}.yaml`)) return true;
  return file.endsWith('.flow.yaml') && !existsSync(join(folder, file.replace('.flow.yaml', '.fixed.yaml')));
}

function stepAt({ span }: Diagnostic, graph: Compilation['graph']): Pick<Finding, 'step'> {
  const step = graph?.steps.findLast((one) => one.span.start.offset <= span.start.offset);
  return step === undefined ? {} : { step: step.name };
}
