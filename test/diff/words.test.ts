/** Nothing that the compiler writes is told in its own words. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileFlow, otherFlows } from '../../src/compiler/index.ts';
import { contentOf } from '../../src/diff/content.ts';
import { knownWords } from '../../src/diff/words.ts';
import { spokenDifference } from '../../src/diff/spoken-difference.ts';
import { filesBeside } from '../../src/flow-files/index.ts';

const cases = join(import.meta.dirname, '../compiler/cases');
const samples = join(import.meta.dirname, '../../flows');

const read = (file: string) => ({ file, text: readFileSync(file, 'utf8'), read: filesBeside(file) });
const yamlIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

describe('every fact of a step has words of its own', () => {
  const flows = globSync('*/flow.yaml', { cwd: samples }).map((name) => read(join(samples, name)));
  const files = yamlIn(join(cases, 'ok'))
    .filter((file) => file.endsWith('.yaml'))
    .map(read);
  const others = otherFlows([...flows, ...yamlIn(join(cases, 'others')).map(read)]);

  test.each([...flows, ...files])('$file', (file) => {
    const { flow } = compileFlow(file, { others });
    const states = Object.values(flow?.machine.states ?? {});
    const facts = states.flatMap((state) => (flow ? [...contentOf(flow, state).keys()] : []));
    expect(states).not.toEqual([]);
    expect(facts.filter((fact) => knownWords(fact) === undefined)).toEqual([]);
  });
});

describe('the difference of two texts', () => {
  test.each([
    ['One. Two. Three.', 'One. 2. Three.', '… Two. …', '… 2. …'],
    ['One. Two.', 'One. One. Two.', '', '… One. …'],
    ['One.', 'Two.', 'One.', 'Two.'],
    ['<speak>One.</speak>', '<speak><p>Two.</p></speak>', 'One.', 'Two.'],
    [
      '<speak>One.</speak>',
      '<speak><p>One.</p></speak>',
      '<speak>One.</speak>',
      '<speak><p>One.</p></speak>',
    ],
  ])('of %j and %j', (before, after, was, now) => {
    expect(spokenDifference(before, after)).toEqual([was, now]);
  });
});
