export type { CdrSink } from './cdr-sink.ts';
export { compareNewestFirst, cutPage, readSpan } from './call-list.ts';
export type {
  CallFilter,
  CallList,
  CallListing,
  CallPage,
  CallState,
  EndedCalls,
  Place,
  Span,
} from './call-list.ts';
export type {
  CallStore,
  Claimed,
  Commit,
  CommitResult,
  DueCalls,
  Lane,
  NodeId,
  StoredCall,
} from './call-store.ts';
export type { Clock } from './clock.ts';
export {
  ALL_COUNTED,
  getBucketStart,
  splitPeriod,
  addUp,
  WIDER_WIDTHS,
  getWidest,
  WIDTH_MS,
} from './counts.ts';
export type {
  BucketAddition,
  Bucket,
  Counts,
  Flush,
  Period,
  Series,
  Sheet,
  BucketRange,
  Sum,
  WideWidth,
  Width,
} from './counts.ts';
export { EGRESS_DENIED, type Egress } from './egress.ts';
export { OperationalError, CarrierError, describeForbidden, NUMBER_REFUSED, refusalError } from './errors.ts';
export { FEED_RETENTION_MS, MIN_FEED_LENGTH, type Feed, type FeedEntry } from './feed.ts';
export type { Identity } from './identity.ts';
export type { Log } from './log.ts';
export { listCollections, type Change, type Document, type DocumentPage, type Registry } from './registry.ts';
export type { Destination, Routing } from './routing.ts';
export type { Secrets } from './secrets.ts';
export type { Spool, Spooled, SpoolState } from './spool.ts';
export { forwardStore, type FlowStore, type Store } from './store.ts';
export type { Turn, TurnLimit, Turns } from './turns.ts';
export type { Web } from './web.ts';
export type { Arrival } from './arrival.ts';
export type {
  Broadcast,
  Carrier,
  CommandResult,
  CommandTarget,
  EventSink,
  EventSocket,
  LiveCall,
  Recordings,
  WebhookReading,
  WebhookRequest,
  Webhooks,
  WebSocketLike,
} from './carrier.ts';
export { PLATFORM, replacePerform } from './carrier.ts';
export type { Recognizer, SpeechFiles, Synthesizer, Utterance } from './speech.ts';
