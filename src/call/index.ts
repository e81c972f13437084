export type { Command, CommandAction, CommandKind, Media, OnConnect } from './commands.ts';
export type { CallEvent, CommandFailure, EndReason, EngineEvent, PlatformEvent } from './events.ts';
export { callId, commandId, commandNumber, flowVersion, projectId, voiceId } from './ids.ts';
export type { CallId, CommandId, FlowVersion, ProjectId, VoiceId } from './ids.ts';
export type { CallContext, CallFacts, CallRecord, Fault, Input, Leg, Road } from './record.ts';
export type { Note, TraceEntry } from './trace.ts';
