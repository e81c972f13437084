/**
 * The entry point `ringflow/platform`: the client of the platform, functions that read its notifications, and all
 * types.
 */
export { createPlatformClient, InvalidRequestError } from './platform/client/index.ts';
export type {
  BroadcastCalls,
  CallOptions,
  Credentials,
  Download,
  Period,
  PlatformClient,
  PlatformClientOptions,
  PostOptions,
  Problem,
  Service,
  SmsClient,
  Tolerant,
  VideoClient,
  VoiceClient,
} from './platform/client/index.ts';
export { OperationalError, PlatformError } from './engine/ports/index.ts';
export {
  decryptNotification,
  errorCatalogue,
  parseNotification as parseVoiceNotification,
  parseSmsNotification,
  parseVideoNotification,
  splitNotifications,
} from './platform/wire/index.ts';
export type {
  ActionOnConnect,
  Archive,
  BroadcastRequest,
  CallRequest,
  CatalogueEntry,
  Cdr,
  ConnectRequest,
  DeliveryReport,
  EndReason,
  NotANotification,
  Notification as VoiceNotification,
  ParsedNotification as ParsedVoiceNotification,
  ParsedSmsNotification,
  ParsedVideoNotification,
  PlatformEvent as VoiceEvent,
  PlayRequest,
  Room,
  RoomEvent,
  RoomRequest,
  RoomTokenRequest,
  RoomUpdate,
  RoomUser,
  SendSmsRequest,
  SmsDeliveryStatus,
  SmsEvent,
  SmsNotice,
  SmsStatusAnswer,
  VideoEvent,
  VoiceId,
} from './platform/wire/index.ts';
