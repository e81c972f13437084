/** What a call waits for at a node, with examples of moves that make a difference there. */
import type { Awaits, ServiceReply } from '../../verification/compare/index.ts';
import { listParts } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Graph } from './graph.ts';
import { findTerms } from './moves.ts';
import type { ArchitectFlow, Collect, Menu, Node, Request } from './model.ts';
import type { Outside } from './outside.ts';
import { writeReply } from './replies.ts';

/** Variable → constants that the flow compares it with. */
export type Examples = ReadonlyMap<string, readonly (string | number | boolean)[]>;

export function tellAwaited(
  node: Node,
  { graph, outside, examples }: { graph: Graph; outside: Outside; examples: Examples },
): Awaits {
  const { does } = node;
  switch (does.kind) {
    case 'menu':
      return awaitChoice(does.menu, graph, outside);
    case 'collect':
      return { kind: 'answer', keys: listEntries(does.collect, examples), words: [] };
    case 'transfer':
      return { kind: 'party' };
    case 'request':
      return { kind: 'reply', replies: listReplies(does.request, graph.flow, examples) };
    case 'wait':
      return { kind: 'time' };
    default:
      return { kind: 'nothing' };
  }
}

function awaitChoice(menu: Menu, graph: Graph, outside: Outside): Awaits {
  const choices = graph.listChoices(menu);
  const extensions = menu.hasExtensions ? outside.listExtensions().map(({ digits }) => digits) : [];
  const words = choices.flatMap(({ terms }) =>
    graph.flow.languages.flatMap((language) => findTerms(terms, language)),
  );
  return {
    kind: 'answer',
    keys: [...choices.flatMap(({ key }) => key ?? []), ...extensions],
    words: [...new Set(words)],
  };
}

/** Lists entries of the least and the greatest length, one too short and one too long, and those that the flow compares. */
function listEntries({ min, max, terminator, into }: Collect, examples: Examples): string[] {
  const sample = (length: number) => '1234567890'.repeat(4).slice(0, length);
  const compared = (examples.get(into ?? '') ?? []).map(String).filter((text) => /^\d+$/.test(text));
  const fitting = compared.filter((text) => text.length >= min && text.length <= max);
  const end = (text: string) => (text.length < max ? `${text}${terminator}` : text);
  const entries = [sample(Math.min(max, MAX_SAMPLE)), sample(min), ...fitting].map(end);
  const tooLong = max < MAX_SAMPLE ? [sample(max + 1)] : [];
  return [...new Set([...entries, ...(min > 1 ? [sample(min - 1)] : []), ...tooLong])];
}

const MAX_SAMPLE = 12;

/** Lists replies with the values that the flow compares, in all combinations as far as these are few. */
function listReplies(request: Request, flow: ArchitectFlow, examples: Examples): ServiceReply[] {
  const outputs = request.outputs.map(({ variable }) => ({
    variable,
    values: listValues(variable, {
      compared: examples.get(variable) ?? [],
      type: flow.variables.find((one) => one.name === variable)?.type ?? 'string',
    }),
  }));
  const count = outputs.reduce((product, { values }) => product * values.length, 1);
  const combinations = count <= MAX_REPLIES ? combine(outputs) : varyEach(outputs);
  const replies = combinations.map((values) => writeReply(request, (name) => values.get(name)));
  return [...replies, writeReply(request, () => undefined)];
}

const MAX_REPLIES = 48;

type Values = ReadonlyMap<string, string | number | boolean>;
interface Output {
  variable: string;
  values: readonly (string | number | boolean)[];
}

function combine(outputs: readonly Output[]): Values[] {
  let all: Values[] = [new Map()];
  for (const { variable, values } of outputs)
    all = all.flatMap((before) => values.map((value) => new Map([...before, [variable, value]])));
  return all;
}

/** Changes one value after the other, the others being the first ones. */
function varyEach(outputs: readonly Output[]): Values[] {
  const usual = new Map(
    outputs.flatMap(({ variable, values: [first] }) =>
      first === undefined ? [] : [[variable, first] as const],
    ),
  );
  const varied = outputs.flatMap(({ variable, values }) =>
    values.slice(1).map((value) => new Map([...usual, [variable, value]])),
  );
  return [usual, ...varied].slice(0, MAX_REPLIES);
}

/** Lists values for an output: a usual one, and those that the flow compares. */
function listValues(
  name: string,
  { compared, type }: { compared: readonly (string | number | boolean)[]; type: string },
): (string | number | boolean)[] {
  const numbers = compared.flatMap((value) =>
    typeof value === 'number' ? [value - 1, value, value + 1] : [],
  );
  switch (type) {
    case 'bool':
      return [false, true];
    case 'int':
      return [...new Set([7, ...numbers])];
    case 'double':
      return [...new Set([7.5, ...numbers])];
    default:
      return [
        ...new Set([
          `some ${name.slice(name.indexOf('.') + 1)}`,
          ...compared.map(String).filter((text) => text !== ''),
        ]),
      ];
  }
}

/** Collects what the expressions of a flow compare variables with. */
export function collectExamples(flow: ArchitectFlow): Examples {
  const found = new Map<string, Set<string | number | boolean>>();
  const note = (variable: string, value: string | number | boolean) => {
    found.set(variable, (found.get(variable) ?? new Set()).add(value));
  };
  for (const expression of listExpressions(flow))
    for (const part of listParts(expression)) {
      if (part.kind !== 'operation' && part.kind !== 'call') continue;
      const paths = part.parts.flatMap(listPaths);
      const constants = part.parts.flatMap((one) => (one.kind === 'constant' ? [one.value] : []));
      for (const path of paths) for (const constant of constants) note(path, constant);
    }
  return new Map([...found].map(([variable, values]) => [variable, [...values].slice(0, MAX_CONSTANTS)]));
}

const MAX_CONSTANTS = 12;

function listPaths(expression: Expression): string[] {
  return listParts(expression).flatMap((part) =>
    part.kind === 'path' ? [part.path.slice(0, 2).join('.')] : [],
  );
}

function listExpressions({ nodes }: ArchitectFlow): Expression[] {
  return [...nodes.values()].flatMap(({ does }) => {
    if (does.kind === 'decide') return does.cases.map(({ when }) => when);
    return does.kind === 'assign' ? does.statements.map(({ value }) => value) : [];
  });
}
