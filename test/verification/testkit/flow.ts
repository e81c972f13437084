import { runnable } from '../../../src/call/index.ts';
import type { RunnableFlow } from '../../../src/call/index.ts';
import { compileFlow } from '../../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { readSuite } from '../../../src/verification/testkit/index.ts';
import type { SuiteReading } from '../../../src/verification/testkit/index.ts';
import { runScenarios } from '../../builders/run-scenarios.ts';
import type { CaseResult } from '../../builders/run-scenarios.ts';

/** A small flow in which everything happens that a scenario can speak of. */
export const deskFlow = `ringflow: 1
name: desk
languages: [en-US, de-DE]
vars:
  account: ''
  pin: { type: string, secret: true }
  tries: 0
  known: false
prompts:
  welcome: { en-US: Welcome to Acme., de-DE: Willkommen bei Acme. }
  main: "For billing press 1. For your account press 2. To leave press 9."
  thanks: "Thank you, account \${vars.account}. Goodbye."
on: { error: sorry, end: note }
limits: { duration: 30m, bridge: 40m }
steps:
  hello:
    say: welcome
  main:
    menu:
      prompt: main
      choices:
        - { key: 1, goto: billing }
        - { key: 2, goto: ask }
        - { key: 9, goto: hangup }
      attempts: 2
      timeout: 5s
      no_input: [Are you still there?]
    on: { exhausted: hangup }
  billing:
    connect: { to: ['+49301110', '+49301111'], ring: 10s }
    on: { busy: taken, no_answer: taken, failed: taken }
  returned:
    say: You are back.
    next: hangup
  taken:
    say: Billing is busy.
    next: hangup
  ask:
    collect: { prompt: Your account number., digits: 4, save: account }
    on: { exhausted: hangup }
  ask_pin:
    collect: { prompt: Your PIN., digits: 4, save: pin }
    on: { exhausted: hangup }
  thank:
    say: thanks
    next: hangup
  sorry:
    say: Something went wrong.
    next: hangup
  note:
    set: { tries: 1 }
`;

/** A flow that has no mistakes, compiled. */
export function compiled(text: string = deskFlow): CompiledFlow {
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  return flow;
}

export function ready(text?: string): RunnableFlow {
  return runnable(compiled(text));
}

/** Reads a scenario file that stands beside the flow. */
export function read(text: string, flow: string = deskFlow): SuiteReading {
  return readSuite({ file: 'desk.scenario.yaml', text }, (path) =>
    path === 'flow.yaml' ? { flow: compiled(flow) } : undefined,
  );
}

/** Runs one scenario, given as the lines below its name. */
export function run(lines: string, flow?: string): CaseResult {
  const { suite, diagnostics } = read(`scenarios:\n  - name: case\n${lines.replace(/^/gm, '    ')}\n`, flow);
  if (suite === undefined) throw new Error(JSON.stringify(diagnostics, undefined, 2));
  const [result] = runScenarios([suite]);
  return result!;
}

/** Runs one script; gives what was wrong, or `passed`. */
export function outcome(
  script: string[],
  { parties, start, flow }: { parties?: string; start?: string; flow?: string } = {},
): string {
  const head = [
    ...(parties === undefined ? [] : [`parties: ${parties}`]),
    ...(start === undefined ? [] : [`start: ${start}`]),
  ];
  const { failure } = run([...head, 'script:', ...script.map((line) => `  - ${line}`)].join('\n'), flow);
  return failure?.message ?? 'passed';
}
