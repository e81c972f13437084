export { readRecording, toRecordedCall, writeRecording } from './recorded-call.ts';
export type { RecordedCall, Recording } from './recorded-call.ts';
export { readRecordingFrom, readVersion } from './recording-of.ts';
export type { RecordingSource } from './recording-of.ts';
export { createFictitiousNumber, redactValue, createRedactor, STAND_IN, redactCall, toWritableNumber } from './redact.ts';
