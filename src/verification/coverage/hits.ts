/** Counts of how often calls reached the places of flows. Plain data, so that it can be stored, sent and added up. */
import { createHash } from 'node:crypto';
import type { FlowPart } from '../../language/model/index.ts';

/** Flow, as `flowKey` names it → place → how often. */
export type Hits = Record<string, Record<string, number>>;

/** Names a flow by what it does: flows in different folders, or versions of one, may share a name. */
export function flowKey({ name, machine }: FlowPart): string {
  const content = createHash('sha256').update(JSON.stringify(machine)).digest('hex');
  return `${name} ${content.slice(0, 16)}`;
}

/** The names of places, which only this folder makes and reads. Names of steps and prompts hold no slash. */
export const placeNames = {
  step: (step: string) => `step/${step}`,
  outcome: (step: string, outcome: string) => `outcome/${step}/${outcome}`,
  prompt: (name: string, language: string) => `prompt/${name}/${language}`,
  /** A text in a step, by its index among the texts of the step. */
  text: (step: string, index: number) => `text/${step}/${index}`,
  rung: (step: string, what: 'no_input' | 'no_match', index: number) => `rung/${step}/${what}/${index}`,
};

/** Adds what was noted elsewhere: by another run, file or worker. */
export function addHits(to: Hits, more: Hits): void {
  for (const [flow, places] of Object.entries(more)) {
    const known = (to[flow] ??= {});
    for (const [place, count] of Object.entries(places)) known[place] = (known[place] ?? 0) + count;
  }
}
