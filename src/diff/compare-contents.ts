/** What is different inside one step: its words, times, numbers and conditions. */
import type { Change } from './change.ts';
import type { Content, Fact } from './content.ts';
import type { Version } from './compare.ts';
import type { Side } from './match.ts';
import { factInWords } from './words.ts';

/** A change whose place is still to be said. */
export type Inside = Omit<Change, 'where'>;

/** Compares two contents, fact by fact, in the order of the new one. */
export function compareContents(before: Content = new Map(), after: Content = new Map()): Inside[] {
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].flatMap((name) => compareFact(factInWords(name), before.get(name), after.get(name)));
}

function compareFact(subject: string, before: Fact | undefined, after: Fact | undefined): Inside[] {
  if (typeof before === 'string' || typeof after === 'string') {
    const change = { kind: 'setting' as const, subject, ...values(inWords(before), inWords(after)) };
    return change.before === change.after ? [] : [change];
  }
  return compareSpoken(subject, before?.spoken, after?.spoken);
}

function compareSpoken(
  subject: string,
  before: Record<string, string> | undefined,
  after: Record<string, string> | undefined,
): Inside[] {
  // A language that one side does not have is told once, for the whole flow.
  const languages = Object.keys(after ?? before ?? {}).filter(
    (language) => before?.[language] !== undefined || after?.[language] !== undefined,
  );
  const shared = before && after ? languages.filter((language) => language in before) : languages;
  const changes = shared
    .filter((language) => before?.[language] !== after?.[language])
    .map((language) => ({
      kind: 'wording' as const,
      subject,
      ...values(before?.[language], after?.[language]),
      language,
    }));
  const [first] = changes;
  const isOne = changes.every((change) => change.before === first?.before && change.after === first?.after);
  if (first === undefined || !isOne || changes.length < shared.length) return changes;
  const { language: _, ...everywhere } = first;
  return [everywhere];
}

function inWords(fact: Fact | undefined): string | undefined {
  if (fact === undefined || typeof fact === 'string') return fact;
  return Object.values(fact.spoken)[0];
}

/** Both values, without the one that is not there. */
export function values(
  before: string | undefined,
  after: string | undefined,
): Pick<Change, 'before' | 'after'> {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

/** What a step does, in a few words: its verb and the first thing that it says. */
export function gist(name: string, { graph, contents }: Version & Side): string {
  const verb = graph.steps.find((step) => step.name === name)?.verb ?? '';
  const facts = [...(contents.get(name)?.values() ?? [])];
  const said = facts.find((fact) => typeof fact === 'object') ?? facts[0];
  const words = inWords(said);
  if (words === undefined) return verb;
  return `${verb} ${typeof said === 'object' ? `“${words}”` : words}`;
}
