/** Leaves out ways that the language implies, so that a step names only what is its own. */
import type { Step } from '../../../schemas/types/flow.ts';

type Ways = NonNullable<Step['on']>;

/** Outcomes of requests and recordings that go where `failed` goes. */
const LIKE_FAILED = [
  'client_error',
  'server_error',
  'timeout',
  'not_bridged',
  'already_recording',
  'name_taken',
] as const;
const UNREACHED = ['busy', 'no_answer', 'failed'] as const;

/** `error`: where failures without a way of their own lead. */
export function leaveOutWays(step: Step, error: string | undefined): Step {
  const { on: all, ...rest } = step;
  if (all === undefined) return step;
  const isSilentImplied = all.silent !== undefined && all.silent === all.exhausted;
  const on = (isSilentImplied ? omit(all, ['silent']) : all) as Ways;
  const [first] = UNREACHED.map((outcome) => on[outcome]);
  const isOneWay = first !== undefined && UNREACHED.every((outcome) => on[outcome] === first);
  const written = isOneWay ? { ...omit(on, UNREACHED), unreached: first } : leaveOutFailures(step, on, error);
  return Object.keys(written).length === 0 ? rest : { ...rest, on: written as Ways };
}

function leaveOutFailures(step: Step, on: Ways, error: string | undefined): Partial<Ways> {
  const failed = on.failed ?? error;
  const like = LIKE_FAILED.filter((outcome) => on[outcome] === failed);
  const isImplied = on.failed === error || (on.failed === step.next && isSafe(step));
  return omit(on, isImplied ? [...like, 'failed'] : like);
}

const VARIABLE = /^\$\{vars\.\w+\}$|^[^$]*$/;

/** True for a step that nothing but the platform can make fail: it says, or assigns or tests what it does not compute. */
function isSafe({ say, set, switch: decision }: Step): boolean {
  if (say !== undefined) return true;
  if (set !== undefined)
    return Object.values(set).every((value) => typeof value !== 'string' || VARIABLE.test(value));
  return decision !== undefined && !Array.isArray(decision) && /^vars\.\w+$/.test(decision.value);
}

function omit(on: Ways, outcomes: readonly string[]): Partial<Ways> {
  return Object.fromEntries(Object.entries(on).filter(([outcome]) => !outcomes.includes(outcome)));
}
