/* Generated from schemas/platform/sms.schema.json by `npm run generate`; do not edit. */

/**
 * Everything that crosses the wire between an application and the platform's SMS service (sms.md 2, 4, 5, 6, 7): requests, answers, notifications and error bodies. Where sms.md says "not shown", the description says "chosen" (docs/platform.md says why).
 */
export type SmsWire = SmsRequest | SendSmsQuery | SmsAnswer | SmsNotification | SmsErrorBody;
/**
 * The body of any SMS request (sms.md 4).
 */
export type SmsRequest = SendSmsRequest | SmsTokenRequest;
/**
 * Body of POST /sms/v1/messages/: either `to` or `recipient`, never both (sms.md 2.1, 4).
 */
export type SendSmsRequest = SmsOptions & (SmsToNumbers | SmsToRecipients);
/**
 * A time, with or without an offset (sms.md 2.1).
 */
export type SmsTime = string;
/**
 * A number in E.164: +, country code and subscriber number, nothing between (sms.md 8).
 */
export type SmsNumber = string;
/**
 * The body of any successful SMS answer (sms.md 2.2, 2.3, 5).
 */
export type SmsAnswer = SendSmsAnswer | SmsStatusAnswer | SmsTokenAnswer;
/**
 * Where a message stands (sms.md 3).
 */
export type SmsDeliveryStatus = 'sent' | 'delivered' | 'failed' | 'unknown';
/**
 * What the platform sends to an application's webhook (sms.md 6).
 */
export type SmsNotification = SmsDeliveryNotification | IncomingSmsNotification;
/**
 * The two envelopes in which a refusal comes (sms.md 7).
 */
export type SmsErrorBody = SmsAuthenticationError | SmsCodedError;

/**
 * What a send request carries beside its recipients (sms.md 2.1).
 */
export interface SmsOptions {
  /**
   * Sender id, or a phone number: short code or long code (sms.md 2.1).
   */
  from?: string;
  /**
   * Id of an approved template; its body becomes the text (sms.md 2.1).
   */
  template_id: string;
  /**
   * Campaign configured in the portal (sms.md 2.1).
   */
  campaign_id: string;
  /**
   * Kind of message; sms when absent (sms.md 2.1).
   */
  type?: 'sms' | 'binary';
  /**
   * Extra information, used only for binary messages (sms.md 2.1).
   */
  type_details?: {
    [k: string]: unknown;
  };
  /**
   * Seconds after which an undelivered message is discarded (sms.md 2.1).
   */
  validity?: number;
  /**
   * External reference data (sms.md 2.1).
   */
  reference?: string;
  /**
   * plain: GSM-7; unicode: UCS-2; auto: the first that fits (sms.md 2.1, 8).
   */
  data_coding?: 'plain' | 'unicode' | 'auto';
  /**
   * Shown on screen at once and not stored in the inbox; false when absent (sms.md 2.1).
   */
  flash_message?: boolean;
  /**
   * When to deliver, YYYY-MM-DDTHH:MM:SS; UTC where it names no offset (sms.md 2.1; zone chosen).
   */
  scheduled_at?: SmsTime;
  /**
   * The same with an offset, as in the sample body; read when scheduled_at is absent (sms.md 2.1; use chosen).
   */
  scheduled_dt?: SmsTime;
  /**
   * When the caller made the request, as in the sample body; not read (sms.md 2.1; chosen).
   */
  created_dt?: string;
}
/**
 * The same text for every number (sms.md 2.1).
 */
export interface SmsToNumbers {
  /**
   * Recipient numbers in E.164, with the leading + (sms.md 2.1, 8).
   *
   * @minItems 1
   * @maxItems 1000
   */
  to: SmsNumber[];
  data?: SmsTemplateData;
}
/**
 * Values merged once into the template for all numbers, one key per placeholder (sms.md 2.1).
 */
export interface SmsTemplateData {
  [k: string]: string | number | boolean;
}
/**
 * A text of its own for every recipient; `data` does not go with it (sms.md 2.1).
 */
export interface SmsToRecipients {
  /**
   * Recipients with their data for merging (sms.md 2.1, 8).
   *
   * @minItems 1
   * @maxItems 1000
   */
  recipient: SmsRecipient[];
}
/**
 * One recipient, with one key per placeholder of the template (sms.md 2.1).
 */
export interface SmsRecipient {
  /**
   * Recipient number in E.164, with the leading + (sms.md 2.1, 8).
   */
  to: SmsNumber;
  /**
   * Value of the placeholder of that name (sms.md 2.1).
   */
  name?: string;
  /**
   * Value of the placeholder of that name (sms.md 2.1).
   */
  amount?: string | number;
  /**
   * The caller's own reference for this recipient, echoed in status and notifications (sms.md 2.1, 2.3, 2.4).
   */
  uuid?: string;
  [k: string]: unknown;
}
/**
 * Body of POST /sms/v1/token; it needs no Authorization header (sms.md 5).
 */
export interface SmsTokenRequest {
  /**
   * App ID of the SMS project (sms.md 5).
   */
  app_id: string;
  /**
   * App Key of the SMS project (sms.md 5).
   */
  app_key: string;
}
/**
 * Query of GET /sms/v1/send-sms/: the fields of the POST form as text (sms.md 2.1, 4).
 */
export interface SendSmsQuery {
  /**
   * Sender id or phone number (sms.md 2.1).
   */
  from?: string;
  /**
   * Id of an approved template (sms.md 2.1).
   */
  template_id: string;
  /**
   * Campaign configured in the portal (sms.md 2.1).
   */
  campaign_id: string;
  /**
   * Recipient numbers, separated by commas; each + is sent as %2B (sms.md 2.1).
   */
  to?: string;
  /**
   * Recipients as JSON text (sms.md 2.1).
   */
  recipient?: string;
  /**
   * Template data as JSON text (sms.md 2.1).
   */
  data?: string;
  /**
   * sms or binary (sms.md 2.1).
   */
  type?: 'sms' | 'binary';
  /**
   * For binary messages, as JSON text (sms.md 2.1).
   */
  type_details?: string;
  /**
   * Seconds, as decimal text (sms.md 2.1).
   */
  validity?: string;
  /**
   * External reference data (sms.md 2.1).
   */
  reference?: string;
  /**
   * plain, unicode or auto (sms.md 2.1).
   */
  data_coding?: 'plain' | 'unicode' | 'auto';
  /**
   * true or false (sms.md 2.1).
   */
  flash_message?: 'true' | 'false';
  /**
   * When to deliver (sms.md 2.1).
   */
  scheduled_at?: string;
  /**
   * The same with an offset (sms.md 2.1).
   */
  scheduled_dt?: string;
  /**
   * Not read (sms.md 2.1).
   */
  created_dt?: string;
  /**
   * App ID, instead of an Authorization header (sms.md 4; meaning chosen).
   */
  username?: string;
  /**
   * App Key, instead of an Authorization header (sms.md 4; meaning chosen).
   */
  password?: string;
}
/**
 * A send job was accepted, which is not yet delivery (sms.md 2.2).
 */
export interface SendSmsAnswer {
  /**
   * 0: success (sms.md 2.2).
   */
  result: number;
  /**
   * Names the job in status queries and notifications (sms.md 2.2).
   */
  job_id: string;
}
/**
 * Answer to GET /sms/v1/message/{job_id} (sms.md 2.3).
 */
export interface SmsStatusAnswer {
  /**
   * 0: success (sms.md 2.2, 2.3).
   */
  result: number;
  /**
   * The job that was asked for (sms.md 2.3).
   */
  job_id: string;
  summary: SmsSummary;
  /**
   * One entry per recipient, in the order of the request (sms.md 2.3; order chosen).
   */
  detailed: SmsStatusEntry[];
}
/**
 * How many recipients stand where; each is counted once, by its present status (sms.md 2.3; chosen).
 */
export interface SmsSummary {
  /**
   * Recipients of the job (sms.md 2.3).
   */
  total: number;
  /**
   * Sent, and no more is known yet (sms.md 2.3).
   */
  sent: number;
  /**
   * Delivered (sms.md 2.3).
   */
  delivered: number;
  /**
   * Failed for good (sms.md 2.3).
   */
  failed: number;
  /**
   * Not yet sent, or nothing can be known (sms.md 2.3).
   */
  unknown: number;
}
/**
 * What became of one recipient's message (sms.md 2.3).
 */
export interface SmsStatusEntry {
  /**
   * Recipient number (sms.md 2.3).
   */
  to: string;
  /**
   * When it was sent, UTC; empty as long as it was not (sms.md 2.3; form chosen).
   */
  sent: string;
  /**
   * When it was delivered, UTC; empty as long as it was not (sms.md 2.3; form chosen).
   */
  delivered: string;
  status: SmsDeliveryStatus;
  /**
   * The caller's reference, only when the request gave one (sms.md 2.3).
   */
  uuid?: string;
}
/**
 * A bearer token for all SMS routes, valid for 60 minutes (sms.md 5).
 */
export interface SmsTokenAnswer {
  /**
   * 0: success (sms.md 5).
   */
  result: number;
  /**
   * The bearer token (sms.md 5).
   */
  token: string;
}
/**
 * Messages of a job moved on (sms.md 2.4, 6).
 */
export interface SmsDeliveryNotification {
  /**
   * The job (sms.md 2.4).
   */
  job_id: string;
  /**
   * The recipients whose status changed (sms.md 2.4).
   */
  detailed: SmsDeliveryEntry[];
}
/**
 * A recipient's message has a new status (sms.md 2.4).
 */
export interface SmsDeliveryEntry {
  /**
   * Recipient number (sms.md 2.4).
   */
  to: string;
  /**
   * When it changed, UTC, YYYY-MM-DDTHH:MM:SS (sms.md 2.4; form chosen).
   */
  datetime: string;
  status: SmsDeliveryStatus;
  /**
   * The caller's reference, only when the request gave one (sms.md 2.4).
   */
  uuid?: string;
  /**
   * Why it failed, where that is known (sms.md 2.4, 6).
   */
  error_code?: string;
  /**
   * Why it failed, for people, where that is known (sms.md 2.4, 6).
   */
  error_des?: string;
}
/**
 * A message reached a number of a campaign (sms.md 2.5, 6).
 */
export interface IncomingSmsNotification {
  /**
   * Alphanumeric unique message id (sms.md 2.5).
   */
  id: string;
  /**
   * Number that received the message, digits only (sms.md 2.5).
   */
  to: number;
  /**
   * When it was received, UTC, YYYY-MM-DDTHH:MM:SS (sms.md 2.5).
   */
  received: string;
  /**
   * Sender's number, digits only (sms.md 2.5).
   */
  from: number;
  /**
   * Message text (sms.md 2.5).
   */
  body?: string;
}
/**
 * Wrong credentials, an expired token, or a token that could not be created; HTTP 401 (sms.md 7; status chosen).
 */
export interface SmsAuthenticationError {
  /**
   * "1", as text (sms.md 7).
   */
  result: '1';
  /**
   * Authentication failed (sms.md 7).
   */
  details: 'Authentication failed';
  /**
   * Authentication failed (sms.md 7).
   */
  desc: 'Authentication failed';
}
/**
 * Every other refusal (sms.md 7).
 */
export interface SmsCodedError {
  /**
   * error (sms.md 7, voice.md 7.4).
   */
  status: 'error';
  /**
   * The code, such as OPT_OUT (sms.md 7).
   */
  error_code: string;
  /**
   * What went wrong (sms.md 7).
   */
  message: string;
  /**
   * The platform's name for the request (sms.md 7).
   */
  request_id: string;
}
