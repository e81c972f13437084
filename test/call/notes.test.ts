/** Notes: what users read of them, and what earlier releases wrote instead. */
import { describe, expect, test } from 'vitest';
import { formatReason, isIgnored, findMiss, showEntry, upgradeEntry } from '../../src/call/index.ts';
import type { CallEvent, Note, TraceEntry } from '../../src/call/index.ts';
import type { Reason } from '../../src/call/notes.ts';

const wake: CallEvent = { type: 'wake', at: 0 };
const lost = (failed: 'timeout' | 'unreachable' | 'egress_denied', message: string): CallEvent => ({
  type: 'answered',
  visit: 1,
  answer: { failed, message },
  at: 0,
});

/** Sentences that have other words now. */
const reworded: Record<string, string> = {
  'ignored: nothing depends on it': 'ignored: no flow uses it',
  'ignored: the call was placed all the same': 'ignored: an earlier attempt has placed the call',
  'ignored: "odd" is not a notification that we use':
    'ignored: "odd" is not a notification that Ringflow uses',
  'ignored: it is about play 2, which is no longer heard': 'ignored: it is about play 2, which is over',
  'the caller answered nothing in time': 'the caller did not answer in time',
  '"9" fits nothing that is asked for': '"9" is not a valid answer',
  '"no "thanks"" fits nothing that is asked for': '"no "thanks"" is not a valid answer',
  'what was said fits nothing that is asked for': 'what was said is not a valid answer',
  'nobody could tell what the caller said': 'the speech was not recognized',
  '"one" is heard as 1': '"one" is understood as 1',
  'what was said is heard as filled': 'what was said is understood as filled',
  '"12" may go on': '"12" may be the beginning of a longer answer',
  '"••" came with it and is dropped: keys answer one question':
    '"••" came after the answer and is dropped: keys answer one question',
  'the table "people" has no such row': 'the table "people" has no row for this key',
  'the table "people" has such a row': 'the table "people" has a row for this key',
  'a message came': 'a message was received',
  'the call has ended: nobody is there to hear this step': 'the call has ended: nobody hears this step',
  'two people talk: this step waits until they have ended':
    'a conversation is in progress: this step waits until it ends',
  'the refusal says that two people talk': 'the refusal shows that a conversation has begun',
  'the platform says the call is over: waiting for its word why':
    'the carrier says that the call is over: waiting for the reason',
  'nothing waits for "bridged" here': 'the current step does not wait for "bridged"',
  'turned away: the project has as many calls as it may':
    'rejected: the project has reached its limit of concurrent calls',
  '1000 events so far: from here on, those that change nothing are not kept':
    '1000 events so far: from here on, events that change nothing are not stored',
};

/** Every reason with the sentence that an earlier release wrote in its place, and the event that it came of. */
const sentences: [sentence: string, Reason, CallEvent?][] = [
  ['ignored: the same notification came before', { kind: 'ignored', why: 'repeated' }],
  ['ignored: nothing depends on it', { kind: 'ignored', why: 'routine' }],
  ['ignored: the call has ended', { kind: 'ignored', why: 'call_ended' }],
  ['ignored: the call is already known', { kind: 'ignored', why: 'call_known' }],
  ['ignored: the call is already connected', { kind: 'ignored', why: 'connected' }],
  ['ignored: the call is already bridged', { kind: 'ignored', why: 'bridged' }],
  ['ignored: the call was placed all the same', { kind: 'ignored', why: 'placed' }],
  ['ignored: "odd" is not a notification that we use', { kind: 'ignored', why: 'unused', state: 'odd' }],
  ['ignored: it answers visit 3, which is over', { kind: 'ignored', why: 'visit_over', visit: 3 }],
  ['ignored: it is about play 2, which is no longer heard', { kind: 'ignored', why: 'play_over', play: 2 }],
  [
    'ignored: it answers play 2, asked before visit 3 began',
    { kind: 'ignored', why: 'earlier_play', play: 2, visit: 3 },
  ],
  [
    'ignored: command 2 was sent before visit 3 began',
    { kind: 'ignored', why: 'earlier_command', command: 2, visit: 3 },
  ],
  [
    'ignored: it is about the stream that command 3 has stopped',
    { kind: 'ignored', why: 'stream_stopped', command: 3 },
  ],
  ['the caller answered nothing in time', { kind: 'no_input' }],
  ['"9" fits nothing that is asked for', { kind: 'no_match', input: '9' }],
  ['"no "thanks"" fits nothing that is asked for', { kind: 'no_match', input: 'no "thanks"' }],
  ['what was said fits nothing that is asked for', { kind: 'no_match' }],
  ['nobody could tell what the caller said', { kind: 'unrecognized' }],
  ['"one" is heard as 1', { kind: 'heard', said: 'one', as: '1' }],
  ['what was said is heard as filled', { kind: 'heard', as: 'filled' }],
  ['"12" may go on', { kind: 'incomplete', keys: '12' }],
  ['"••" came with it and is dropped: keys answer one question', { kind: 'surplus', keys: '••' }],
  ['*1 was pressed on the bridge', { kind: 'bridge_key', keys: '*1' }],
  ['vars.tier == "gold" is true', { kind: 'case', if: 'vars.tier == "gold"', holds: true }],
  ['the condition of case 2 is false', { kind: 'case', if: 2, holds: false }],
  ['the table "people" has no such row', { kind: 'row', table: 'people', found: false }],
  ['the table "people" has such a row', { kind: 'row', table: 'people', found: true }],
  [
    'it is Fri 2026-12-25 10:00 in Europe/Berlin: a holiday (Christmas)',
    {
      kind: 'hours',
      state: 'holiday',
      local: '2026-12-25 10:00',
      holiday: 'Christmas',
      zone: 'Europe/Berlin',
    },
  ],
  [
    'it is Sun 2026-03-01 00:00 in Etc/GMT+1: a holiday',
    { kind: 'hours', state: 'holiday', local: '2026-03-01 00:00', zone: 'Etc/GMT+1' },
  ],
  [
    'it is Mon 2026-11-23 09:59 in UTC: closed',
    { kind: 'hours', state: 'closed', local: '2026-11-23 09:59', zone: 'UTC' },
  ],
  ['asks GET https://crm.test/a?…', { kind: 'asks', method: 'GET', url: 'https://crm.test/a?…' }],
  [
    'asks POST https://crm.test/a (attempt 2)',
    { kind: 'asks', method: 'POST', url: 'https://crm.test/a', attempt: 2 },
  ],
  ['the service answered 200, 17 characters', { kind: 'answered', status: 200, chars: 17 }],
  [
    'the service answered 302, 0 characters; redirections are not followed',
    { kind: 'answered', status: 302, chars: 0 },
  ],
  ['no answer came in time', { kind: 'timeout' }],
  ['slow (1 s)', { kind: 'timeout', detail: 'slow (1 s)' }, lost('timeout', 'slow (1 s)')],
  ['ECONNREFUSED', { kind: 'unreachable', detail: 'ECONNREFUSED' }, lost('unreachable', 'ECONNREFUSED')],
  ['not there', { kind: 'egress_denied', detail: 'not there' }, lost('egress_denied', 'not there')],
  ['the message to +49170 is sent', { kind: 'sms', to: '+49170', status: 'sent' }],
  [
    'the message to +49170 is failed: EXPIRED',
    { kind: 'sms', to: '+49170', status: 'failed', detail: 'EXPIRED' },
  ],
  ['messages: 2 sent, 1 failed', { kind: 'sms_counts', counts: { sent: 2, failed: 1 } }],
  ['a message came', { kind: 'message' }],
  ['the call has ended: nobody is there to hear this step', { kind: 'nobody_there' }],
  ['two people talk: this step waits until they have ended', { kind: 'waits_for_bridge' }],
  ['the refusal says that two people talk', { kind: 'bridged_by_refusal' }],
  ['the platform says the call is over: waiting for its word why', { kind: 'awaits_disconnect' }],
  ['nothing waits for "bridged" here', { kind: 'unawaited', event: 'bridged' }],
  ['turned away: the project has as many calls as it may', { kind: 'turned_away', why: 'too_many_calls' }],
  [
    '1000 events so far: from here on, those that change nothing are not kept',
    { kind: 'trace_full', events: 1_000 },
  ],
  ['whatever it said', { kind: 'legacy_note', text: 'whatever it said' }],
  ['ignored: for a reason of its own', { kind: 'legacy_note', text: 'ignored: for a reason of its own' }],
];

const entryWith = (note: unknown, event: CallEvent = wake): TraceEntry => ({
  seq: 1,
  at: 0,
  event,
  notes: [note as Note],
  commands: [],
  state: 'a',
});

describe.each(sentences)('%s', (text, reason, event = wake) => {
  const now = reworded[text] ?? text;

  test('is the sentence of its code, or was', () => {
    expect(formatReason(reason)).toBe(now);
  });

  test('TRACE-1: is read where a release before codes wrote it', () => {
    expect(upgradeEntry(entryWith({ kind: 'because', text }, event)).notes).toEqual([reason]);
  });

  test('is shown beside the code, and read again', () => {
    const entry = entryWith(reason, event);
    const shown = showEntry(entry);
    expect(shown.notes[0]).toMatchObject({ kind: 'because', code: reason.kind, text: now });
    expect(JSON.stringify(upgradeEntry(shown))).toBe(JSON.stringify(entry));
  });
});

/** A user finds the code in the note, so that a few notes of web services grow: their sentence was the network's own. */
test('a note takes no more room than the sentence did, but where a fact stands beside it', () => {
  const grown = sentences.filter(
    ([text, reason]) => JSON.stringify(reason).length > JSON.stringify({ kind: 'because', text }).length,
  );
  expect(new Set(grown.map(([, { kind }]) => kind))).toEqual(
    new Set(['asks', 'timeout', 'unreachable', 'egress_denied', 'hours', 'legacy_note']),
  );
});

test('TRACE-1: a code of a later release is read as its sentence', () => {
  for (const code of ['later', 'ignored']) {
    const note = { kind: 'because', code, why: 'later', text: 'something new' };
    expect(upgradeEntry(entryWith(note)).notes).toEqual([{ kind: 'legacy_note', text: 'something new' }]);
  }
});

test('an entry without anything older in it is read as the very same', () => {
  const entry = entryWith({ kind: 'no_input' });
  expect(upgradeEntry(entry)).toBe(entry);
});

test('an ignored event is known by its cause', () => {
  const note: Note = { kind: 'ignored', why: 'repeated' };
  expect([isIgnored(note), isIgnored(note, 'repeated'), isIgnored(note, 'routine')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isIgnored({ kind: 'says', text: 'ignored: nothing depends on it' })).toBe(false);
});

test('attempts to answer fail in two ways', () => {
  const missed = sentences.flatMap(([, reason]) => findMiss(reason) ?? []);
  expect(missed).toEqual(['no_input', 'no_match', 'no_match', 'no_match', 'no_match']);
});
