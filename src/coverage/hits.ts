/** How often calls have come to the places of flows. Plain data, so that it can be kept, sent and added up. */

/** Flow → place → how often. */
export type Hits = Record<string, Record<string, number>>;

/** The names of places, which only this folder makes and reads. Names of steps and prompts hold no slash. */
export const placeOf = {
  step: (step: string) => `step/${step}`,
  outcome: (step: string, outcome: string) => `outcome/${step}/${outcome}`,
  prompt: (name: string, language: string) => `prompt/${name}/${language}`,
  /** A text that stands in a step, by its place among what the step says. */
  text: (step: string, index: number) => `text/${step}/${index}`,
  rung: (step: string, what: 'no_input' | 'no_match', index: number) => `rung/${step}/${what}/${index}`,
};

/** Notes that a call has come to a place. */
export function hit(hits: Hits, flow: string, place: string): void {
  const places = (hits[flow] ??= {});
  places[place] = (places[place] ?? 0) + 1;
}

/** Adds what was noted elsewhere: by another run, file or worker. */
export function addHits(to: Hits, more: Hits): void {
  for (const [flow, places] of Object.entries(more)) {
    const known = (to[flow] ??= {});
    for (const [place, count] of Object.entries(places)) known[place] = (known[place] ?? 0) + count;
  }
}
