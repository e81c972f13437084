/** Flows that were broken in one way, by the numbers of a seed. */
import { parseDocument } from 'yaml';
import { randomOf } from '../../test/e2e/random.ts';
import { mutators } from './mutators.ts';
import type { Ground } from './mutators.ts';
import { applied, placesOf } from './places.ts';

/** A flow that was broken. */
export interface Mutant {
  /** Path of the sample. */
  file: string;
  /** Description of the mistake. */
  slip: string;
  before: string;
  text: string;
}

/** A sample that is to be broken. */
export interface Sample {
  file: string;
  text: string;
}

/** Mutants without end, no two alike: which ones is a matter of the seed alone. */
export function* mutantsOf(samples: readonly Sample[], seed: number): Generator<Mutant, void> {
  const { between } = randomOf(seed);
  const pick: Ground['pick'] = (items) => items[Math.floor(between(0, items.length))];
  const grounds = samples.map(({ file, text }) => ({ file, text, ground: groundOf(text, pick) }));
  const known = new Set<string>();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const sample = pick(grounds);
    const [slip, mutator] = pick(Object.entries(mutators)) ?? [];
    const edits = sample && mutator?.(sample.ground);
    if (sample === undefined || slip === undefined || edits === undefined) continue;
    const { file, text: before } = sample;
    const text = applied(before, edits);
    if (text === before || known.has(text)) continue;
    known.add(text);
    yield { file, slip, before, text };
  }
}

/** There are not so many ways to break a few flows. */
const MOST_TRIES = 1_000_000;

function groundOf(text: string, pick: Ground['pick']): Ground {
  const {
    steps = {},
    prompts = {},
    languages = [],
    on = {},
  } = parseDocument(text).toJS() as {
    steps?: object;
    prompts?: object;
    languages?: string[];
    on?: { error?: string };
  };
  return {
    places: placesOf(text),
    steps: Object.keys(steps),
    prompts: Object.keys(prompts),
    languages,
    errorStep: on.error,
    pick,
  };
}
