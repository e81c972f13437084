import { compileFlow } from '../../../src/language/compiler/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';

/** Prompts of every kind, named and in place, in two languages of which one lacks a text. */
export const desk = `# The front desk.
ringflow: 1
name: desk
languages: [en-US, de-DE]
on: { error: bye }
prompts:
  welcome: # heard first
    en-US: Welcome, "friend".
    de-DE: Willkommen.
  jingle: { stored: jingle, length: 3s }
  main:
    en-US: [For sales press 1., 'Your number is \${call.from}.']
    de-DE: Für den Vertrieb drücken Sie die 1.
  only_english: { en-US: One moment please. }
  idle: Nobody hears this.
steps:
  hello:
    say: [welcome, jingle, { text: Guten Tag., language: de-DE }]
  main:
    menu:
      prompt: main
      choices:
        - { key: 1, goto: wait }
      no_input: [only_english, Hello?]
    on: { exhausted: bye }
  wait:
    say: { url: 'https://example.com/wait.wav' }
  bye:
    say: { ssml: <speak>Bye &amp; bye.</speak> }
`;

export function flowOf(text: string): CompiledFlow {
  const { flow, diagnostics } = compileFlow({ file: 'flow.yaml', text });
  if (flow === undefined) throw new Error(JSON.stringify(diagnostics));
  return flow;
}

/** A flow of one language that says one thing. */
export function saying(body: string): CompiledFlow {
  return flowOf(
    `ringflow: 1\nname: one\non: { error: b }\nsteps:\n  a: { say: ${body} }\n  b: { hangup: }\n`,
  );
}
