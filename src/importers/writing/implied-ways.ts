/** Leaves out ways that the language implies, so that a step names only what is its own. */
import type { Step } from '../../../schemas/types/flow.ts';

type Ways = NonNullable<Step['on']>;

/** Outcomes of requests that go where `failed` goes. */
const FAILED_REQUESTS = ['client_error', 'server_error', 'timeout'] as const;
const UNREACHED = ['busy', 'no_answer', 'failed'] as const;

/** `error`: where failures without a way of their own lead. */
export function leaveOutWays(step: Step, error: string | undefined): Step {
  const { on, ...rest } = step;
  if (on === undefined) return step;
  const [first] = UNREACHED.map((outcome) => on[outcome]);
  const isOneWay = first !== undefined && UNREACHED.every((outcome) => on[outcome] === first);
  const written = isOneWay ? { ...omit(on, UNREACHED), unreached: first } : leaveOutFailures(step, on, error);
  return Object.keys(written).length === 0 ? rest : { ...rest, on: written as Ways };
}

function leaveOutFailures(step: Step, on: Ways, error: string | undefined): Partial<Ways> {
  const failed = on.failed ?? error;
  const like = step.http === undefined ? [] : FAILED_REQUESTS.filter((outcome) => on[outcome] === failed);
  return omit(on, on.failed === error ? [...like, 'failed'] : like);
}

function omit(on: Ways, outcomes: readonly string[]): Partial<Ways> {
  return Object.fromEntries(Object.entries(on).filter(([outcome]) => !outcomes.includes(outcome)));
}
