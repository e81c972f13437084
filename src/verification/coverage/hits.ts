/** Counts how often calls reach the places of flows. The counts are plain data that can be stored, sent and added. */
import type { FlowPart } from '../../language/model/index.ts';
import { hashText } from '../../language/text/index.ts';

/** Flow key → place → count. */
export type Hits = Record<string, Record<string, number>>;

/**
 * Identifies a flow by its name and content, since flows in different folders, or versions of one flow, may share a
 * name.
 */
export function flowKey({ name, machine }: FlowPart): string {
  return `${name} ${hashText(JSON.stringify(machine), 'hex').slice(0, 16)}`;
}

/** Names of places. Names of steps and prompts contain no slash. */
export const placeNames = {
  step: (step: string) => `step/${step}`,
  outcome: (step: string, outcome: string) => `outcome/${step}/${outcome}`,
  prompt: (name: string, language: string) => `prompt/${name}/${language}`,
  /** A text in a step, by its index in the step. */
  text: (step: string, index: number) => `text/${step}/${index}`,
  rung: (step: string, what: 'no_input' | 'no_match', index: number) => `rung/${step}/${what}/${index}`,
};

/** Adds the counts of another run, file or worker. */
export function addHits(to: Hits, more: Hits): void {
  for (const [flow, places] of Object.entries(more)) {
    const known = (to[flow] ??= {});
    for (const [place, count] of Object.entries(places)) known[place] = (known[place] ?? 0) + count;
  }
}
