/** Plants faults in drafts, one at a time: what a mistake in a mapping or translation could do. */
import type { Draft } from '../../src/importers/project/index.ts';

/** A draft with one fault. */
export interface PlantedFault {
  /** What was changed. */
  what: string;
  draft: Draft;
}

interface Site {
  path: string;
  apply: () => void;
}

/** Lists drafts that each have one fault, in the order of the draft. Comments, names and times stay as they are. */
export function plantFaults(draft: Draft): PlantedFault[] {
  const count = listSites(structuredClone(draft)).length;
  return Array.from({ length: count }, (_, at) => {
    const copy = structuredClone(draft);
    const site = listSites(copy)[at];
    site?.apply();
    return { what: site?.path ?? '', draft: copy };
  });
}

const UNNOTICED = new Set([
  'timeout',
  'inter_digit',
  'ring',
  'note',
  'description',
  'barge_in',
  'length',
  'wait',
]);
const TARGETS = new Set(['next', 'goto']);

function listSites({ flow }: Draft): Site[] {
  const steps = Object.keys(flow.steps);
  const sites: Site[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) visitMember(value, String(at), item, [...path, String(at)]);
      const [first, second] = value as unknown[];
      const decides = path.at(-1) === 'switch' || path.at(-1) === 'choices';
      if (!decides && value.length > 1 && JSON.stringify(first) !== JSON.stringify(second))
        sites.push({
          path: `${path.join('.')} in another order`,
          apply: () => {
            value.splice(0, 2, second, first);
          },
        });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) visitMember(value, name, member, [...path, name]);
  };
  const visitMember = (holder: object, name: string, member: unknown, path: readonly string[]): void => {
    if (UNNOTICED.has(name) || isOutOfReach(path, flow.steps)) return;
    const put = (changed: unknown, how: string): void => {
      if (changed === member) return;
      sites.push({
        path: `${path.join('.')} ${how}`,
        apply: () => Object.assign(holder, { [name]: changed }),
      });
    };
    if (name === 'terminator') put(undefined, 'lost');
    if (typeof member === 'number') put(member + 1, 'one more');
    const isTarget = TARGETS.has(name) || path.at(-2) === 'on' || path.at(-2) === 'cases';
    if (typeof member === 'string' && isTarget)
      put(member === 'hangup' ? steps[0] : 'hangup', 'leads elsewhere');
    else if (typeof member === 'string' && name !== 'terminator') put(changeText(member, path), 'changed');
    visit(member, path);
  };
  visit(flow.steps, []);
  return sites;
}

/** True for what no move of a comparison reaches: failures that only the platform can cause, and steps to be written. */
function isOutOfReach(path: readonly string[], steps: Draft['flow']['steps']): boolean {
  const [name = '', on, outcome] = path;
  // What lies behind a step to be written is not compared, and neither are names of recordings.
  if (name.startsWith('todo_') || on === 'record') return true;
  return on === 'on' && outcome === 'failed' && NEVER_FAIL.some((verb) => steps[name]?.[verb] !== undefined);
}

const NEVER_FAIL = [
  'say',
  'set',
  'switch',
  'menu',
  'collect',
  'hours',
  'goto',
  'run',
  'record',
  'wait',
] as const;

/** Changes a text so that it stays what it is: a number, a key, an expression, words. */
function changeText(text: string, path: readonly string[]): string {
  if (path.includes('when') || /^\$\{.*\}$/s.test(text)) return changeExpression(text);
  const digits = text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  if (digits !== text) return digits;
  if (text === '*' || text === '#') return text === '*' ? '#' : '*';
  return path.includes('save') ? text : `${text} changed`;
}

function changeExpression(text: string): string {
  const swapped = text.replace(/==|!=|>=|<=|<|>|&&|\|\|/, (operator) => OPPOSITES[operator] ?? operator);
  if (swapped !== text) return swapped;
  const counted = text.replace(/\d+/, (digits) => String(Number(digits) + 1));
  return counted === text
    ? (OTHERS[/^\$\{env\.(QUEUE|NUMBER|FUNCTION)/.exec(text)?.[1] ?? ''] ?? `${text} changed`)
    : counted;
}

/** Other values for settings that must be numbers or addresses. */
const OTHERS: Readonly<Record<string, string>> = {
  QUEUE: '+12025550188',
  NUMBER: '+12025550188',
  FUNCTION: 'https://changed.example.com',
};

const OPPOSITES: Readonly<Record<string, string>> = {
  '==': '!=',
  '!=': '==',
  '>=': '>',
  '<=': '<',
  '<': '<=',
  '>': '>=',
  '&&': '||',
  '||': '&&',
};
