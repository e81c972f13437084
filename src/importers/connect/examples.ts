/** Entries and answers that make a difference in a flow: what it compares with, and what lies beside. */
import type { Json } from '../../../schemas/types/scenario.ts';
import type { ServiceReply } from '../../verification/compare/index.ts';
import type { EntryRules } from './entries.ts';
import { Fields } from '../reading/index.ts';
import type { Action } from './read-flow.ts';
import { splitText, toConstant } from './references.ts';

const MAX_EXAMPLES = 18;

/** Constants that the blocks compare with; of numbers also the neighbours. */
function listConstants(actions: readonly Action[]): string[] {
  const constants = actions
    .filter(({ type }) => type === 'Compare')
    .flatMap(({ conditions }) => conditions)
    .flatMap(({ operator, operands }) => {
      const constant = toConstant(operands[0] ?? '') ?? '';
      if (operator === 'TextContains') return [`8${constant}1`];
      if (operator.startsWith('Text')) return [`${constant}81`, `81${constant}`];
      if (!operator.startsWith('Number')) return [constant];
      const number = Number(constant);
      return Number.isInteger(number) ? [number - 1, number, number + 1].map(String) : [constant];
    });
  return [...new Set(constants)];
}

/** Lists keys worth pressing at a block that stores digits. */
export function listEntries(rules: EntryRules, actions: readonly Action[]): string[] {
  const { most, terminator, country } = rules;
  if (country !== undefined) return listNumbers(country).map((number) => `${number}${terminator}`);
  const close = (digits: string) => (digits.length < most ? `${digits}${terminator}` : digits);
  const constants = listConstants(actions).filter((one) => /^\d+$/.test(one) && one.length <= most);
  const longest = '1234567890'.repeat(10).slice(0, most);
  const entries = [...constants.slice(0, MAX_EXAMPLES).map(close), close('7'), longest, `${longest}5`];
  return [...new Set(entries)];
}

const national: Readonly<Record<string, string>> = {
  US: '2025550123',
  CA: '6135550123',
  GB: '02079460958',
  DE: '03012345678',
  FR: '0140205050',
  AU: '0298765432',
  NL: '0201234567',
  ES: '912345678',
  IT: '0612345678',
};

function listNumbers(country: string): string[] {
  if (country === '') return ['442079460958', '49301234', '1234567', '0123456789'];
  return [(Object.hasOwn(national, country) ? national[country] : undefined) ?? '2025550123', '12'];
}

/** Lists fields of functions' answers that the blocks read. */
export function listExternalPaths(
  actions: readonly Action[],
  texts: (action: Action) => string[],
): (readonly string[])[] {
  const paths = new Map<string, readonly string[]>();
  for (const action of actions)
    for (const part of texts(action).flatMap(splitText))
      if (typeof part === 'object' && 'reference' in part && part.reference.kind === 'external')
        paths.set(part.reference.path.join('.'), part.reference.path);
  return [...paths.values()];
}

/** Maximum number of answers in which every value is combined with every other. */
const MAX_COMBINATIONS = 24;
/** A value that nothing compares with. */
const OTHER = 'other';

/** Lists answers worth giving: the constants that fields are compared with, other values, and none. */
export function listReplies(
  paths: readonly (readonly string[])[],
  actions: readonly Action[],
): ServiceReply[] {
  if (paths.length === 0) return [{ status: 200, json: {} }];
  const fields = paths.map((path) => ({
    name: path.join('.'),
    values: [...listCompared(path, actions), OTHER],
  }));
  const count = fields.reduce((product, { values }) => product * values.length, 1);
  const answers = count <= MAX_COMBINATIONS ? combine(fields) : varyOne(fields);
  return [
    ...answers.map((values) => ({ status: 200, json: toAnswer(paths, values) })),
    { status: 200, json: {} },
  ];
}

interface ExampleField {
  name: string;
  values: readonly string[];
}

function listCompared(path: readonly string[], actions: readonly Action[]): string[] {
  const name = path.join('.');
  const compared = actions.filter(({ type, parameters }) => {
    const value = type === 'Compare' ? new Fields(parameters).text('ComparisonValue') : undefined;
    const [part] = value === undefined ? [] : splitText(value);
    const reference = typeof part === 'object' && 'reference' in part ? part.reference : undefined;
    return reference?.kind === 'external' && reference.path.join('.') === name;
  });
  return listConstants(compared).slice(0, MAX_EXAMPLES);
}

function combine(fields: readonly ExampleField[]): Map<string, string>[] {
  return fields.reduce<Map<string, string>[]>(
    (all, { name, values }) => all.flatMap((one) => values.map((value) => new Map([...one, [name, value]]))),
    [new Map<string, string>()],
  );
}

/** Gives each field each of its values, while the others have their first one. */
function varyOne(fields: readonly ExampleField[]): Map<string, string>[] {
  const usual = fields.map(({ name, values }) => [name, values[0] ?? OTHER] as const);
  const others = fields.map(({ name }) => [name, OTHER] as const);
  const varied = fields.flatMap(({ name, values }) =>
    values.map((value) => new Map([...usual, [name, value]])),
  );
  return [new Map(usual), new Map(others), ...varied];
}

function toAnswer(paths: readonly (readonly string[])[], values: ReadonlyMap<string, string>): Json {
  const answer: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const path of paths) {
    let inner = answer;
    for (const name of path.slice(0, -1)) {
      const known = inner[name];
      const next = isRecord(known) ? known : (Object.create(null) as Record<string, Json>);
      inner[name] = next;
      inner = next;
    }
    inner[path.at(-1) ?? ''] = values.get(path.join('.')) ?? '';
  }
  return answer;
}

function isRecord(value: Json | undefined): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
