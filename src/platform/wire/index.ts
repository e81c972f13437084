export { isDoneCode, getDoneCodes, readCommandAnswer, readMeaning, readVoiceId } from './command-answer.ts';
export { decryptNotification, encryptNotification, type Encryption } from './encryption.ts';
export { errorCatalogue, type CatalogueEntry } from './error-catalogue.ts';
export { readError, getRetryGuidance } from './errors.ts';
export type { EndReason, PlatformEvent, VoiceId } from '../../call/index.ts';
export { toFields, toText, parseJson, type Fields, type NotANotification } from './fields.ts';
export { decodeNotifications, MAX_NOTIFICATIONS, UNDECRYPTABLE } from './notification-bodies.ts';
export {
  parseNotification,
  readSentAt,
  splitNotifications,
  type Notification,
  type ParsedNotification,
} from './notification.ts';
export {
  groupDeliveries,
  parseSmsNotification,
  type DeliveryReport,
  type ParsedSmsNotification,
  type SmsEvent,
  type SmsNotice,
} from './sms-notification.ts';
export { toBroadcastRequest, isAboutCallOnly, getService, toRequest, type RequestTarget } from './request.ts';
export {
  parseVideoNotification,
  type ParsedVideoNotification,
  type RoomEvent,
  type VideoEvent,
} from './video-notification.ts';
