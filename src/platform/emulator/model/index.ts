export { createPlatformModel, type Control, type PlatformModel } from './platform-model.ts';
export { MediaBody, type WireAnswer, type WireRequest } from './rest/answers.ts';
export { isLoopback, isNestedWithin } from './rest/fields.ts';
export type { Fault } from './rest/faults.ts';
export { happeningKinds, type CallView, type Happening, type JournalEntry } from '../views/index.ts';
export type { JournalReader } from './journal/journal.ts';
export { sampleRate, createSilence, createTone } from './voice/media/audio.ts';
export type { StreamOrder } from './voice/media/streams.ts';
export type { MissedNotification, WebhookError } from './voice/webhook-errors.ts';
export type { StreamDesk } from './voice/media/stream-desk.ts';
export type { People } from './voice/people.ts';
export type { RoomOutcome, RoomPeople } from './video/people.ts';
export type { VideoSettings } from './video/settings.ts';
export { routeNames } from './rest/routes.ts';
export {
  completeSettings,
  profileNames,
  type Act,
  type DtmfSettings,
  type CompleteSettings,
  type EmulatorSettings,
  type Party,
  type ProfileName,
  type ProvisionedNumber,
} from './settings.ts';
export type { DeliverySettings, Project, Webhooks } from './project.ts';
export type { Delivery } from './world.ts';
export type { IncomingText, Phones } from './sms/phones.ts';
export type { Campaign, Phone, Sender, SmsSettings, Template } from './sms/settings.ts';
export { redactUrls } from './journal/redact.ts';
