/** A flow in which every kind of name is used in more than one way. */
export const example = `ringflow: 1
name: example
languages: [en-US, de-DE]
vars:
  tier: standard
  pin: { type: string, secret: true, description: Four digits. }
params:
  reason: { type: string, default: sales, description: Why we call. }
env:
  DESK: { description: The number of the desk., default: '+4930111' }
prompts:
  welcome: { en-US: 'Welcome, \${vars.tier} caller.', de-DE: Willkommen. }
  ask: 'For *sales*, press 1. Your tier is \${vars["tier"]}.'
always: { keys: { '0': "desk", '*': repeat } }
on: { error: sorry }
steps:
  hello:
    say: welcome
  main:
    menu:
      prompt: [ask, welcome]
      choices:
        - { key: 1, goto: check }
        - { key: 2, goto: hangup }
      no_input: [ask]
    on: { exhausted: sorry }
  check:
    switch:
      - { when: vars.tier == "gold" && vars.tier != "vars.tier", goto: desk }
      - { when: 'params.reason == "sales"', goto: change }
  code:
    collect: { prompt: ask, digits: 4, save: pin }
    on: { exhausted: sorry }
  change:
    set: { tier: '\${vars.tier + "!"}' }
  desk:
    connect: { to: '\${env.DESK}' }
    on: { busy: sorry, no_answer: sorry }
  sorry:
    say: |
      We are sorry,
      \${vars.tier} caller.
`;

/** The example with the cursor behind the first place of this text. */
export function at(text: string, { last = false } = {}): string {
  const index = last ? example.lastIndexOf(text) : example.indexOf(text);
  if (index < 0) throw new Error(`the example does not hold ${text}`);
  return `${example.slice(0, index + text.length)}‸${example.slice(index + text.length)}`;
}
