export { exportScenario } from './export.ts';
export type { Exported, ExportOptions, Replayed } from './export.ts';
export { latenessOf, partingOf, plainTrace } from './plain-trace.ts';
export type { Parting, PlainEntry } from './plain-trace.ts';
export { readRecording, recordedCall, writeRecording } from './recorded-call.ts';
export type { RecordedCall, Recording } from './recorded-call.ts';
export { partingInWords } from './remarks.ts';
export { withoutNumbers } from './redact.ts';
