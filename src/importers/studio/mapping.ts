/** Widgets of Twilio Studio and their counterparts. */
import type { MappingRow } from '../project/index.ts';

export const mapping: readonly MappingRow[] = [
  { theirs: ['trigger'], ours: 'the first step', grade: 'exact' },
  { theirs: ['say-play'], detail: 'a text or an audio file', ours: '`say`', grade: 'exact' },
  {
    theirs: ['say-play digits'],
    detail: 'key tones (`digits`)',
    grade: 'stub',
    reason: 'DIGITS_PLAYED',
  },
  {
    theirs: ['gather-input-on-call'],
    detail: 'keys',
    ours: '`menu` if the keys are compared with single keys, else `collect`; each with one attempt',
    grade: 'exact',
  },
  {
    theirs: ['gather-input-on-call speech'],
    detail: '“user said something”',
    ours: '`phrases`: the words that the flow compares',
    grade: 'near',
    reason: 'SPEECH_TEXT',
  },
  {
    theirs: ['gather-input-on-call speech'],
    detail: '“user said something” whose words no test compares',
    ours: 'keys alone',
    grade: 'near',
    reason: 'SPEECH_UNTESTED',
  },
  { theirs: ['split-based-on'], ours: '`switch`', grade: 'exact' },
  {
    theirs: ['split-based-on time'],
    detail: 'by time or date, or by an expression without a counterpart',
    grade: 'stub',
    reason: 'LIQUID_LOGIC',
  },
  { theirs: ['set-variables'], ours: '`set`', grade: 'exact' },
  {
    theirs: ['set-variables json'],
    detail: 'JSON objects',
    ours: 'a variable for each field that is read',
    grade: 'near',
    reason: 'LIST',
  },
  { theirs: ['make-http-request'], ours: '`http` with `timeout: 10s`', grade: 'exact' },
  { theirs: ['run-function'], ours: '`http`', grade: 'near', reason: 'FUNCTION_AS_HTTP' },
  {
    theirs: ['connect-call-to'],
    detail: 'a number or a SIP address',
    ours: '`connect`; with recording, `record` once they talk',
    grade: 'exact',
  },
  {
    theirs: ['connect-call-to several'],
    detail: 'several numbers at once',
    ours: '`connect` with a list',
    grade: 'near',
    reason: 'PARALLEL_DIAL',
  },
  {
    theirs: ['connect-call-to client'],
    detail: 'a client, a SIM or a conference',
    grade: 'stub',
    reason: 'CONNECT_OPTIONS',
  },
  { theirs: ['run-subflow'], detail: 'among the files', ours: '`run`', grade: 'exact' },
  {
    theirs: ['run-subflow elsewhere'],
    detail: 'not among the files',
    ours: '`run` of a flow that is to be written',
    grade: 'near',
    reason: 'SUBFLOW_ELSEWHERE',
  },
  { theirs: ['fork-stream'], detail: 'to a WebSocket', ours: '`stream`', grade: 'exact' },
  {
    theirs: ['fork-stream connector'],
    detail: 'to a connector, or by SIPREC',
    grade: 'stub',
    reason: 'TRANSCRIPTION',
  },
  { theirs: ['send-to-flex', 'enqueue-call'], ours: '`connect`', grade: 'near', reason: 'QUEUE' },
  { theirs: ['send-message'], ours: '`sms`', grade: 'near', reason: 'SMS_TEMPLATE' },
  {
    theirs: ['send-and-wait-for-reply'],
    ours: '`sms`, then `wait: { for: message }`',
    grade: 'near',
    reason: 'SMS_TEMPLATE',
  },
  {
    theirs: ['record-call'],
    ours: '`record` once a second person talks',
    grade: 'near',
    reason: 'RECORDS_BRIDGED_ONLY',
  },
  { theirs: ['record-voicemail'], grade: 'stub', reason: 'VOICEMAIL' },
  { theirs: ['capture-payments'], grade: 'stub', reason: 'PAYMENT' },
  {
    theirs: ['connect-virtual-agent', 'connect-virtual-agent-v2', 'send-to-auto-pilot'],
    grade: 'stub',
    reason: 'AI_AGENT',
  },
  {
    theirs: ['conversation-relay', 'connect-conversation-relay', 'ai-assistant'],
    grade: 'stub',
    reason: 'AI_AGENT',
  },
  { theirs: ['add-twiml-redirect'], grade: 'stub', reason: 'REMOTE_DOCUMENT' },
  {
    theirs: ['make-outgoing-call-v2 of a request', 'make-outgoing-call of a request'],
    detail: 'in a flow that only requests begin',
    ours: 'nothing: the API places the call of the flow',
    grade: 'near',
    reason: 'OUTGOING_CALL',
  },
  {
    theirs: ['make-outgoing-call-v2', 'make-outgoing-call'],
    detail: 'a second call',
    grade: 'stub',
    reason: 'OUTGOING_CALL',
  },
];

/** Returns the row of a construct; undefined if nobody knows it. */
export function findRow(construct: string): MappingRow | undefined {
  return mapping.find(({ theirs }) => theirs.includes(construct));
}
