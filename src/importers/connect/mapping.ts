/** What becomes of each block of Amazon Connect. The first of `theirs` is its type in the flow language, then the old export's. */
import type { MappingRow } from '../project/index.ts';

export const mapping: readonly MappingRow[] = [
  { theirs: ['MessageParticipant', 'PlayPrompt'], detail: 'text or SSML', ours: '`say`', grade: 'exact' },
  {
    theirs: ['MessageParticipant: PromptId'],
    detail: 'a prompt of the library, or audio in a bucket',
    ours: '`say: { stored: … }` or `{ url: … }`',
    grade: 'near',
    reason: 'PROMPT_LIBRARY',
  },
  {
    theirs: ['GetParticipantInput', 'GetUserInput'],
    detail: 'without storing: one key, one way',
    ours: '`menu` with `attempts: 1`; `silent` and `exhausted` are its ways for silence and other keys',
    grade: 'exact',
  },
  {
    theirs: ['GetParticipantInput: StoreInput', 'StoreUserInput', 'StoreCustomerInput'],
    detail: 'digits are stored; silence stores the text `Timeout`',
    ours: '`collect` with `attempts: 1`, `type: phone` for phone numbers, a `secret` variable if it is encrypted',
    grade: 'exact',
  },
  {
    theirs: ['ConnectParticipantWithLexBot', 'GetUserInput with a bot'],
    detail: 'ways for intents, no slots',
    ours: '`menu` whose choices have the names of the intents as `phrases`; `FallbackIntent` is `exhausted`',
    grade: 'near',
    reason: 'NLU_BOT',
  },
  {
    theirs: ['ConnectParticipantWithLexBot: slots'],
    detail: 'a bot that fills slots, or has no intents',
    grade: 'stub',
    reason: 'AI_AGENT',
  },
  { theirs: ['ConnectParticipantWithAgenticCX'], grade: 'stub', reason: 'AI_AGENT' },
  { theirs: ['Compare', 'CheckAttribute'], ours: '`switch`', grade: 'exact' },
  { theirs: ['UpdateContactAttributes', 'SetAttributes', 'SetScreenPop'], ours: '`set`', grade: 'exact' },
  { theirs: ['UpdateFlowAttributes'], ours: '`set`', grade: 'exact' },
  {
    theirs: ['Loop'],
    ours: '`switch` and `set` of a counter, or the `attempts` of a question',
    grade: 'exact',
  },
  {
    theirs: ['Wait'],
    detail: 'takes its way for errors on a call',
    ours: 'the way for errors',
    grade: 'exact',
  },
  { theirs: ['TransferToFlow', 'Transfer: Flow'], ours: '`goto: { flow: … }`', grade: 'exact' },
  { theirs: ['InvokeFlowModule'], ours: '`run`', grade: 'exact' },
  {
    theirs: ['TransferToFlow: elsewhere', 'InvokeFlowModule: elsewhere'],
    detail: 'the flow is not among the files',
    ours: '`goto` or `run` with a flow that you write, or name in the answers',
    grade: 'near',
    reason: 'SUBFLOW_ELSEWHERE',
  },
  {
    theirs: ['TransferToFlow: computed', 'InvokeFlowModule: computed'],
    detail: 'the flow is named by a variable',
    grade: 'stub',
    reason: 'FLOW_CHOSEN_AT_RUN_TIME',
  },
  { theirs: ['DisconnectParticipant', 'Disconnect'], ours: '`hangup`', grade: 'exact' },
  { theirs: ['EndFlowExecution', 'ResumeContact'], ours: '`hangup`', grade: 'exact' },
  { theirs: ['EndFlowModuleExecution'], ours: '`return`', grade: 'exact' },
  {
    theirs: ['InvokeLambdaFunction', 'InvokeExternalResource'],
    ours: '`http`',
    grade: 'near',
    reason: 'LAMBDA_AS_HTTP',
  },
  {
    theirs: ['CheckHoursOfOperation'],
    ours: '`hours`, with the times of the answers',
    grade: 'near',
    reason: 'SCHEDULES_ELSEWHERE',
  },
  {
    theirs: ['CheckHoursOfOperation: unanswered'],
    detail: 'without answers',
    grade: 'stub',
    reason: 'SCHEDULES_ELSEWHERE',
  },
  {
    theirs: ['UpdateContactTargetQueue', 'SetQueue'],
    ours: 'the `to` of the next `connect`',
    grade: 'near',
    reason: 'QUEUE',
  },
  {
    theirs: ['TransferContactToQueue', 'Transfer: Queue', 'CustomerInQueue'],
    ours: '`connect`',
    grade: 'near',
    reason: 'QUEUE',
  },
  { theirs: ['DequeueContactAndTransferToQueue'], ours: '`connect`', grade: 'near', reason: 'QUEUE' },
  {
    theirs: ['TransferContactToAgent', 'Transfer: Agent'],
    ours: '`connect`',
    grade: 'near',
    reason: 'QUEUE',
  },
  { theirs: ['TransferParticipantToThirdParty', 'Transfer: PhoneNumber'], ours: '`connect`', grade: 'exact' },
  {
    theirs: ['UpdateContactTextToSpeechVoice', 'SetVoice'],
    ours: '`language`, or `languages` of the flow',
    grade: 'near',
    reason: 'VOICE_PER_FLOW',
  },
  {
    theirs: ['UpdateContactRecordingBehavior', 'SetRecordingBehavior'],
    ours: '`record` on the outcome `bridged` of `connect`',
    grade: 'near',
    reason: 'RECORDS_BRIDGED_ONLY',
  },
  {
    theirs: ['UpdateContactRecordingAndAnalyticsBehavior'],
    ours: '`record` on the outcome `bridged` of `connect`',
    grade: 'near',
    reason: 'RECORDS_BRIDGED_ONLY',
  },
  { theirs: ['CheckOutboundCallStatus'], ours: 'the way for a person', grade: 'near', reason: 'AMD' },
  {
    theirs: ['UpdateContactCallbackNumber', 'SetCallBackNumber'],
    ours: '`set`, after a `switch` that checks the number',
    grade: 'near',
    reason: 'CALLBACK_IN_QUEUE',
  },
  { theirs: ['CreateCallbackContact'], grade: 'stub', reason: 'CALLBACK_IN_QUEUE' },
  {
    theirs: ['CheckMetricData', 'CheckQueueStatus', 'CheckStaffing'],
    grade: 'stub',
    reason: 'QUEUE_METRICS',
  },
  { theirs: ['GetMetricData', 'GetQueueMetrics'], grade: 'stub', reason: 'QUEUE_METRICS' },
  { theirs: ['DistributeByPercentage', 'PercentileBranching'], grade: 'stub', reason: 'RANDOM_CHOICE' },
  { theirs: ['MessageParticipantIteratively', 'LoopPrompts'], grade: 'stub', reason: 'QUEUE' },
  { theirs: ['UpdateContactMediaStreamingBehavior'], grade: 'stub', reason: 'TRANSCRIPTION' },
  { theirs: ['ShowView'], grade: 'stub', reason: 'AGENT_DESKTOP' },
  { theirs: ['CreateTask'], grade: 'stub', reason: 'AGENT_DESKTOP' },
  { theirs: ['CreateCase', 'GetCase', 'UpdateCase'], grade: 'stub', reason: 'AGENT_DESKTOP' },
  {
    theirs: ['GetCustomerProfile', 'CreateCustomerProfile', 'UpdateCustomerProfile'],
    grade: 'stub',
    reason: 'AGENT_DESKTOP',
  },
  { theirs: ['SendMessage'], grade: 'stub', reason: 'SMS_TEMPLATE' },
  {
    theirs: ['UpdateFlowLoggingBehavior', 'SetLoggingBehavior'],
    grade: 'dropped',
    reason: 'AGENT_SIDE_FLOW',
  },
  {
    theirs: ['UpdateContactEventHooks', 'SetContactFlow', 'SetEventHook'],
    detail: 'flows for agents, and for callers who wait or are held',
    grade: 'dropped',
    reason: 'AGENT_SIDE_FLOW',
  },
  { theirs: ['TagContact', 'UnTagContact'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
  { theirs: ['UpdateContactData'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
  {
    theirs: ['UpdateContactRoutingBehavior', 'UpdateRoutingPriority', 'UpdateContactRoutingCriteria'],
    grade: 'dropped',
    reason: 'AGENT_SIDE_FLOW',
    note: 'The order of callers within a queue is that of the queue behind the number.',
  },
  { theirs: ['UpdatePreviousContactParticipantState'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
  { theirs: ['UpdateContactMediaProcessing'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
  { theirs: ['CreateWisdomSession'], grade: 'dropped', reason: 'AGENT_DESKTOP' },
  { theirs: ['CreatePersistentContactAssociation'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
];

const byName = new Map(mapping.flatMap((row) => row.theirs.map((name) => [name, row] as const)));

export const unknownRow: MappingRow = { theirs: ['(unknown)'], grade: 'stub', reason: 'UNKNOWN_NODE' };

/** Returns the row of a construct; that of unknown ones if there is none. */
export function findRow(name: string): MappingRow {
  return byName.get(name) ?? unknownRow;
}
