/** What an event says of the line itself, whatever the flow makes of it. */
import type { CallEvent } from './events.ts';
import type { CallContext } from './record.ts';

/** The platform's word for a call that is recorded already. */
const ALREADY_RECORDING = '408';

/** The context with what is known of recording and hold after an event. */
export function afterEvent(context: CallContext, event: CallEvent): CallContext {
  switch (event.type) {
    case 'recording':
      return recorded(withRecording(context, event.state === 'started'), event.url);
    case 'disconnected':
      return recorded(context, event.recordingUrl);
    case 'command_failed':
      return undone(context, event);
    default:
      return context;
  }
}

function recorded(context: CallContext, recordingUrl: string | undefined): CallContext {
  return recordingUrl === undefined ? context : { ...context, call: { ...context.call, recordingUrl } };
}

/** What was asked for was taken for done. */
function undone(context: CallContext, { kind, failure }: Extract<CallEvent, { type: 'command_failed' }>) {
  if (kind === 'record') return withRecording(context, failure.code === ALREADY_RECORDING);
  if (kind !== 'hold') return context;
  return { ...context, line: { ...context.line, isHeld: !context.line.isHeld } };
}

function withRecording(context: CallContext, isRecording: boolean): CallContext {
  return { ...context, line: { ...context.line, isRecording } };
}
