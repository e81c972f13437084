/**
 * Flows of any size, the same ones every time: what a front desk is made of, five steps at a time. Two languages, prompts
 * by name and on the spot, questions with answers for silence and wrong keys, conditions and computed values.
 */

/** A flow of so many steps, at least six. */
export function flowOfSteps(steps: number, name = 'bench'): string {
  const blocks = Array.from({ length: Math.floor((steps - 1) / 5) }, (_, index) => index);
  const greetings = Array.from({ length: (steps - 1) % 5 }, (_, index) => greeting(index));
  return [
    header(name),
    'prompts:\n',
    ...blocks.flatMap(promptsOf),
    'steps:\n',
    ...greetings,
    ...blocks.flatMap((block) => stepsOf(block, blocks.length)),
    '  sorry:\n    say: { text: Please call again later. }\n',
  ].join('');
}

/** A flow of at least so many lines, and of few more. */
export function flowOfLines(lines: number): string {
  const perBlock = (flowOfSteps(511).split('\n').length - flowOfSteps(11).split('\n').length) / 100;
  return flowOfSteps(5 * Math.ceil(lines / perBlock) + 1);
}

function header(name: string): string {
  return `ringflow: 1
name: ${name}
languages: [en-US, de-DE]
voice: female
vars:
  tier: standard
  number: { type: string, secret: true }
  tries: 0
on: { error: sorry }
limits: { duration: 20m, steps: 300 }
`;
}

function promptsOf(block: number): string[] {
  return [
    `  main${block}:
    en-US: For sales, press 1. For support, press 2. To speak to someone, press 0.
    de-DE: Für den Verkauf drücken Sie die 1, für Hilfe die 2, für ein Gespräch die 0.
`,
    `  again${block}:
    en-US: I did not hear anything.
    de-DE: Ich habe nichts gehört.
`,
  ];
}

function greeting(index: number): string {
  return `  greeting${index}:\n    say: Welcome to Acme, part ${index}. You are a \${vars.tier} caller.\n`;
}

/** Each block leads to the next one, the last one to the end. */
function stepsOf(block: number, blocks: number): string[] {
  const next = block + 1 < blocks ? `main${block + 1}` : 'sorry';
  return [
    `  main${block}:
    menu:
      prompt: main${block}
      choices:
        - { key: 1, goto: count${block} }
        - { key: 2, goto: ask${block} }
        - { key: 0, goto: desk${block} }
      attempts: 3
      timeout: 5s
      no_input: [again${block}]
      no_match:
        - That key is not one of the choices. For sales, press 1. For support, press 2. Or press 0.
    on: { exhausted: desk${block} }
`,
    `  ask${block}:
    collect:
      prompt: Please enter your customer number, then press the pound key.
      digits: { min: 5, max: 8 }
      terminator: '#'
      pattern: ^[1-9][0-9]*$
      save: number
      no_input: [again${block}]
      no_match: ['That is not a customer number: it has 5 to 8 digits.']
    on: { exhausted: desk${block} }
`,
    `  count${block}:
    set: { tries: '\${vars.tries + ${block % 7}}', tier: '\${vars.tries > ${block} ? "gold" : "standard"}' }
`,
    `  which${block}:
    switch:
      - { when: vars.tier == "gold" && vars.tries < ${block + 2}, goto: desk${block} }
      - { when: vars.number.startsWith("${block % 10}"), goto: ${next} }
`,
    `  desk${block}:
    connect: { to: ['+4930${1_000_000 + block}', '+4930${2_000_000 + block}'], ring: 20s }
    on: { busy: ${next}, no_answer: ${next} }
    next: ${next}
`,
  ];
}
