/** Disturbs people: the caller hangs up or presses a key right after an event of the call. */
import type { Person, Situation } from '../testkit/index.ts';
import type { Disturbance } from './disturbed-events.ts';
import type { Perturbation } from './perturbation.ts';

type Of<Kind extends Perturbation['kind']> = Extract<Perturbation, { kind: Kind }>;

/** Time after the event, ms: shorter than anybody needs to hear a word. */
export const REACTION_MS = 300;

/** Hangs up shortly after an event. */
export function createHangUp({ hangUpAfter }: Of<'hang_up'>): Disturbance {
  return createReaction(hangUpAfter, (person) => person.hangUp());
}

/** Presses keys shortly after an event. */
export function createPress({ pressAfter, keys }: Of<'press'>): Disturbance {
  return createReaction(pressAfter, (person) => person.press(keys));
}

function createReaction(number: number, react: (person: Person) => void): Disturbance {
  let dueAt: number | undefined;
  return {
    committed(commit) {
      if (commit.trace.seq === number) dueAt = commit.trace.at + REACTION_MS;
      return commit;
    },
    nextAt: () => dueAt,
    due(call: Situation & Person) {
      if (dueAt === undefined || call.now < dueAt) return [];
      dueAt = undefined;
      react(call);
      return [];
    },
  };
}
