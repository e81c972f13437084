/** Handlers of an item: which one is run at which count. */
import { isFor } from './handlers.ts';
import type { Content, Dialog, Doc, Handler, Item, Prompt, Site } from './model.ts';

/** Handlers of an event from a count on, the highest count first. */
export interface Rung {
  count: number;
  /** Those of this count, in order; more than one only where conditions decide. */
  handlers: readonly Handler[];
}

/** Lists the rungs of an event. FORM-2 of the original: the scopes are one list. */
export function listRungs(
  site: Site,
  { doc, dialog, item }: { doc: Doc; dialog: Dialog; item?: Item },
  event: string,
): Rung[] {
  const root = site.docs.get(doc.root ?? '');
  const all = [
    ...(item?.handlers ?? []),
    ...dialog.handlers,
    ...doc.handlers,
    ...(root?.handlers ?? []),
  ].filter((handler) => isFor(handler, event));
  const counts = [...new Set(all.map(({ count }) => count))].toSorted((one, other) => other - one);
  return counts.map((count) => {
    const handlers = all.filter((handler) => handler.count === count);
    const last = handlers.findIndex(({ cond }) => cond === undefined);
    return { count, handlers: last < 0 ? handlers : handlers.slice(0, last + 1) };
  });
}

/** What a simple handler does: it speaks, and perhaps asks again. */
export interface SimpleRung {
  prompts: readonly Prompt[];
  isReprompting: boolean;
}

/** Returns what content does if it only speaks and perhaps asks again. */
export function toSimple(content: Content): SimpleRung | undefined {
  const prompts: Prompt[] = [];
  let isReprompting = false;
  for (const action of content) {
    if (action.kind === 'reprompt') isReprompting = true;
    else if (action.kind === 'say' && action.prompt.cond === undefined) prompts.push(action.prompt);
    else return undefined;
  }
  return { prompts, isReprompting };
}

/** Returns what happens at each count from 1 on, if all of it is simple; without a handler the question is asked again. */
export function toSimpleLadder(rungs: readonly Rung[]): SimpleRung[] | undefined {
  const most = Math.max(1, ...rungs.map(({ count }) => count));
  if (most > MAX_LADDER) return undefined;
  const ladder: SimpleRung[] = [];
  for (let count = 1; count <= most; count += 1) {
    const rung = rungs.find((one) => one.count <= count);
    const [handler] = rung?.handlers ?? [];
    const isUnclear = handler?.cond !== undefined;
    const simple = handler === undefined ? { prompts: [], isReprompting: true } : toSimple(handler.content);
    if (simple === undefined || isUnclear) return undefined;
    ladder.push(simple);
  }
  return ladder;
}

const MAX_LADDER = 10;
