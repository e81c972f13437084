export { readRecording, recordedCall, writeRecording } from './recorded-call.ts';
export type { RecordedCall, Recording } from './recorded-call.ts';
export { recordingOf, versionIn } from './recording-of.ts';
export type { RecordingSource } from './recording-of.ts';
export { fictitious, redacted, redactor, STAND_IN, withoutNumbers, writable } from './redact.ts';
