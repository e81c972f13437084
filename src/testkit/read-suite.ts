/** A scenario file's text → its scenarios, or what is wrong with it, told as for flows. */
import { dirname, join } from 'node:path';
import scenarioSchema from '../../schemas/scenario.schema.json' with { type: 'json' };
import type { ScenarioFile } from '../../schemas/types/scenario.ts';
import { runnable } from '../call/index.ts';
import { checkDocument, parseDocument, rangeAt, rulesOf } from '../compiler/index.ts';
import type { Document } from '../compiler/index.ts';
import { collectDiagnostics, hasErrors, sortDiagnostics } from '../diagnostics/index.ts';
import type { Diagnostic } from '../diagnostics/index.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { checkEnv } from './check-env.ts';
import { checkNames } from './check-names.ts';
import { checkValues } from './check-values.ts';
import { toScenario, toStub } from './to-scenario.ts';
import type { Suite } from './scenario.ts';

const scenarioRule = rulesOf([scenarioSchema])('scenario.schema.json');

const DEFAULT_FLOW = 'flow.yaml';

/** What came of a scenario file. */
export interface SuiteReading {
  /** Absent when the file or its flow has errors. */
  suite?: Suite;
  /** Of the scenario file, in its order; those of the flow are not among them. */
  diagnostics: Diagnostic[];
}

/** Gives the flow in a file; undefined when there is no such file, without `flow` when it has errors. */
export type FlowAt = (path: string) => { flow?: CompiledFlow } | undefined;

/**
 * Reads one scenario file. Never throws for what it holds. `ready` makes its flow ready to run, for those who have done
 * that before.
 */
export function readSuite(
  { file, text }: { file: string; text: string },
  flowAt: FlowAt,
  ready: typeof runnable = runnable,
): SuiteReading {
  const { report, diagnostics } = collectDiagnostics(file);
  const told = () => sortDiagnostics(diagnostics);
  const document = parseDocument(text, report);
  if (document === undefined) return { diagnostics: told() };
  const checked = checkDocument(document, scenarioRule, report);
  const source = (checked.value ?? {}) as Partial<ScenarioFile>;
  const flowFile = join(dirname(file), source.flow ?? DEFAULT_FLOW);
  const found = flowAt(flowFile);
  if (found === undefined)
    report({
      code: 'bad-value',
      message: `there is no flow file ${flowFile}`,
      span: document.span(rangeAt(document.root, ['flow'])),
      hint: 'name it with the key "flow", as seen from this file',
    });
  const flow = found?.flow;
  if (flow !== undefined) {
    checkNames({ document, checked, flow }, report);
    checkEnv({ document, env: envOf(source), flow }, report);
  }
  if (checked.broken.length === 0) checkValues({ document, source, ...(flow && { flow }) }, report);
  if (flow === undefined || hasErrors(diagnostics)) return { diagnostics: told() };
  const runnableFlow = ready(flow, envOf(source));
  return { suite: suiteOf({ file, flowFile, flow: runnableFlow }, document, source), diagnostics: told() };
}

function suiteOf(
  { file, flowFile, flow }: Pick<Suite, 'file' | 'flowFile' | 'flow'>,
  document: Document,
  source: Partial<ScenarioFile>,
): Suite {
  const { scenarios = [] } = source;
  const http = (source.http ?? []).map(toStub);
  return {
    file,
    flowFile,
    flow,
    http,
    scenarios: scenarios.map((scenario, index) =>
      toScenario(scenario, { flow: flow.flow, document, path: ['scenarios', index], http }),
    ),
  };
}

function envOf({ env = {} }: Partial<ScenarioFile>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
}
