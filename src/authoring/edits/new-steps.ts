/** The text of steps that the diagram inserts. Each is right as it stands: all of its ways lead to where it goes on. */

/** What an inserted step does. */
export interface NewWork {
  verb: keyof typeof BODIES;
  /** The text to say or to ask, the number to connect to, the time to wait, the outcome to record, or the flow to run. */
  value: string;
}

interface Given {
  /** Where the step goes on. */
  goesOn: string;
  /** The same where the file has to say it. */
  next?: string;
  /** The variable that stores the answer of a question. */
  variable: string;
}

/** Entries of inserted steps by verb. */
const BODIES = {
  say: (text: string) => [`say: ${JSON.stringify(text)}`],
  menu: (prompt: string, { goesOn }: Given) => [
    'menu:',
    `  prompt: ${JSON.stringify(prompt)}`,
    `  choices: [{ key: 1, goto: ${goesOn} }]`,
    `on: { exhausted: ${goesOn} }`,
  ],
  collect: (prompt: string, { goesOn, variable }: Given) => [
    'collect:',
    `  prompt: ${JSON.stringify(prompt)}`,
    '  digits: { min: 1, max: 20 }',
    `  save: ${variable}`,
    `on: { exhausted: ${goesOn} }`,
  ],
  connect: (number: string, { goesOn }: Given) => [
    `connect: { to: ${JSON.stringify(number)} }`,
    `on: { unreached: ${goesOn} }`,
  ],
  wait: (time: string) => [`wait: ${JSON.stringify(time)}`],
  outcome: (name: string) => [`outcome: ${JSON.stringify(name)}`],
  run: (flow: string) => [`run: { flow: ${JSON.stringify(flow)} }`],
} as const satisfies Record<string, (value: string, given: Given) => string[]>;

/** Renders a step as lines. A menu goes on by its key, so it has no `next`. */
export function renderStep(name: string, { verb, value }: NewWork, given: Given): string[] {
  const { next } = given;
  const ways = next === undefined || verb === 'menu' ? [] : [`next: ${next}`];
  return [`${name}:`, ...[...BODIES[verb](value, given), ...ways].map((line) => `  ${line}`)];
}
