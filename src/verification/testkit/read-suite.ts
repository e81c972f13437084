/** Reads a scenario file into scenarios, or into diagnostics. */
import scenarioSchema from '../../../schemas/scenario.schema.json' with { type: 'json' };
import type { Env, ScenarioFile } from '../../../schemas/types/scenario.ts';
import { runnable } from '../../call/index.ts';
import { checkDocument, parseDocument, rangeAt, compileSchemas } from '../../language/compiler/index.ts';
import {
  collectDiagnostics,
  removeDuplicates,
  hasErrors,
  sortDiagnostics,
} from '../../language/diagnostics/index.ts';
import type { Diagnostic, Report } from '../../language/diagnostics/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { resolveBeside } from '../../language/text/index.ts';
import { checkNeeded, checkSettings, checkNames } from './check-names.ts';
import { checkOrder } from './check-order.ts';
import { checkValues } from './check-values.ts';
import type { Subject } from './check-values.ts';
import { expandSuite } from './rows.ts';
import type { WrittenOut } from './rows.ts';
import type { Suite } from './scenario.ts';
import { checkTables, replaceTables } from './tables.ts';
import { toScenario } from './to-scenario.ts';
import { toStub, applyShared } from './to-start.ts';
import type { SetUp } from './to-start.ts';

const scenarioRule = compileSchemas([scenarioSchema])('scenario.schema.json');

const DEFAULT_FLOW = 'flow.yaml';

/** Result of reading a scenario file. */
export interface SuiteReading {
  /** Absent if the file or its flow has errors. */
  suite?: Suite;
  /** Diagnostics of the scenario file in its order, without those of the flow. */
  diagnostics: Diagnostic[];
}

/** Returns the flow of a file; undefined if there is no such file, without `flow` if it has errors. */
type FlowAt = (path: string) => { flow?: CompiledFlow } | undefined;

/** Reads one scenario file. Never throws because of its content. `ready` prepares the flow to run, and may cache it. */
export function readSuite(
  { file, text }: { file: string; text: string },
  flowAt: FlowAt,
  ready: typeof runnable = runnable,
): SuiteReading {
  const { report, diagnostics } = collectDiagnostics(file);
  // The rows of a scenario repeat its problems.
  const listDiagnostics = () => sortDiagnostics(removeDuplicates(diagnostics));
  const written = parseDocument(text, report);
  if (written === undefined) return { diagnostics: listDiagnostics() };
  const { document, rows } = expandSuite(written, report);
  const checked = checkDocument(document, scenarioRule, report);
  const source = (checked.value ?? {}) as Partial<ScenarioFile>;
  const flowFile = resolveBeside(file, source.flow ?? DEFAULT_FLOW);
  const found = flowAt(flowFile);
  if (found === undefined)
    report({
      code: 'bad-value',
      message: `there is no flow file ${flowFile}`,
      span: document.span(rangeAt(document.root, ['flow'])),
      hint: 'set the key "flow" to its path, relative to this file',
    });
  const flow = found?.flow;
  const isSound = checked.broken.length === 0;
  if (flow !== undefined) checkNames({ document, checked, flow }, report);
  if (flow !== undefined && isSound) checkPlace({ document, source, flow }, report);
  if (isSound) checkValues({ document, source, ...(flow && { flow }) }, report);
  if (flow === undefined || hasErrors(diagnostics)) return { diagnostics: listDiagnostics() };
  return {
    suite: createSuite({ file, flowFile, flow, ready }, { document, rows, source }),
    diagnostics: listDiagnostics(),
  };
}

/** Checks settings, tables and the order of lines. */
function checkPlace({ document, source, flow }: Required<Subject>, report: Report): void {
  const { env = {}, tables = {}, scenarios = [] } = source;
  checkSettings({ document, path: ['env'], flow }, report);
  checkTables({ document, path: ['tables'], flow, tables }, report);
  for (const [index, own] of scenarios.entries()) {
    const path = ['scenarios', index];
    checkSettings({ document, path: [...path, 'env'], flow }, report);
    checkTables({ document, path: [...path, 'tables'], flow, tables: own.tables ?? {} }, report);
    const place = own.env === undefined ? ['env'] : [...path, 'env'];
    checkNeeded({ document, path: place, flow, env: { ...env, ...own.env } }, report);
    checkOrder({ document, script: own.script, path: [...path, 'script'] }, report);
  }
}

type Place = Pick<Suite, 'file' | 'flowFile'> & { flow: CompiledFlow; ready: typeof runnable };

function createSuite(
  { file, flowFile, flow, ready }: Place,
  { document, rows, source }: WrittenOut & { source: Partial<ScenarioFile> },
): Suite {
  const { scenarios = [], tags = [] } = source;
  const spanAt = (index: number) => document.span(rangeAt(document.root, ['http', index]));
  const http = (source.http ?? []).map((stub, index) => ({ ...toStub(stub), span: spanAt(index) }));
  const runs = ({ env, tables }: SetUp) => ready(replaceTables(flow, tables ?? {}), toSettings(env));
  return {
    file,
    flowFile,
    flow: runs(source),
    http,
    scenarios: scenarios.map((scenario, index) => {
      const whole = applyShared(scenario, source);
      const isOwn = scenario.env !== undefined || scenario.tables !== undefined;
      const own = isOwn ? runs(whole) : undefined;
      const path = ['scenarios', index];
      return toScenario(whole, { flow, document, path, row: rows[index], http, tags, own });
    }),
  };
}

function toSettings(env: Env = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
}
