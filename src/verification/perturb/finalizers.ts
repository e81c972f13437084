/** Checks how often each finalizer ran (ORACLE-4), by the steps that the notes of the call mention. */
import type { Note } from '../../call/index.ts';
import type { FlowPart } from '../../language/model/index.ts';
import { formatTimes } from '../../language/text/index.ts';
import type { CaseRun } from './run-case.ts';
import type { Commit } from './watch.ts';

/** Lists finalizers that did not run exactly once. */
export function findFinalizerErrors({ flow, commits }: CaseRun): string[] {
  const ends = commits.filter(({ trace }) => trace.notes.some(isEnd));
  const [end] = ends;
  if (end === undefined || ends.length > 1) return [`the end of the call was recorded ${ends.length} times`];
  const standing = Map.groupBy(listRunningFlows(end), (name) => name);
  const begun = listEntered(end, commits.slice(commits.indexOf(end)));
  return [...standing].flatMap(([name, { length: wanted }]) => {
    const step = firstStep(flow.part(name).flow);
    const times = begun.filter((one) => one.flow === name && one.step === step).length;
    const message = `the finalizer of flow "${name}" ran ${times} times instead of ${formatTimes(wanted)}`;
    return step === undefined || times === wanted ? [] : [message];
  });
}

/**
 * Lists the flows that were running when the call ended, the outermost first. Before an outbound call is dialled, flows
 * may start and return in the event that ends it; only those that are still running count.
 */
function listRunningFlows({ before, record }: Commit): string[] {
  const { context } = before === undefined || before.context.leg === 'new' ? record : before;
  return [...context.frames, context].map(({ flow }) => flow);
}

function firstStep({ machine }: FlowPart): string | undefined {
  const target = machine.states?.$finish?.always?.[0]?.target?.slice(1);
  return target === '$done' ? undefined : target;
}

interface Entry {
  flow: string;
  step: string;
}

/** Lists the steps that were entered after the end without a preceding outcome. */
function listEntered({ before, record }: Commit, commits: readonly Commit[]): Entry[] {
  const notes = commits.flatMap(({ trace }) => trace.notes);
  const ended = notes.findIndex(isEnd);
  const begun: Entry[] = [];
  let running = (before ?? record).context.flow;
  let ledTo = '';
  for (const [index, note] of notes.entries()) {
    if (note.kind === 'flow') running = note.name;
    if (note.kind === 'entered' && note.step !== ledTo && index > ended)
      begun.push({ flow: running, step: note.step });
    if (note.kind === 'outcome') ledTo = note.to;
    else if (note.kind === 'entered' || note.kind === 'flow' || isEnd(note)) ledTo = '';
  }
  return begun;
}

function isEnd({ kind }: Note): boolean {
  return kind === 'ended';
}
