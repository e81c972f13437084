/** Writes TypeScript declarations of flows for `ringflow/testing`. */
import type { CompiledFlow, VarType } from '../../language/model/index.ts';
import { listMilestones } from '../testkit/index.ts';

const typeNames: Record<VarType, string> = {
  string: 'string',
  int: 'number',
  double: 'number',
  bool: 'boolean',
};

/** A file that describes flows, in the order of their names. */
export function renderDeclarations(flows: readonly CompiledFlow[]): string {
  const inOrder = flows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    '// Made by `ringflow types`; do not edit.',
    "import 'ringflow/testing';",
    '',
    "declare module 'ringflow/testing' {",
    '  interface Flows {',
    ...inOrder.flatMap(renderFlow).map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ].join('\n');
}

function renderFlow(flow: CompiledFlow): string[] {
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
    `  vars: ${renderMembers(variables)};`,
    `  params: ${renderMembers(parameters)};`,
    `  env: ${renderMembers(settings)};`,
    `  steps: ${renderUnion(Object.keys(steps))};`,
    `  prompts: ${renderUnion(Object.keys(prompts))};`,
    `  outcomes: ${renderUnion(listMilestones(flow))};`,
    '};',
  ];
}

function renderMembers(all: string[]): string {
  return all.length === 0 ? 'Record<string, never>' : `{ ${all.join('; ')} }`;
}

function renderUnion(names: string[]): string {
  return names.length === 0 ? 'never' : names.map((name) => `'${name}'`).join(' | ');
}
