export { readRecording, toRecordedCall, writeRecording } from './recorded-call.ts';
export type { RecordedCall, Recording } from './recorded-call.ts';
export { readCallFrom, readRecordingFrom, readVersion } from './read-recording.ts';
export {
  createFictitiousNumber,
  mapLeaves,
  redactValue,
  createRedactor,
  STAND_IN,
  redactCall,
  SHORTEST,
  toSpacedPattern,
  toWritableNumber,
} from './redact.ts';
