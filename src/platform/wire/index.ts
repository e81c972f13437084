export { isDoneCode, getDoneCodes, readCommandAnswer, readVoiceId } from './command-answer.ts';
export { decryptNotification, encryptNotification } from './encryption.ts';
export type { Encryption } from './encryption.ts';
export { errorCatalogue } from './error-catalogue.ts';
export type { CatalogueEntry } from './error-catalogue.ts';
export { readError, getRetryGuidance } from './errors.ts';
export type { EndReason, PlatformEvent, VoiceId } from '../../call/index.ts';
export { toFields, toText, parseJson } from './fields.ts';
export type { Fields, NotANotification } from './fields.ts';
export { parseNotification, readSentAt, splitNotifications } from './notification.ts';
export type { Notification, ParsedNotification } from './notification.ts';
export { groupDeliveries, parseSmsNotification } from './sms-notification.ts';
export type { DeliveryReport, ParsedSmsNotification, SmsEvent, SmsNotice } from './sms-notification.ts';
export { toBroadcastRequest, isAboutCallOnly, getService, toRequest } from './request.ts';
export type { RequestTarget } from './request.ts';
export type {
  AcceptAnswer,
  AcceptRequest,
  ActionOnConnect,
  ActionErrorCode,
  BridgeDigitsNotification,
  BroadcastAnswer,
  BroadcastCompleteNotification,
  BroadcastRequest,
  CallAnswer,
  CallIdentity,
  CallRequest,
  CodedError,
  ConnectAnswer,
  ConnectRequest,
  CustomData,
  ErrorBody,
  FailedError,
  HangupAnswer,
  HoldAnswer,
  HoldRequest,
  JoinAnswer,
  NotificationFields,
  PlayAnswer,
  PlayRequest,
  RecordingAnswer,
  RecordingRequest,
  ResultError,
  Retry,
  StreamAnswer,
  StreamRequest,
  VoiceAnswer,
  VoiceNotification,
  WebClientTokenAnswer,
  WebClientTokenRequest,
} from '../../../schemas/types/voice.ts';
export type {
  IncomingSmsNotification,
  SendSmsAnswer,
  SendSmsQuery,
  SendSmsRequest,
  SmsAnswer,
  SmsAuthenticationError,
  SmsDeliveryEntry,
  SmsDeliveryNotification,
  SmsDeliveryStatus,
  SmsErrorBody,
  SmsNotification,
  SmsStatusAnswer,
  SmsStatusEntry,
  SmsSummary,
  SmsTokenAnswer,
  SmsTokenRequest,
} from '../../../schemas/types/sms.ts';
export { parseVideoNotification } from './video-notification.ts';
export type { ParsedVideoNotification, RoomEvent, VideoEvent } from './video-notification.ts';
export type {
  Archive,
  ArchivesAnswer,
  Cdr,
  CdrsAnswer,
  DialInAnswer,
  DialInNumber,
  DoneAnswer,
  Room,
  RoomAnswer,
  RoomData,
  RoomPermissions,
  RoomRecordingAnswer,
  RoomRequest,
  RoomRole,
  RoomsAnswer,
  RoomSettings,
  RoomSip,
  RoomTokenAnswer,
  RoomTokenRequest,
  RoomUpdate,
  RoomUser,
  RoomUsersAnswer,
  VideoAnswer,
  VideoError,
  VideoNotification,
  VideoNumericError,
} from '../../../schemas/types/video.ts';
