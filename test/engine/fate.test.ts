/** What becomes of a command that is next to leave, by where its call stands and what has come in (I4). */
import { expect, test } from 'vitest';
import { advance, begin, callId, projectId, voiceId } from '../../src/call/index.ts';
import type { Advance, CallEvent, TraceEntry } from '../../src/call/index.ts';
import { decideFate } from '../../src/engine/index.ts';
import { runnableOf } from '../builders/flow.ts';

const flow = runnableOf(`
  on: { error: bye }
  steps:
    hello: { say: Hello. }
    bye: { say: Goodbye. , next: hangup }
`);

/** A call with the commits that these events make. */
function commitsOf(...events: CallEvent[]): Advance[] {
  const first = begin(flow, {
    id: callId('default.1'),
    project: projectId('default'),
    direction: 'inbound',
    from: '+4930111',
    to: '+4930222',
    at: 0,
    voiceId: voiceId('1'),
  });
  const commits = [first];
  for (const event of events) commits.push(advance(flow, commits.at(-1)?.record ?? first.record, event));
  return commits;
}

const connected: CallEvent = { type: 'connected', at: 1_000 };
const gone: CallEvent = { type: 'disconnected', reason: 'normal', at: 2_000 };

/** What becomes of the first command of a call after these events, once it stands so. */
function fate(decided: CallEvent[], since: CallEvent[], inDoubt: boolean) {
  const commits = commitsOf(...decided, ...since);
  const command = commits[decided.length]?.commands[0];
  const record = commits.at(-1)?.record;
  if (command === undefined || record === undefined) throw new Error('there is no command');
  const trace: TraceEntry[] = commits.map((commit) => commit.trace);
  return `${command.kind}: ${decideFate(command, inDoubt ? { record, trace } : { record })}`;
}

test.each([
  ['a command is sent', [connected], [], false, 'play: send'],
  ['one in doubt of which nothing has come in is sent again', [connected], [], true, 'play: send'],
  ['nobody needs one of a call that is over', [connected], [gone], false, 'play: moot'],
  ['nor one in doubt of a call that is over', [connected], [gone], true, 'play: moot'],
  ['an answer that is on its way is sent, whatever came in', [], [connected], false, 'accept: send'],
  ['one in doubt after which the call went on is moot', [], [connected], true, 'accept: moot'],
] as const)('%s', (_fact, decided, since, inDoubt, expected) => {
  expect(fate([...decided], [...since], inDoubt)).toBe(expected);
});

test('a play in doubt of which a notification tells is done', () => {
  const play = commitsOf(connected).at(-1)?.commands[0];
  const word: CallEvent = { type: 'digits', digits: '1', lossy: false, promptRef: play?.id ?? '', at: 1_500 };
  expect(fate([connected], [word], true)).toBe('play: done');
  expect(fate([connected], [word], false)).toBe('play: send');
});
