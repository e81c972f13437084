/** What a program gets from `ringflow/platform`: the client of the whole platform, its errors and its types. */
export { createPlatformClient, InvalidRequestError } from './adapters/platform-http/index.ts';
export type {
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
} from './adapters/platform-http/index.ts';
export { OperationalError, PlatformError } from './ports/index.ts';
export { errorCatalogue } from './wire/index.ts';
export type {
  ActionOnConnect,
  Archive,
  BroadcastRequest,
  CallRequest,
  CatalogueEntry,
  Cdr,
  ConnectRequest,
  PlayRequest,
  Room,
  RoomRequest,
  RoomTokenRequest,
  RoomUpdate,
  RoomUser,
  SendSmsRequest,
  SmsStatusAnswer,
} from './wire/index.ts';
