/** Writes docs/functions.md: the functions that the engine's expressions have, with examples evaluated by the engine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Environment } from '@marcbachmann/cel-js';
import { format, resolveConfig } from 'prettier';
import {
  CALL_FIELDS,
  createExpressions,
  ERROR_FIELDS,
  MESSAGE_FIELDS,
  ROOM_FIELDS,
} from '../src/language/model/index.ts';
import type { Scope } from '../src/language/model/index.ts';
import { table } from './reference/markdown.ts';
import { FUNCTIONS } from '../src/authoring/lsp/functions.ts';
import { OPERATORS } from './reference/functions.ts';

const root = join(import.meta.dirname, '..');
export const functionsPath = 'docs/functions.md';

const INTRODUCTION = `# Functions of expressions

<!-- Made by \`npm run generate\` from what the engine has; do not edit. -->

Expressions are [CEL](https://cel.dev). They stand without delimiters in \`when:\`, and as \`\${…}\` in texts and values
([writing flows](writing-flows.md)). A result is a text, a number, or true/false; lists, maps, moments and durations exist only
inside an expression. No expression knows the time: for opening hours there is the verb \`hours\`.

In the examples, \`vars.name\` is \`"Ada"\`, \`vars.count\` is 3, \`call.from\` is \`"+4915112345678"\`, and \`response.json\` is
\`{ "name": "Ada", "items": [1, 2, 3] }\`. Numbers in \`response.json\` are decimals, also 1, 2 and 3. Decimal and whole numbers can be mixed;
the result is a decimal. As text they have no needless fraction: 3 and 3.0 are \`3\`, 2.50 is \`2.5\`.

An expression that has no value, such as \`"Ada".substring(5)\`, \`"a,b".split(",")[2]\`, \`int("")\` or a division by zero, changes nothing: its step ends
as \`failed\`, with \`error.code\` \`expression\`. The call then takes the step's edge for \`failed\`, else \`on.error\`. In \`save\` of \`http\` the code is
\`bad_response\`. Test a value first where it may be too short: \`size(vars.name) > 5 ? vars.name.substring(5) : ""\`.`;

const scope: Scope = {
  vars: { name: 'Ada', count: 3 },
  params: {},
  env: {},
  call: { ...toEmptyFields(CALL_FIELDS), from: '+4915112345678' },
  error: toEmptyFields(ERROR_FIELDS),
  message: toEmptyFields(MESSAGE_FIELDS),
  room: toEmptyFields(ROOM_FIELDS),
  response: { status: 200, headers: {}, text: '', json: { name: 'Ada', items: [1, 2, 3] } },
};
const expressions = createExpressions({
  vars: {
    name: { type: 'string', initial: '', secret: false },
    count: { type: 'int', initial: 0, secret: false },
  },
});

function toEmptyFields<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
}

/** The functions that expressions have, by name, in the order of the engine. */
export const definitions = Map.groupBy(new Environment().getDefinitions().functions, ({ name }) => name);

/** Evaluates an example. Throws if the engine rejects it. */
export function evaluateExample(source: string): string {
  const checked = expressions.check(source);
  if (!checked.ok) throw new Error(`${source}: ${checked.message}`);
  return JSON.stringify(expressions.evaluate(source, scope));
}

/** The whole page. */
export async function renderFunctions(): Promise<string> {
  const groups = Map.groupBy(Object.entries(FUNCTIONS), ([, { group }]) => group);
  const sections = [...groups].map(([group, entries]) => {
    const rows = entries.map(([name, { means, examples, forms }]) => [
      (forms ?? listForms(name)).map((form) => `\`${form}\``).join('<br>'),
      means,
      examples.map(renderExample).join('<br>'),
    ]);
    return `## ${group}\n\n${table(['function', 'meaning', 'example'], rows)}`;
  });
  const operators = OPERATORS.map(([sign, means, example]) => [sign, means, renderExample(example)]);
  const page = [
    INTRODUCTION,
    `## Operators\n\n${table(['operator', 'meaning', 'example'], operators)}`,
    ...sections,
    renderNames(),
  ].join('\n\n');
  const settings = await resolveConfig(join(root, functionsPath));
  return format(page, { ...settings, parser: 'markdown' });
}

function renderExample(source: string): string {
  return `\`${source}\` → \`${evaluateExample(source)}\``;
}

const NUMBERS = `\`call.from\` is the number of whoever calls, \`call.to\` the number that is called: on an inbound call the caller's and ours, on an outbound
call ours and that of the person whom we call. \`call.direction\` is \`inbound\` or \`outbound\`. A number is written in E.164, such as \`+4915112345678\`;
a carrier may pass on something else, such as a SIP address or a number as its trunk writes it, and \`call.from\` is empty when the number is
withheld. \`call.reason\` is empty until the call has ended; then it is \`normal\` (also when the flow hung up), \`busy\`, \`no_answer\`, \`rejected\`, \`failed\` or
\`unknown\`. \`error.code\`, \`error.message\` and \`error.step\` are empty until something fails, and keep the last failure until the end of the call, also when a step has
handled it. Names in \`response.headers\` are in lower case: \`response.headers["retry-after"]\`.`;

function renderNames(): string {
  const fields = { call: CALL_FIELDS, error: ERROR_FIELDS, message: MESSAGE_FIELDS, room: ROOM_FIELDS };
  const rows = Object.entries(fields).map(([name, of]) => [
    `\`${name}\``,
    of.map((one) => `\`${one}\``).join(', '),
  ]);
  const declared = ['vars', 'params', 'env'].map((name) => [
    `\`${name}\``,
    'the names that the flow declares',
  ]);
  const response = ['`response`', '`status`, `headers`, `text`, `json`; only in a step with `http`'];
  const fieldsOf = table(['name', 'fields'], [...declared, ...rows, response]);
  return `## Names\n\nWhat an expression can read:\n\n${fieldsOf}\n\n${NUMBERS}`;
}

/** Words for the types of the engine. */
const TYPES: Record<string, string> = {
  string: 'text',
  int: 'whole number',
  double: 'decimal',
  'list<dyn>': 'list',
  'list<string>': 'list',
  'map<dyn, dyn>': 'map',
  'google.protobuf.Timestamp': 'moment',
  'google.protobuf.Duration': 'duration',
};

/** Returns the forms in which a function can be called, except those for values that flows do not have. */
function listForms(name: string): string[] {
  const toWord = (type: string) => TYPES[type] ?? type;
  const known = (definitions.get(name) ?? []).filter(({ params }) =>
    params.every(({ type }) => type !== 'uint'),
  );
  const forms = known.map(({ receiverType, params }) => {
    const given = params.map(({ type }) => toWord(type)).join(', ');
    return `${receiverType === null ? '' : `${toWord(receiverType)}.`}${name}(${given})`;
  });
  return [...new Set(forms)];
}

if (import.meta.main) {
  writeFileSync(join(root, functionsPath), await renderFunctions());
  console.log(functionsPath);
}
