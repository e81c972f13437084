/** Compares the content of one step: words, times, numbers and conditions. */
import type { Change } from './change.ts';
import type { Content, Fact } from './content.ts';
import { insertValue } from './change-words.ts';
import { renderFact } from './words.ts';
import type { Matches, Side } from './match.ts';

/** A change without its place. */
export type Inside = Omit<Change, 'where'>;

/** Conditions are compared as edges. */
const TOLD_BY_EDGES = new Set(['choose.conditions']);

/** Compares two contents, fact by fact, in the order of the new one. `matches` gives the new names of steps. */
export function compareContents(before: Content, after: Content, matches: Matches): Inside[] {
  const old = new Map([...before].map(([name, fact]) => [mapStepName(name, matches), fact]));
  const names = new Set([...after.keys(), ...old.keys()]);
  return [...names]
    .filter((name) => !TOLD_BY_EDGES.has(name))
    .flatMap((name) => compareFact(renderFact(name), old.get(name), after.get(name)));
}

/** Renames the fact of a global phrase after the new name of its target step. */
function mapStepName(name: string, matches: Matches): string {
  const [, step] = /^hear\.always_(.+)$/.exec(name) ?? [];
  const found = step === undefined ? undefined : matches.get(step);
  return found === undefined ? name : `hear.always_${found}`;
}

function compareFact(subject: string, before: Fact | undefined, after: Fact | undefined): Inside[] {
  if (typeof before === 'string' || typeof after === 'string') {
    const change = {
      kind: 'setting' as const,
      subject,
      ...presentValues(textOfFact(before), textOfFact(after)),
    };
    return change.before === change.after ? [] : [change];
  }
  return compareSpoken(subject, before?.spoken, after?.spoken);
}

function compareSpoken(
  subject: string,
  before: Record<string, string> | undefined,
  after: Record<string, string> | undefined,
): Inside[] {
  // A language that only one side has is reported once, for the whole flow.
  const languages = Object.keys(after ?? before ?? {}).filter(
    (language) => before?.[language] !== undefined || after?.[language] !== undefined,
  );
  const shared = before && after ? languages.filter((language) => language in before) : languages;
  const unchangedIn = shared.filter((language) => before?.[language] === after?.[language]);
  const unchangedTexts = Object.fromEntries(unchangedIn.map((name) => [name, after?.[name] ?? '']));
  const changes = shared
    .filter((language) => !unchangedIn.includes(language))
    .map((language) => ({
      kind: 'wording' as const,
      subject,
      ...presentValues(before?.[language], after?.[language]),
      language,
      ...(unchangedIn.length > 0 && { unchangedIn, unchangedTexts }),
    }));
  const [first] = changes;
  const isOne = changes.every((change) => change.before === first?.before && change.after === first?.after);
  if (first === undefined || !isOne || changes.length < shared.length) return changes;
  const { language: _, ...everywhere } = first;
  return [everywhere];
}

function textOfFact(fact: Fact | undefined): string | undefined {
  if (fact === undefined || typeof fact === 'string') return fact;
  return Object.values(fact.spoken)[0];
}

/** Returns both values, omitting undefined ones. */
export function presentValues(
  before: string | undefined,
  after: string | undefined,
): Pick<Change, 'before' | 'after'> {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** Summarizes a step by the first thing that it says or does. */
export function summarizeStep(name: string, { graph, contents }: Side): string {
  const verb = graph.steps.find((step) => step.name === name)?.verb ?? '';
  const facts = [...(contents.get(name) ?? [])];
  const [fact, said] = facts.find(([, one]) => typeof one === 'object') ?? facts[0] ?? [];
  const words = textOfFact(said);
  if (fact === undefined || words === undefined) return verb;
  if (typeof said === 'object') return `${verb} “${words}”`;
  const subject = renderFact(fact);
  return subject.includes('…') ? insertValue(subject, words) : `${verb} ${words}`;
}
