/** The environment of expressions: the names that they read, with their types, and arithmetic with decimal numbers. */
import { Environment } from '@marcbachmann/cel-js';
import type { Fields } from './refusal.ts';
import { CALL_FIELDS, ERROR_FIELDS, MESSAGE_FIELDS, ROOM_FIELDS, type DeclaredNames } from './scope.ts';
import type { VarType } from './values.ts';

const FIELDS_OF_EVERY_FLOW = {
  call: CALL_FIELDS,
  error: ERROR_FIELDS,
  message: MESSAGE_FIELDS,
  room: ROOM_FIELDS,
};

/** Returns the names that the expressions of a flow can read. */
export function listFields({ vars, params = {}, env = {} }: DeclaredNames, readsResponse: boolean): Fields {
  return {
    vars: Object.keys(vars),
    params: Object.keys(params),
    env: Object.keys(env),
    ...FIELDS_OF_EVERY_FLOW,
    ...(readsResponse ? { response: Object.keys(RESPONSE) } : {}),
  };
}

const RESPONSE = { status: 'int', headers: 'map<string, string>', text: 'string', json: 'dyn' };

/** Creates the environment in which the expressions of a flow are checked and evaluated. */
export function createEnvironment({ vars, params = {} }: DeclaredNames, fields: Fields): Environment {
  const types: Record<string, Record<string, string>> = {
    vars: toTypes(vars),
    params: toTypes(params),
    response: RESPONSE,
  };
  const environment = BASE_ENVIRONMENT.clone();
  for (const [name, names] of Object.entries(fields))
    if (!environment.hasVariable(name))
      environment.registerVariable(name, { schema: types[name] ?? toTextSchema(names) });
  return environment;
}

const LIMITS = { maxAstNodes: 500, maxDepth: 32, maxListElements: 200, maxMapEntries: 50 };
const BASE_ENVIRONMENT = new Environment({ limits: LIMITS });

/** Arithmetic that the library lacks. Numbers of web responses are decimal, so they meet whole numbers everywhere. */
const DECIMAL_ARITHMETIC: Record<string, (left: number, right: number) => number> = {
  'int + double': (left, right) => left + right,
  'double + int': (left, right) => left + right,
  'int - double': (left, right) => left - right,
  'double - int': (left, right) => left - right,
  'int * double': (left, right) => left * right,
  'double * int': (left, right) => left * right,
  'int / double': (left, right) => left / right,
  'double / int': (left, right) => left / right,
  'int % double': (left, right) => left % right,
  'double % int': (left, right) => left % right,
  'double % double': (left, right) => left % right,
};
for (const [operands, calculate] of Object.entries(DECIMAL_ARITHMETIC))
  BASE_ENVIRONMENT.registerOperator(`${operands}: double`, (left: bigint | number, right: bigint | number) =>
    calculate(Number(left), Number(right)),
  );

for (const [name, names] of Object.entries(FIELDS_OF_EVERY_FLOW))
  BASE_ENVIRONMENT.registerVariable(name, { schema: toTextSchema(names) });

export type TypedNames = Record<string, { type: VarType }>;

function toTypes(declared: TypedNames): Record<string, string> {
  return Object.fromEntries(Object.entries(declared).map(([name, { type }]) => [name, type]));
}

function toTextSchema(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'string']));
}
