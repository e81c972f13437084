export {
  answerLine,
  bridgeLine,
  countReports,
  letRingOn,
  overLine,
  quietLine,
  reportTime,
  RING_MS,
  stopCalling,
  stopMessage,
  unbridgeLine,
} from './line.ts';
export type { Line } from './line.ts';
export { isAudible } from './spoken-time.ts';
export { beginLeap, makeLeap, mayFail, UNHELPED } from './situation.ts';
export type { Leap, SentCommand, Situation, Start } from './situation.ts';
