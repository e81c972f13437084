/** Replays recorded calls: their states, their scenarios, and their course on another version. */
import { shorten } from '../../language/text/index.ts';
import { readRecording } from '../../verification/recording/index.ts';
import type { Recording } from '../../verification/recording/index.ts';
import { exportScenario, listCallStates, previewCalls } from '../../verification/replay/index.ts';
import type { CallStates, Obstacle, Remark, Verdict } from '../../verification/replay/index.ts';
import { Refusal } from '../management/index.ts';

/** Tells the state of the only call of a recording after each entry; undefined if its version is no longer stored. */
export function tellStates({ calls: [call], flows }: Recording): CallStates | undefined {
  const flow = call && flows.get(call.flow.version);
  return call && flow && listCallStates(call, flow);
}

/** A recorded call as a scenario. */
interface ScenarioOfCall {
  /** The scenario file. */
  text: string;
  /** True if the scenario goes as the call did, apart from small differences of times. */
  isReproduced: boolean;
  /** The comments at the head of the file. */
  remarks: Remark[];
}

/** Writes the scenario of the only call of a recording. Throws a `Refusal`: `version_gone`. */
export function exportCall({
  recording: { calls, flows },
  keepNumbers,
  name,
}: {
  recording: Recording;
  keepNumbers: boolean;
  /** Name of the scenario. Default: the time of the call. */
  name?: string | undefined;
}): ScenarioOfCall {
  const [call] = calls;
  const flow = call && flows.get(call.flow.version);
  if (call === undefined || flow === undefined)
    throw new Refusal('version_gone', 'the version on which the call started is no longer stored');
  const { text, remarks, replayed, lost } = exportScenario(call, flow, { keepNumbers, name });
  return { text, remarks, isReproduced: replayed.parting === undefined && lost === undefined };
}

/** Something that a caller noticed or would notice. */
interface Noticed {
  step: string;
  kind: 'hears' | 'does' | 'ends';
  text: string;
}

/** A call that would go another way. */
interface DifferentCall {
  call: string;
  /** Step of the first difference. */
  step: string;
  /** Absent if the recorded call had ended. */
  before?: Noticed;
  after?: Noticed;
}

interface Listed<Item> {
  count: number;
  /** The newest ones, at most `MAX_LISTED`. */
  calls: Item[];
}

/** Result of a preview. */
interface PreviewedVersion {
  /** Number of calls that were examined; fewer than given if the time was up. */
  examined: number;
  same: Listed<{ call: string }>;
  hears: Listed<DifferentCall>;
  ends: Listed<DifferentCall>;
  notReplayable: Listed<{ call: string; code: Obstacle; why: string }>;
  /** Number of replayed calls with made-up input, which is masked in their traces. */
  madeUp: number;
}

/** Maximum number of listed calls of each kind. */
const MAX_LISTED = 100;

/** Maximum length of a text in a difference. */
const MAX_TEXT = 500;

/** Time after which no further call is replayed, ms; below the limit of a job, which ends a single slow call. */
const BUDGET_MS = 12_000;

interface PreviewTask {
  version: string;
  /** As `writeRecording` writes it, with the version. */
  recording: string;
  budgetMs?: number;
}

/** Replays calls on a version, in the given order, until the time is up. Throws a `Refusal`: `invalid_version`. */
export function previewVersion(
  { version, recording, budgetMs = BUDGET_MS }: PreviewTask,
  elapsed: () => number,
): PreviewedVersion {
  const read = readRecording(recording);
  const flow = read.flows.get(version);
  if (flow === undefined) throw new Refusal('invalid_version', `version ${version} cannot be run`);
  const until = elapsed() + budgetMs;
  const verdicts: Verdict[] = [];
  for (const verdict of previewCalls(read, flow)) {
    verdicts.push(verdict);
    if (elapsed() >= until) break;
  }
  return summarize(verdicts);
}

function summarize(verdicts: readonly Verdict[]): PreviewedVersion {
  const select = <Kind extends Verdict['kind']>(kind: Kind) =>
    verdicts.filter((verdict): verdict is Extract<Verdict, { kind: Kind }> => verdict.kind === kind);
  return {
    examined: verdicts.length,
    same: listCalls(select('same'), ({ call }) => ({ call })),
    hears: listCalls(select('hears'), toDifferentCall),
    ends: listCalls(select('ends'), toDifferentCall),
    notReplayable: listCalls(select('unknown'), ({ call, code, why }) => ({
      ...{ call, code },
      why: shorten(why, MAX_TEXT),
    })),
    madeUp: verdicts.filter((verdict) => verdict.kind !== 'unknown' && verdict.isMadeUp).length,
  };
}

function listCalls<From, Item>(found: readonly From[], toItem: (one: From) => Item): Listed<Item> {
  return { count: found.length, calls: found.slice(0, MAX_LISTED).map(toItem) };
}

type Different = Extract<Verdict, { kind: 'hears' | 'ends' }>;

function toDifferentCall({ call, difference: { step, before, after } }: Different): DifferentCall {
  return {
    ...{ call, step },
    ...(before && { before: toNoticed(before) }),
    ...(after && { after: toNoticed(after) }),
  };
}

function toNoticed({ step, kind, text }: Noticed): Noticed {
  return { step, kind, text: shorten(text, MAX_TEXT) };
}
