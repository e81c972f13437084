/** Data that the control API shows, without behavior, shared by the platform model and the pages in the browser. */
export {
  happeningKinds,
  type Happening,
  type Interruption,
  type JournalEntry,
  type Listener,
  type RoomHappening,
} from './happening.ts';
export type {
  CallView,
  Coding,
  NumberView,
  ParticipantView,
  PhoneView,
  ReceivedSms,
  RoomView,
} from './views.ts';
