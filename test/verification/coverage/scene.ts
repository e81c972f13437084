/** Calls on a flow, and what they cover of it. */
import { dirname, join } from 'node:path';
import { runnable } from '../../../src/call/index.ts';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { measure, watchFlow } from '../../../src/verification/coverage/index.ts';
import type {
  CoverageItem,
  CoverageKind,
  FlowCoverage,
  FlowSource,
  Hits,
} from '../../../src/verification/coverage/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import type { CaseResult } from '../../builders/run-scenarios.ts';

/** Files by their paths; flows end in `flow.yaml`. */
export type Files = Record<string, string>;

/** The flows among the files, compiled. */
export function sourcesOf(files: Files): FlowSource[] {
  const paths = Object.keys(files).filter((file) => file.endsWith('flow.yaml'));
  const readable = paths.map((file) => ({
    file,
    text: files[file] ?? '',
    read: (path: string) => files[join(dirname(file), path)],
  }));
  return readable.map((one) => {
    const { flow, graph, graphs, imports, diagnostics } = compileFlow(one, {
      others: createFlowCatalogue(readable),
    });
    if (flow === undefined || graph === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
    return { file: one.file, text: one.text, flow, graph, graphs: graphs ?? {}, imports };
  });
}

export interface Covered {
  sources: FlowSource[];
  flows: FlowCoverage[];
  hits: Hits;
  results: CaseResult[];
}

/** Runs scenarios, given as they stand in a file, on the flow `flow.yaml` and measures all flows. */
export function cover(files: Files | string, scenarios: string): Covered {
  const sources = sourcesOf(typeof files === 'string' ? { 'flow.yaml': files } : files);
  const hits: Hits = {};
  const suite = suiteOn(sources, scenarios);
  const results = runScenarios([{ ...suite, flow: watchFlow(suite.flow, hits) }]);
  const failed = results.flatMap(({ failure }) => (failure === undefined ? [] : [failure.message]));
  if (failed.length > 0) throw new Error(failed.join('\n'));
  return { sources, hits, results, flows: measure(sources, hits) };
}

/** The scenarios with their flow, which nobody watches. */
export function suiteOn(sources: readonly FlowSource[], scenarios: string) {
  const flow = sources.find(({ file }) => file === 'flow.yaml')?.flow;
  const { suite, diagnostics } = readSuite(
    { file: 'a.scenario.yaml', text: scenarios },
    () => ({ flow }) as never,
  );
  if (suite === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return { ...suite, flow: runnable(flow as never) };
}

/** The items of one kind as text: line, name and how often calls came there. */
export function told({ flows }: Pick<Covered, 'flows'>, kind: CoverageKind, flow?: string): string[] {
  const of = flows.filter((one) => flow === undefined || one.flow === flow);
  return of.flatMap(({ items }) => items.filter((item) => item.kind === kind).map(inWords));
}

function inWords({ file, line, name, hits }: CoverageItem): string {
  return `${file === 'flow.yaml' ? '' : `${file}:`}${line} ${name} ×${hits}`;
}

/** A flow with something of every kind. */
export const desk = `ringflow: 1
name: desk
languages: [en-US, de-DE]
vars: { vip: false }
prompts:
  welcome: { en-US: Welcome., de-DE: Willkommen. }
  still_there: { en-US: Are you there?, de-DE: Sind Sie da? }
  chime: { stored: chime.wav }
always: { keys: { '0': agent, '*': repeat } }
on: { error: sorry, end: note }
steps:
  hello:
    say: [chime, welcome]
  main:
    menu:
      prompt: For sales, press 1. Für Deutsch drücken Sie die 2.
      choices:
        - { key: 1, goto: who }
        - { key: 2, goto: german }
      attempts: 3
      no_input: [still_there, I still hear nothing.]
      no_match: [still_there]
    on: { exhausted: hangup }
  german:
    language: de-DE
    next: hello
  who:
    switch:
      - { when: vars.vip, goto: agent }
      - { when: call.from.startsWith("+49"), goto: hangup }
  agent:
    connect: { to: '+49301110' }
    on: { busy: hangup, no_answer: hangup, failed: hangup }
    next: hangup
  sorry:
    say: I am sorry.
    next: hangup
  note:
    set: { vip: true }
`;
