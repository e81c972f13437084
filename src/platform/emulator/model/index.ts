export { createPlatformModel } from './platform-model.ts';
export type { CallView, Control, PlatformModel } from './platform-model.ts';
export { MediaBody } from './answers.ts';
export type { WireAnswer, WireRequest } from './answers.ts';
export { isLoopback } from './fields.ts';
export { isNestedWithin } from './fields.ts';
export type { Webhooks } from './directory.ts';
export type { Fault } from './faults.ts';
export { happeningKinds } from './happening.ts';
export type { Happening, Interruption, JournalEntry, Listener } from './happening.ts';
export type { JournalReader } from './journal.ts';
export { sampleRate, silence, toneFrom } from './voice/audio.ts';
export type { StreamOrder } from './voice/streams.ts';
export type { Missed, WebhookError } from './voice/webhook-errors.ts';
export type { StreamDesk } from './voice/stream-desk.ts';
export type { People } from './voice/people.ts';
export type { ParticipantView, RoomOutcome, RoomPeople, RoomView } from './video/people.ts';
export type { VideoSettings } from './video/settings.ts';
export { routeNames } from './routes.ts';
export { completeSettings, profileNames } from './settings.ts';
export type {
  Act,
  DtmfSettings,
  CompleteSettings,
  DeliverySettings,
  EmulatorSettings,
  Party,
  ProfileName,
  Project,
  ProvisionedNumber,
} from './settings.ts';
export type { Delivery } from './world.ts';
export type { IncomingText, Phones, PhoneView, ReceivedSms } from './sms/phones.ts';
export type { Campaign, Phone, Sender, SmsSettings, Template } from './sms/settings.ts';
export { hideAddressSecrets } from './shown-body.ts';
