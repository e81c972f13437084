/** What is different for a call as a whole: where it begins, languages, voice, limits, hours, tables, global keys, both other roads. */
import type { CompiledFlow, Graph } from '../flow/index.ts';
import type { Change } from './change.ts';
import type { Comparison, Version } from './compare.ts';
import { values } from './compare-contents.ts';
import { sameDestination } from './compare-edges.ts';
import { changedFlows, declaredIn, type Texts } from './declared.ts';
import { durationText } from './words.ts';

/** Compares what belongs to no step. */
export function compareSettings(comparison: Comparison): Change[] {
  const { before, after } = comparison;
  return [
    ...compareTexts(settingsOf(before.flow), settingsOf(after.flow)),
    ...compareRoads(roadsOf(before.graph), roadsOf(after.graph), comparison),
    ...compareTexts(declaredIn(before.flow, after.flow), declaredIn(after.flow, before.flow)),
    ...changedFlows(before.flow, after.flow).map(otherFlow),
    ...compareTexts(initialValues(comparison, 'before'), initialValues(comparison, 'after')),
  ];
}

function settingsOf({ languages, voice, limits }: CompiledFlow): Texts {
  return new Map([
    ['the list of languages', languages.join(', ')],
    ['the voice', voice ?? 'the default'],
    ['the longest call', durationText(limits.durationMs)],
    ['the longest conversation', durationText(limits.bridgeMs)],
    ['the limit of steps', String(limits.steps)],
  ]);
}

/** What is different in it, a comparison of its own tells. */
function otherFlow(name: string): Change {
  const after = 'another one: compare its two files';
  return {
    kind: 'setting',
    where: [],
    subject: `the flow ${name}, which is run,`,
    before: 'the old one',
    after,
  };
}

/** Only of variables that both have: what another name does is seen where it is used. */
function initialValues(
  { before, after }: Record<'before' | 'after', Version>,
  side: 'before' | 'after',
): Texts {
  const { vars } = side === 'before' ? before.flow : after.flow;
  const shared = Object.keys(vars).filter((name) => before.flow.vars[name] && after.flow.vars[name]);
  return new Map(shared.map((name) => [`the initial value of ${name}`, JSON.stringify(vars[name]?.initial)]));
}

function compareTexts(before: Texts, after: Texts): Change[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((subject) => {
    const [was, now] = [before.get(subject), after.get(subject)];
    return was === now ? [] : [{ kind: 'setting', where: [], subject, ...values(was, now) }];
  });
}

/** What leads into the graph from outside of its steps → the step. */
function roadsOf({ entry, errorStep, endStep, always }: Graph): Texts {
  return new Map([
    ['at the beginning', entry],
    ...always.map(({ key, to }) => [`${key} at any question`, to] as const),
    ['after an error', errorStep],
    ['after the call', endStep],
  ]);
}

function compareRoads(before: Texts, after: Texts, comparison: Comparison): Change[] {
  const subjects = new Set([...after.keys(), ...before.keys()]);
  return [...subjects].flatMap((subject) => {
    const [was, is] = [before.get(subject), after.get(subject)];
    if (was === is && was === undefined) return [];
    if (was !== undefined && is !== undefined && sameDestination(was, is, comparison)) return [];
    return [{ kind: 'destination', where: [], subject, ...values(was, is) }];
  });
}
