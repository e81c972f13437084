/** What becomes of each method of SWML. The first of `theirs` identifies the row. */
import type { MappingRow } from '../project/index.ts';

export const mapping: readonly MappingRow[] = [
  { theirs: ['answer'], ours: '`accept`', grade: 'exact' },
  {
    theirs: ['play'],
    detail: '`say:`, an address, a list of these, `silence:`; `ring:` is not played',
    ours: '`say`, `pause`, `wait`',
    grade: 'exact',
  },
  {
    theirs: ['prompt'],
    detail: 'one key',
    ours: '`menu` with `attempts: 1`; its ways for silence and other keys are `silent` and `exhausted`',
    grade: 'exact',
  },
  {
    theirs: ['prompt: digits'],
    detail: '`max_digits` above 1, `terminators`',
    ours: '`collect` with `attempts: 1`',
    grade: 'near',
    reason: 'STAR_AND_POUND',
  },
  {
    theirs: ['prompt: speech'],
    detail: 'any speech option turns keys off unless an option for keys stands beside it',
    ours: '`menu` with the words that are tested, and the hints, as `phrases`; `collect: { type: text }` if none is',
    grade: 'near',
    reason: 'SPEECH_TEXT',
  },
  { theirs: ['switch'], detail: 'blocks fall through', ours: '`switch` with `cases`', grade: 'exact' },
  { theirs: ['cond'], detail: 'blocks fall through', ours: '`switch` with conditions', grade: 'exact' },
  {
    theirs: ['goto'],
    detail: '`when`, `max`',
    ours: '`next`, `switch`, a counter for `max`',
    grade: 'exact',
  },
  { theirs: ['label'], ours: 'the name of the step below', grade: 'exact' },
  { theirs: ['set'], ours: '`set`', grade: 'exact' },
  { theirs: ['unset'], ours: '`set` to the initial value', grade: 'exact' },
  {
    theirs: ['execute'],
    detail: 'a section; `result` and `on_return` as well',
    ours: '`next` to its first step, and back from its last one: sections share their variables',
    grade: 'exact',
  },
  { theirs: ['return'], ours: '`next` to the step behind `execute`, or `hangup`', grade: 'exact' },
  { theirs: ['transfer'], detail: 'to a section', ours: '`next`', grade: 'exact' },
  {
    theirs: ['execute: elsewhere', 'transfer: elsewhere'],
    detail: 'a document at an address, or a resource of the space',
    grade: 'stub',
    reason: 'REMOTE_DOCUMENT',
  },
  {
    theirs: ['execute: missing', 'transfer: missing'],
    detail: 'a section that the document lacks',
    grade: 'stub',
    reason: 'SUBFLOW_ELSEWHERE',
  },
  { theirs: ['hangup'], ours: '`hangup`', grade: 'exact' },
  { theirs: ['sleep'], detail: 'milliseconds', ours: '`wait`', grade: 'exact' },
  {
    theirs: ['connect'],
    detail: '`to`, `serial`; rings 60 s',
    ours: '`connect`; busy, no answer and failed share a way, `unreached`',
    grade: 'exact',
  },
  {
    theirs: ['connect: parallel'],
    ours: '`connect` to one after the other',
    grade: 'near',
    reason: 'PARALLEL_DIAL',
  },
  {
    theirs: ['connect: options'],
    detail: '`confirm`, `headers`, `ringback`, `max_duration`',
    ours: '`connect`',
    grade: 'near',
    reason: 'CONNECT_OPTIONS',
  },
  {
    theirs: ['connect: queue', 'enter_queue'],
    ours: '`connect` to its number',
    grade: 'near',
    reason: 'QUEUE',
  },
  { theirs: ['connect: stream', 'stream'], ours: '`stream: { to: … }`', grade: 'exact' },
  { theirs: ['request'], detail: 'with `timeout`', ours: '`http`', grade: 'exact' },
  {
    theirs: ['request: endless'],
    detail: 'without `timeout`, the original waits without a limit',
    ours: '`http` with `timeout: 60s`',
    grade: 'near',
    reason: 'REQUEST_TIMEOUT',
  },
  { theirs: ['send_sms'], ours: '`sms`', grade: 'near', reason: 'SMS_TEMPLATE' },
  { theirs: ['send_sms: unanswered'], detail: 'without answers', grade: 'stub', reason: 'SMS_TEMPLATE' },
  {
    theirs: ['tap'],
    detail: 'to a WebSocket',
    ours: '`stream: { start: … }`',
    grade: 'near',
    reason: 'OPTION_WITHOUT_EFFECT',
    note: 'The stream has both directions.',
  },
  { theirs: ['tap: rtp'], detail: 'to an RTP address', grade: 'stub', reason: 'TRANSCRIPTION' },
  {
    theirs: ['record_call', 'stop_record_call'],
    ours: '`record` on the outcome `bridged` of each `connect` that follows',
    grade: 'near',
    reason: 'RECORDS_BRIDGED_ONLY',
  },
  { theirs: ['record'], grade: 'stub', reason: 'VOICEMAIL' },
  { theirs: ['ai', 'ai_sidecar', 'amazon_bedrock'], grade: 'stub', reason: 'AI_AGENT' },
  { theirs: ['detect_machine'], grade: 'stub', reason: 'AMD' },
  { theirs: ['pay'], grade: 'stub', reason: 'PAYMENT' },
  { theirs: ['live_transcribe', 'live_translate'], grade: 'stub', reason: 'TRANSCRIPTION' },
  { theirs: ['send_digits'], grade: 'stub', reason: 'DIGITS_PLAYED' },
  {
    theirs: ['join_conference', 'join_room', 'sip_refer', 'receive_fax', 'send_fax', 'bind_digit'],
    grade: 'stub',
    reason: 'UNKNOWN_NODE',
  },
  { theirs: ['unknown'], detail: 'any other method', grade: 'stub', reason: 'UNKNOWN_NODE' },
  {
    theirs: ['denoise', 'stop_denoise', 'user_event', 'clear_digit_bindings', 'stop_tap'],
    grade: 'dropped',
    reason: 'AGENT_SIDE_FLOW',
  },
];

const byWord = new Map(mapping.flatMap((row) => row.theirs.map((word) => [word, row] as const)));

/** Returns the row of a construct. */
export function findRow(construct: string): MappingRow {
  return byWord.get(construct) ?? { theirs: [construct], grade: 'stub', reason: 'UNKNOWN_NODE' };
}
