export { abandon, advance, begin, findNextDeadline, type Advance } from './advance.ts';
export type { Beginning } from './create-context.ts';
export { turnAway } from './turn-away.ts';
export { commandTraits } from './commands.ts';
export type {
  Command,
  CommandAction,
  CommandAnswer,
  CommandKind,
  Media,
  OnConnect,
  SpeechTimes,
} from './commands.ts';
export type {
  CallEvent,
  CommandFailure,
  RefusalMeaning,
  Delivery,
  EndReason,
  EngineEvent,
  PlatformEvent,
} from './events.ts';
export {
  callId,
  callOfCommand,
  commandId,
  commandNumber,
  DEFAULT_PROJECT,
  flowVersion,
  projectId,
  voiceId,
} from './ids.ts';
export type { CallId, CommandId, FlowVersion, ProjectId, VoiceId } from './ids.ts';
export { findAwaitedCommand } from './held-deadlines.ts';
export { beginsConversation, impliesAnswer } from './leg.ts';
export { BRIDGE_LIMIT, LIMIT } from './limits.ts';
export type { CallContext, CallFacts, CallRecord, Fault, Input, Leg } from './record.ts';
export { isNewerRecord } from './record-formats.ts';
export { readRecord, writeRecord } from './stored-record.ts';
export { AFTER } from './stored-timers.ts';
export { findFlowBefore, qualifyStep, type TraceEntry } from './trace.ts';
export { FINALIZER_END, isIgnored, findMiss, type Note } from './notes.ts';
export { formatReason, isReason, showEntry, showNote, type ShownEntry, type ShownNote } from './note-text.ts';
export { readTraceEntry, upgradeEntry } from './stored-trace.ts';
export type { WebAnswer, WebRequest } from './web.ts';
export { maskUrl } from './web-request.ts';
export { decide, maskKeys } from './keys.ts';
export { isBeyondCall, isObsolete, mustReportWithdrawal, WITHDRAWN } from './obsolete.ts';
export { CALL_RESULTS, readResult, toListing, summarize } from './summary.ts';
export type { CallSummary } from './summary.ts';
export { findUnsupported, UNSUPPORTED } from './unsupported.ts';
export { remoteNumber, toDigits } from './numbers.ts';
export { findRequiredParams, readParams } from './params.ts';
export { findReprompt } from './actions/media-actions.ts';
export { runnable, type Move, type RunnableFlow, type RunnablePart } from './runnable-flow.ts';
export { countCharacters, MAX_SPEECH_CHARS, splitSpeech, toSpokenText } from './spoken/speech.ts';
export { escapeXml } from './spoken/spoken.ts';
export { decodeXml } from '../language/text/index.ts';
export { toUtterance } from './spoken/synthesis.ts';
export { renderConstantPrompt } from './render.ts';
export { selectLanguage, understand } from './spoken/utterance.ts';
