/** Writes TypeScript declarations of flows for `ringflow/testing`. */
import type { CompiledFlow, VarType } from '../../language/model/index.ts';
import { milestonesOf } from '../testkit/index.ts';

const typeNames: Record<VarType, string> = {
  string: 'string',
  int: 'number',
  double: 'number',
  bool: 'boolean',
};

/** A file that describes flows, in the order of their names. */
export function declarationsOf(flows: readonly CompiledFlow[]): string {
  const inOrder = flows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    '// Made by `ringflow types`; do not edit.',
    "import 'ringflow/testing';",
    '',
    "declare module 'ringflow/testing' {",
    '  interface Flows {',
    ...inOrder.flatMap(declared).map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ].join('\n');
}

function declared(flow: CompiledFlow): string[] {
  const { name, vars, params, env, steps, prompts } = flow;
  const variables = Object.entries(vars).map(([key, { type }]) => `${key}: ${typeNames[type]}`);
  const parameters = Object.entries(params).map(
    ([key, { type, default: given }]) => `${key}${given === undefined ? '' : '?'}: ${typeNames[type]}`,
  );
  const settings = Object.entries(env).map(
    ([key, { default: given }]) => `${key}${given === undefined ? '' : '?'}: string | number`,
  );
  return [
    `'${name}': {`,
    `  vars: ${members(variables)};`,
    `  params: ${members(parameters)};`,
    `  env: ${members(settings)};`,
    `  steps: ${union(Object.keys(steps))};`,
    `  prompts: ${union(Object.keys(prompts))};`,
    `  outcomes: ${union(milestonesOf(flow))};`,
    '};',
  ];
}

function members(all: string[]): string {
  return all.length === 0 ? 'Record<string, never>' : `{ ${all.join('; ')} }`;
}

function union(names: string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}
