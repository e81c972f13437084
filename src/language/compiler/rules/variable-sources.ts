/** Finds where the values of variables come from: initial values, assignments, tables, callers, services. */
import type { CollectStep, LookupStep } from '../../../../schemas/types/flow.ts';
import { memoize, resolveBack, scanTemplate, type GraphNode } from '../../model/index.ts';
import { findReferenceSpan, listReferences, stepNameOf } from '../check/references.ts';
import { spanAt, type Path } from '../read/document.ts';
import type { FlowDraft, Readable, Reference } from '../types.ts';

/** A possible value written in the flow or its tables. */
export interface WrittenText {
  text: string;
  /** Its place, as messages name it: `line 7 of shops.csv`. */
  place: string;
}

/** The origin of a variable's value. `step` is absent for its initial value. */
export type Source = { step?: string } & (
  | { kind: 'texts'; texts: readonly WrittenText[] }
  /** One expression that computes it. */
  | { kind: 'expression'; source: string }
  /** The caller's answer to a question. */
  | { kind: 'answer'; body: Readable<CollectStep> }
  /** A text message of the caller. */
  | { kind: 'message' }
  | { kind: 'unknown' }
);

/** Returns all sources of each variable. */
export const findSources = memoize((draft: FlowDraft): ReadonlyMap<string, readonly Source[]> => {
  const sources: { name: string; source: Source }[] = Object.entries(draft.vars).map(
    ([name, { initial }]) => ({
      name,
      source: {
        kind: 'texts',
        texts: [{ text: String(initial), place: describeLine(draft, ['vars', name]) }],
      },
    }),
  );
  const add = (reference: Reference, name: string, read: (step: string) => Origin): void => {
    const step = stepNameOf(reference);
    if (step !== undefined) sources.push({ name, source: { step, ...read(step) } });
  };
  const steps = new Map(draft.steps.map((step) => [step.name, step]));
  for (const one of listReferences(draft, 'value'))
    add(one, String(one.path.at(-1)), () => readValue(one, draft));
  // The key of an assignment has been read with its value.
  for (const one of listReferences(draft, 'variable').filter(({ path }) => path.at(-2) !== 'set'))
    add(one, one.text, (step) => {
      const { verb, body } = steps.get(step)?.content ?? {};
      return readKept(one, { verb: verb?.name, body, draft });
    });
  for (const one of listReferences(draft, 'answer'))
    add(one, String(one.path.at(-1)), () => ({ kind: 'unknown' }));
  const byName = Map.groupBy(sources, ({ name }) => name);
  return new Map([...byName].map(([name, found]) => [name, found.map(({ source }) => source)]));
});

type Origin = Source extends infer One ? (One extends Source ? Omit<One, 'step'> : never) : never;

function readValue(reference: Reference, { document }: FlowDraft): Origin {
  const { parts, ok } = scanTemplate(reference.text);
  const [first, ...others] = parts;
  if (ok && parts.every((part) => typeof part === 'string')) {
    const { line } = findReferenceSpan(document, reference).start;
    return { kind: 'texts', texts: [{ text: parts.join(''), place: `line ${line}` }] };
  }
  const isAlone = ok && typeof first === 'object' && others.length === 0;
  return isAlone ? { kind: 'expression', source: first.expr } : { kind: 'unknown' };
}

function readKept(
  { path, text: variable }: Reference,
  { verb, body, draft }: { verb: string | undefined; body: unknown; draft: FlowDraft },
): Origin {
  if (verb === 'collect' && path.at(-1) === 'save')
    return { kind: 'answer', body: body as Readable<CollectStep> };
  if (verb === 'wait') return { kind: 'message' };
  if (verb !== 'lookup') return { kind: 'unknown' };
  const { table: name = '', save } = body as Readable<LookupStep>;
  const { table, places } = draft.tables.get(name) ?? {};
  const key = String(path.at(-1));
  const column = key === variable ? String(save?.[key]) : key;
  const index = table?.columns.indexOf(column) ?? -1;
  if (table === undefined || places === undefined || (index === -1 && column !== table.key))
    return { kind: 'unknown' };
  const texts = Object.entries(table.rows).map(([key, cells]) => ({
    text: column === table.key ? key : (cells[index] ?? ''),
    place: places.get(key) ?? `the table "${name}"`,
  }));
  return { kind: 'texts', texts };
}

/** Returns the place of a declaration, as messages name it. */
export function describeLine({ document }: FlowDraft, path: Path): string {
  return `line ${spanAt(document, path).start.line}`;
}

/** Outcomes after which a step has written its variables. */
const WRITING = new Set(['done', 'found', 'filled', 'ok', 'message']);

/** Maximum number of steps before a use that are searched for assignments. */
const MAX_STEPS_BEFORE = 500;

/** Returns the sources of a variable whose value it may still have at a step; none when too many steps lead there. */
export function findSourcesAt(draft: FlowDraft, variable: string, use: string): Source[] {
  const byStep = findSourcesByStep(draft).get(variable) ?? new Map<string | undefined, Source[]>();
  const before = findStepsBefore(draft);
  const passed = new Set([use]);
  const reaching = new Set<string | undefined>();
  // The iterator of a set also visits elements added during the iteration.
  for (const name of passed) {
    if (passed.size > MAX_STEPS_BEFORE) return [];
    for (const { from, outcome } of before.get(name) ?? []) {
      const isWritten = byStep.has(from);
      if (isWritten) reaching.add(from);
      if (!isWritten || !WRITING.has(outcome)) passed.add(from);
    }
  }
  // The initial value has no step.
  if (passed.has(draft.graph.entry)) reaching.add(undefined);
  return [...reaching].flatMap((step) => byStep.get(step) ?? []);
}

/** Variable → its sources by their steps. */
const findSourcesByStep = memoize(
  (draft: FlowDraft) =>
    new Map([...findSources(draft)].map(([name, found]) => [name, Map.groupBy(found, ({ step }) => step)])),
);

/** Step → the steps that lead to it, with their outcomes; keys and phrases of `always` lead on from every question. */
const findStepsBefore = memoize(({ graph }: FlowDraft) => {
  const nodes: GraphNode[] = resolveBack(graph);
  const always = graph.always.map(({ to }) => ({ to, outcome: 'always' }));
  const ways = nodes.flatMap(({ name, waits, edges }) =>
    [...edges, ...(waits === 'caller' ? always : [])].map(({ to, outcome }) => ({ from: name, to, outcome })),
  );
  return Map.groupBy(ways, ({ to }) => to);
});
