/** Describes the ways out of a step from the caller's point of view. */
import type { Edge, Graph, Way } from '../../language/model/index.ts';
import { findWays } from '../../language/model/index.ts';

type Words = (step: string, attempts: string | undefined) => string;

const renderAfter: Words = (step) => `after ${step}`;

/** Outcomes that a caller does not choose. */
const OUTCOMES: Record<string, Words> = {
  ...{ done: renderAfter, filled: renderAfter, ok: renderAfter, accepted: renderAfter, joined: renderAfter },
  ...{ ended: renderAfter, started: renderAfter, stopped: renderAfter },
  completed: (step) => `after the conversation at ${step}`,
  bridged: (step) => `once the two parties are connected at ${step}`,
  otherwise: (step) => `in any other case at ${step}`,
  silent: (step) => `after silence at ${step}`,
  exhausted: (step, attempts) =>
    `after ${attempts ?? 'too many'} failed ${attempts === '1' ? 'attempt' : 'attempts'} at ${step}`,
  busy: (step) => `when the line is busy at ${step}`,
  no_answer: (step) => `when nobody answers at ${step}`,
  failed: (step) => `when ${step} fails`,
  timeout: (step) => `when ${step} takes too long`,
  client_error: (step) => `when the request of ${step} is refused`,
  server_error: (step) => `when the web service of ${step} fails`,
  found: (step) => `when ${step} finds something`,
  not_found: (step) => `when ${step} finds nothing`,
  open: (step) => `when it is open at ${step}`,
  closed: (step) => `when it is closed at ${step}`,
  holiday: (step) => `on a holiday at ${step}`,
  delivered: (step) => `when the message of ${step} has arrived`,
  undelivered: (step) => `when the message of ${step} does not arrive`,
  not_bridged: (step) => `when nobody is there to be recorded at ${step}`,
  already_recording: (step) => `when a recording is already running at ${step}`,
  name_taken: (step) => `when the name of the recording is already in use at ${step}`,
};

/** Renders an outcome of a step: `9 at main`, `after 3 failed attempts at main`, `when vars.tier == "gold" at desk`. */
export function renderOutcome(edge: NamedOutcome, step: string, attempts?: string): string {
  const { outcome, meaning } = edge;
  if (meaning !== undefined) return `when ${meaning} at ${step}`;
  const known = Object.hasOwn(OUTCOMES, outcome) ? OUTCOMES[outcome] : undefined;
  if (known !== undefined) return known(step, attempts);
  return isAnswer(outcome) ? `${renderAnswer(outcome)} at ${step}` : `when ${step} ends with ${outcome}`;
}

type NamedOutcome = Pick<Edge, 'outcome' | 'meaning'>;

/** True for keys, and for a phrase in quotes. */
function isAnswer(outcome: string): boolean {
  return /^([0-9*#]+|".*")$/.test(outcome);
}

function renderAnswer(outcome: string): string {
  return outcome.replace(/^"(.*)"$/, '“$1”');
}

/** Describes the place of a step in its flow by the last answer that leads there: `under main → 2 (support)`. */
export function createPlaceRenderer(graph: Graph): (step: string) => string {
  const ways = findWays(graph);
  return (step) => {
    const way = ways.get(step);
    const turn = way && findLastTurn(way, ways);
    if (turn?.by !== undefined) return `${renderAfterTurn(turn.by)} (${step})`;
    if (turn?.key !== undefined) return `under ${renderAnswer(turn.key)} at any question (${step})`;
    if (way?.road === 'error') return `after an error (${step})`;
    if (way?.road === 'end') return `when the call has ended (${step})`;
    return `at ${step}`;
  };
}

function renderAfterTurn({ from, edge }: NonNullable<Way['by']>): string {
  if (isAnswer(edge.outcome)) return `under ${from} → ${renderAnswer(edge.outcome)}`;
  return renderOutcome(edge, from);
}

/** Goes back over the steps that follow each other automatically. */
function findLastTurn(way: Way, ways: ReadonlyMap<string, Way>): Way {
  if (way.by?.edge.kind !== 'next') return way;
  const before = ways.get(way.by.from);
  return before === undefined ? way : findLastTurn(before, ways);
}
