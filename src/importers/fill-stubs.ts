/** Puts something in the place of each step that is left to the author, to find out which faults the flow has without them. */
import type { Step } from '../../schemas/types/flow.ts';
import { addStep } from './project/index.ts';
import type { Draft, Todo } from './project/index.ts';

/** Variable in which the steps keep what callers answer. */
const KEPT = 'filled_stub';

/**
 * Fills the stubs of a flow with all that they can stand for: they set what nothing else sets, take an answer and a message, and
 * connect the caller. Tables, whose rows no original has in its files, can have any value. The result is only checked, never run
 * or written.
 */
export function fillStubs(draft: Draft): Draft {
  if (!hasStubs(draft)) return draft;
  const stubs = Object.entries(draft.about).filter(([, { todo }]) => isStub(todo));
  const { vars = {}, steps } = draft.flow;
  const filled: Draft = {
    flow: { ...draft.flow, vars: { ...vars, [KEPT]: '' }, steps: { ...steps } },
    about: { ...draft.about },
  };
  for (const [name, { nodes, todo }] of stubs) {
    const after = todo?.done ?? steps[name]?.next ?? 'hangup';
    const chain = listFilling(vars, after);
    for (const [at, step] of chain.entries()) {
      const next = at === chain.length - 1 ? after : nameFilling(name, at + 1);
      addStep(filled, nameFilling(name, at), { step: { ...step, next }, nodes });
    }
  }
  for (const [name, step] of Object.entries(steps))
    if (step.lookup !== undefined) filled.flow.steps[name] = askInstead(step, vars);
  return filled;
}

/** True if something of a flow is left to the author: a step, or the rows of a table. */
export function hasStubs({ about, flow }: Draft): boolean {
  return (
    Object.values(about).some(({ todo }) => isStub(todo)) ||
    Object.values(flow.steps).some(({ lookup }) => lookup !== undefined)
  );
}

/** Asks a service instead of a table, so that every value is possible. */
function askInstead({ lookup, next, on }: Step, vars: NonNullable<Draft['flow']['vars']>): Step {
  const save = Object.keys(lookup?.save ?? {}).map((name) => [name, readAny(name, vars[name])] as const);
  const failed = on?.not_found ?? on?.failed ?? 'hangup';
  return {
    http: { get: 'https://www.example.com/', ...(save.length > 0 && { save: Object.fromEntries(save) }) },
    ...(next !== undefined && { next }),
    on: { failed },
  };
}

/** Reads a field of an answer in the type that a variable begins with. */
function readAny(name: string, value: unknown): string {
  const field = `response.json.${name}`;
  if (typeof value === 'boolean') return `\${${field} == true}`;
  if (typeof value === 'number') return `\${${Number.isInteger(value) ? 'int' : 'double'}(${field})}`;
  return `\${string(${field})}`;
}

/** True for what stands for something of the original, other than a loop that the original has, too. */
function isStub(todo: Todo | undefined): boolean {
  return todo !== undefined && todo.reason !== 'ENDLESS_LOOP';
}

/** Returns the name of a step that fills a stub; the first has the stub's own. */
function nameFilling(stub: string, at: number): string {
  return at === 0 ? stub : `${stub}_filled_${at}`;
}

function listFilling(vars: NonNullable<Draft['flow']['vars']>, after: string): Step[] {
  const save = Object.fromEntries(
    Object.entries(vars).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, `\${string(response.json.${name})}`]] : [],
    ),
  );
  return [
    { http: { get: 'https://www.example.com/', ...(Object.keys(save).length > 0 && { save }) } },
    { collect: { prompt: '?', digits: 4, save: KEPT, attempts: 1 }, on: { exhausted: after } },
    { voicemail: { prompt: '.', save: KEPT }, on: { silent: after } },
    { connect: { to: '+12025550123' }, on: { unreached: after } },
  ];
}
