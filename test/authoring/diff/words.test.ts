/** Nothing that the compiler writes is told in its own words. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow, createFlowCatalogue } from '../../../src/language/compiler/index.ts';
import { readContent } from '../../../src/authoring/diff/content.ts';
import { renderFact } from '../../../src/authoring/diff/words.ts';
import { listActions } from '../../../src/language/model/index.ts';
import { renderChange } from '../../../src/authoring/diff/change-words.ts';
import { createFileReader } from '../../../src/authoring/flow-files/index.ts';

const cases = join(import.meta.dirname, '../../language/compiler/cases');
const samples = join(import.meta.dirname, '../../../flows');

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8'), read: createFileReader(file) });
const yamlIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

const flows = globSync('*/flow.yaml', { cwd: samples }).map((name) => read(join(samples, name)));
const files = yamlIn(join(cases, 'ok'))
  .filter((file) => file.endsWith('.yaml'))
  .map(read);
const others = createFlowCatalogue([...flows, ...yamlIn(join(cases, 'others')).map(read)]);

/** A fact that no table knows is told by its own name: `http: retry delay`. */
function isReadFromName(fact: string): boolean {
  const [action = ''] = fact.replace(/ #\d+$/, '').split('.');
  return renderFact(fact).startsWith(`${action.replaceAll('_', ' ')}:`);
}

describe('every fact of a step has words of its own', () => {
  test.each([...flows, ...files])('$file', (file) => {
    const { flow } = compileFlow(file, { others });
    const states = Object.values(flow?.machine.states ?? {});
    const facts = states.flatMap((state) => (flow ? [...readContent(flow, state).keys()] : []));
    expect(states).not.toEqual([]);
    expect(facts.filter(isReadFromName)).toEqual([]);
  });
});

/** What no caller notices, and what is told in another way: where keys and words lead as edges, a verb as itself. */
const TOLD_ELSEWHERE = [
  /^(enter|outcome|count|fault|forget|hold|toggle|overhear|close)\./,
  /^take\.(kind|keys)\b/,
  /^hear\.(accepts|phrases\.[^.]+\.\d+\.value)\b/,
  /^(answer\.alone|ask\.secret|ask_web\.isSecret|call_flow\.stay|sms\.isAwaited|play\.(listen|speech))$/,
  /\.(?:lengthMs|ringMs)$/,
];

/** What is written somewhere in the parameters of an action. */
interface Leaf {
  name: string;
  holder: Record<string, unknown>;
  key: string;
}

function leavesOf(value: unknown, path: string[]): Leaf[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.entries(holder).flatMap(([key, inner]) => {
    const below = [...path, key];
    return typeof inner === 'object' ? leavesOf(inner, below) : [{ name: below.join('.'), holder, key }];
  });
}

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : `${String(value)}x`;
}

describe('whatever a step does is told when it changes', () => {
  test.each([...flows, ...files])('$file', (file) => {
    const { flow } = compileFlow(file, { others });
    const untold = Object.values(flow?.machine.states ?? {}).flatMap((state) => {
      const told = () => JSON.stringify(flow ? [...readContent(flow, state)] : []);
      const before = told();
      const isUntold = ({ holder, key }: Leaf): boolean => {
        const value = holder[key];
        holder[key] = another(value);
        const isSame = told() === before;
        holder[key] = value;
        return isSame;
      };
      return listActions(state)
        .flatMap((action) => leavesOf('params' in action ? action.params : {}, [action.type]))
        .filter(({ name }) => !TOLD_ELSEWHERE.some((pattern) => pattern.test(name)))
        .filter(isUntold)
        .map(({ name }) => name);
    });
    expect(untold).toEqual([]);
  });
});

describe('the difference of two texts', () => {
  test.each([
    ['One. Two. Three.', 'One. 2. Three.', 'the wording changed: “… Two. …” → “… 2. …”'],
    ['One. Two.', 'One. One. Two.', 'the wording now also says “… One. …”'],
    ['One.', 'Two.', 'the wording changed: “One.” → “Two.”'],
    ['<speak>One.</speak>', '<speak><p>Two.</p></speak>', 'the wording changed: “One.” → “Two.”'],
    [
      '<speak>One.</speak>',
      '<speak><p>One.</p></speak>',
      'the wording changed: “<speak>One.</speak>” → “<speak><p>One.</p></speak>”',
    ],
  ])('of %j and %j', (before, after, told) => {
    const change = { kind: 'wording' as const, where: [], subject: 'the wording', before, after };
    expect(renderChange(change)).toBe(told);
  });
});
