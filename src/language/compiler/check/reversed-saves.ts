/** Finds maps of `save` that name what is stored first and the variable second, as the language had it before. */
import { memoize } from '../../model/index.ts';
import { nodeAt, listEntries, readText, type Entry } from '../read/document.ts';
import type { DraftStep, FlowDraft } from '../types.ts';
import { findFlowRunBy } from './references.ts';

/** A reversed map with its entries, as written. */
interface ReversedSave {
  step: string;
  entries: readonly Entry[];
}

/** Finds the maps that make sense only when they are reversed, by the name of their step. */
export const findReversedSaves = memoize((draft: FlowDraft): ReadonlyMap<string, ReversedSave> => {
  const found = draft.steps.flatMap((step) => {
    const save = nodeAt(draft.document.root, ['steps', step.name, step.content?.verb.name ?? '', 'save']);
    const entries = listEntries(save);
    return isReversed(entries, step, draft) ? [[step.name, { step: step.name, entries }] as const] : [];
  });
  return new Map(found);
});

function isReversed(entries: readonly Entry[], step: DraftStep, draft: FlowDraft): boolean {
  const isSource = findSourceTest(step, draft);
  if (isSource === undefined || entries.length === 0) return false;
  const isVariable = (name: string) => Object.hasOwn(draft.vars, name);
  const pairs = entries.map(({ key, value }) => [key, readText(value) ?? ''] as const);
  const isUnique = new Set(pairs.map(([, second]) => second)).size === pairs.length;
  const fits = pairs.every(([first, second]) => isVariable(first) && isSource(second));
  return isUnique && !fits && pairs.every(([first, second]) => isSource(first) && isVariable(second));
}

/** Returns the test for what a step can store; undefined when that is unknown. */
function findSourceTest(step: DraftStep, draft: FlowDraft): ((name: string) => boolean) | undefined {
  const names = listSources(step, draft);
  if (names !== undefined) return (name) => names.includes(name);
  return step.content?.verb.name === 'http' ? (name) => name.includes('${') || isBareField(name) : undefined;
}

/** Tells whether a text names a field of a response without the `${…}` of an expression. */
export function isBareField(text: string): boolean {
  return /^response\.[\w.[\]]+$/.test(text);
}

/** Lists the columns of a table, or the values that another flow returns. */
function listSources(step: DraftStep, { tables, source, returns, others }: FlowDraft): string[] | undefined {
  if (step.content?.verb.name === 'lookup') {
    const { table: name = '' } = (step.content.body ?? {}) as { table?: string };
    const table = tables.get(name)?.table;
    return table && [table.key, ...table.columns];
  }
  const flow = findFlowRunBy(step);
  if (flow === undefined) return undefined;
  const returned = flow === source.name ? returns : others.signature(flow)?.returns;
  return returned && Object.keys(returned);
}
