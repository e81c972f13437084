/** A call as the platform told of it, event by event, at times that no model of the platform would give. */
import { advance, begin, callId, commandId, projectId, runnable } from '../../../src/call/index.ts';
import type { CallEvent } from '../../../src/call/index.ts';
import type { CompiledFlow } from '../../../src/language/model/index.ts';
import { toRecordedCall } from '../../../src/verification/recording/index.ts';

import type { RecordedCall } from '../../../src/verification/recording/index.ts';

const STARTED_AT = Date.parse('2026-01-05T09:00:00Z');
const ID = callId('default.of-events');

type Untimed<Event> = Event extends CallEvent ? Omit<Event, 'at'> : never;

/** An event with the ms after the beginning at which it came, and the number of the play that it is about. */
export type Told = [afterMs: number, event: Untimed<CallEvent>, play?: number];

/** The recorded call of which these events were told, an inbound one. */
export function callOfEvents(flow: CompiledFlow, events: readonly Told[]): RecordedCall {
  const ready = runnable(flow);
  const begun = begin(ready, {
    ...{ id: ID, project: projectId('default'), direction: 'inbound', at: STARTED_AT },
    ...{ from: '+4915112345678', to: '+4930555000' },
  });
  let { record } = begun;
  const trace = [begun.trace];
  for (const [afterMs, event, play] of events) {
    const about = play !== undefined && { promptRef: commandId(ID, play) };
    const made = advance(ready, record, { ...event, ...about, at: STARTED_AT + afterMs });
    record = made.record;
    trace.push(made.trace);
  }
  return toRecordedCall(record, trace);
}
