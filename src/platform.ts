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
export { OperationalError, CarrierError } from './engine/ports/index.ts';
export {
  decryptNotification,
  errorCatalogue,
  parseNotification as parseVoiceNotification,
  parseSmsNotification,
  parseVideoNotification,
  splitNotifications,
} from './platform/wire/index.ts';
export type {
  CatalogueEntry,
  DeliveryReport,
  EndReason,
  NotANotification,
  Notification as VoiceNotification,
  ParsedNotification as ParsedVoiceNotification,
  ParsedSmsNotification,
  ParsedVideoNotification,
  PlatformEvent as VoiceEvent,
  RoomEvent,
  SmsEvent,
  SmsNotice,
  VideoEvent,
  VoiceId,
} from './platform/wire/index.ts';
export type {
  ActionOnConnect,
  BroadcastRequest,
  CallRequest,
  ConnectRequest,
  PlayRequest,
} from '../schemas/types/voice.ts';
export type { SendSmsRequest, SmsDeliveryStatus, SmsStatusAnswer } from '../schemas/types/sms.ts';
export type {
  Archive,
  Cdr,
  Room,
  RoomRequest,
  RoomTokenRequest,
  RoomUpdate,
  RoomUser,
} from '../schemas/types/video.ts';
