import { compileFlow } from '../../../src/language/compiler/index.ts';
import { createPicture } from '../../../src/authoring/drawing/index.ts';
import type { Graph } from '../../../src/language/model/index.ts';

/** A desk with everything a picture shows: choices, a way back, failures routed and not, global keys, three roads. */
export const desk = `ringflow: 1
name: desk
always: { keys: { '0': agent, '*': repeat, '#': hangup } }
on: { error: sorry, end: note }
vars: { result: none }
steps:
  welcome:
    say: Welcome.
  main:
    menu:
      prompt: For sales, press 1. For support, press 2. To leave, press 9.
      choices:
        - { key: 1, goto: sales }
        - { key: 2, goto: sales }
        - { key: 9, goto: hangup }
    on: { exhausted: welcome }
  sales:
    connect: { to: '+4930111' }
    on: { busy: main, no_answer: main, failed: agent }
    next: hangup
  agent:
    connect: { to: '+4930112' }
    on: { busy: hangup, no_answer: hangup }
    next: hangup
  sorry:
    say: I am sorry.
    next: hangup
  note:
    set: { result: done }
    next: hangup
`;

export function graphOf(text: string): Graph {
  const { flow, graph, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined || graph === undefined) throw new Error(JSON.stringify(diagnostics));
  return graph;
}

export function picture(text = desk, all = false) {
  return createPicture(graphOf(text), { title: 'desk', all });
}
