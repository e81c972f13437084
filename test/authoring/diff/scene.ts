import { compileFlow } from '../../../src/language/compiler/index.ts';
import { renderChange, compareFlows } from '../../../src/authoring/diff/index.ts';

type Version = Parameters<typeof compareFlows>[0];

/** A desk in two languages, with everything that can change. */
export const desk = `ringflow: 1
name: desk
languages: [en-US, de-DE]
vars: { tries: 0, account: '' }
prompts:
  main: { en-US: 'For sales, press 1. For support, press 2.', de-DE: 'Vertrieb: die 1. Hilfe: die 2.' }
  once_more: { en-US: Once more please., de-DE: Noch einmal bitte. }
always: { keys: { '0': agent, '*': repeat } }
on: { error: sorry, end: note }
steps:
  welcome:
    say: Welcome to Acme.
  main:
    menu:
      prompt: main
      choices:
        - { key: 1, goto: sales }
        - { key: 2, goto: support }
        - { key: 9, goto: hangup }
      no_input: [once_more]
      no_match: [once_more]
    on: { exhausted: agent }
  sales:
    connect: { to: '+4930111', ring: 20s }
    on: { busy: agent, no_answer: agent }
    next: hangup
  support:
    collect: { prompt: Your account number please., digits: { min: 4, max: 8 }, terminator: '#', save: account }
    on: { exhausted: agent }
  tier:
    switch:
      - { when: 'vars.account.startsWith("9")', goto: sales }
  agent:
    say: I am connecting you to an agent.
  agent_desk:
    connect: { to: ['+4930222', '+4930223'] }
    on: { busy: sorry, no_answer: sorry }
    next: hangup
  sorry:
    say: I am sorry.
    next: hangup
  note:
    set: { tries: '\${vars.tries + 1}' }
    next: hangup
`;

export function versionOf(text: string): Version {
  const { flow, graph, graphs = {}, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined || graph === undefined) throw new Error(JSON.stringify(diagnostics));
  return { flow, graph, graphs };
}

export type Edit = [from: string | RegExp, to: string];

/** The flow with some of its text replaced; a replacement that finds nothing is an error of the test. */
export function edited(text: string, ...edits: Edit[]): string {
  return edits.reduce((before, [from, to]) => {
    const after = before.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to);
    if (after === before) throw new Error(`nothing to replace: ${String(from)}`);
    return after;
  }, text);
}

/** What the edits change, line by line. */
export function changesBy(...edits: Edit[]): string[] {
  return compareFlows(versionOf(desk), versionOf(edited(desk, ...edits))).map(renderChange);
}
