/** Finds silences that callers take for a dead line: while a service is slow, and after a stream broke. */
import { estimateSpokenMs, findEnd, listEntries, listWords } from './course.ts';
import type { CaseRun } from './run-case.ts';
import type { Compared } from './told.ts';
import type { Commit } from './watch.ts';

/** Maximum time in which callers hear nothing, or nothing but ringing, ms. */
const MAX_SILENT_MS = 15_000;

/** Lists long ringing while a service is asked: a call is answered only when something is said. */
export function findLongRinging({ call, commits }: CaseRun): string[] {
  if (call?.record.context.call.direction !== 'inbound') return [];
  const asked = call.web.requests[0]?.at;
  const answered = commits.find(({ record }) => record.context.leg !== 'ringing')?.trace.at ?? call.now;
  const ringingMs = answered - call.record.startedAt;
  if (asked === undefined || asked > answered || ringingMs <= MAX_SILENT_MS) return [];
  return [`the caller hears ringing for ${ringingMs / 1_000} s, while a web service is asked`];
}

/** Lists long silences while a service is asked, on an answered call. */
export function findLongSilence(run: CaseRun): string[] {
  const { call, commits } = run;
  const ends = [...commits.slice(1).map(({ trace }) => trace.at), call?.now ?? 0];
  const sounds = (call?.heard ?? []).map(({ at, text }) => ({ at, until: at + estimateSpokenMs(text) }));
  const company = listEntries(run, 'stream_started', 'room_joined', 'held');
  let silentFrom: number | undefined;
  return commits.flatMap((commit, index) => {
    const { at } = commit.trace;
    const until = ends[index] ?? at;
    if (!isAsking(commit) || company.some((entry) => entry.at <= at)) {
      silentFrom = undefined;
      return [];
    }
    const heardUntil = Math.max(
      silentFrom ?? at,
      ...sounds.filter((one) => one.at <= at).map((one) => one.until),
    );
    silentFrom = heardUntil;
    const silentMs = until - heardUntil;
    if (silentMs <= MAX_SILENT_MS) return [];
    silentFrom = undefined;
    return [`the caller hears nothing for ${Math.round(silentMs / 1_000)} s, while a web service is asked`];
  });
}

/** True if the caller waits for a web service. */
function isAsking({ asksWeb, record: { context } }: Commit): boolean {
  return context.leg === 'connected' && (asksWeb || context.web.pauseMs > 0);
}

/** True if the caller is with the receiver of a stream, and does nothing else. */
function isStreaming(before: Commit['before'], { flow }: CaseRun): boolean {
  const { flow: name, step } = before?.context ?? { flow: flow.flow.name, step: '' };
  return flow.part(name).flow.steps[step]?.verb === 'stream';
}

/** Lists calls that end without a word after the stream of a conversation broke. */
export function findCutOff(run: CaseRun, { perturbation }: Compared): string[] {
  if (perturbation.kind !== 'stream_breaks') return [];
  const broken = run.commits.find(
    ({ trace: { event }, before }) =>
      event.type === 'stream_ended' && event.failed && isStreaming(before, run),
  )?.trace;
  const end = findEnd(run);
  if (broken === undefined || end === undefined || end < broken.at) return [];
  const isClosed = run.commits.some(
    ({ commands, trace }) => trace.at >= broken.at && commands.some(({ kind }) => kind === 'hangup'),
  );
  if (!isClosed || listWords(run, broken.at).length > 0) return [];
  if (listEntries(run, 'connecting').some(({ at }) => at >= broken.at)) return [];
  return ['the stream breaks, and the call is ended without a word'];
}
