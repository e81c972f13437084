/** The endpoints of the SMS service (sms.md 4). */
import type {
  SendSmsAnswer,
  SendSmsRequest,
  SmsStatusAnswer,
  SmsTokenAnswer,
  SmsTokenRequest,
} from '../../../../schemas/types/sms.ts';
import type { Endpoint, Nothing, Tolerant } from './endpoint.ts';

export const send: Endpoint<SendSmsRequest, Tolerant<SendSmsAnswer, 'job_id'>> = {
  service: 'sms',
  method: 'POST',
  path: '/sms/v1/messages/',
  request: 'SendSmsRequest',
  gives: 'job_id',
  rate: 'messages',
};

/** Validates its body like the POST, then encodes it as a query. It is not idempotent: a GET has no Idempotency-Key. */
export const sendByGet: Endpoint<SendSmsRequest, Tolerant<SendSmsAnswer, 'job_id'>> = {
  service: 'sms',
  method: 'GET',
  path: '/sms/v1/send-sms/',
  request: 'SendSmsRequest',
  gives: 'job_id',
  rate: 'messages',
  unrepeatable: true,
};

export const status: Endpoint<Nothing, Tolerant<SmsStatusAnswer, 'detailed'>> = {
  service: 'sms',
  method: 'GET',
  path: '/sms/v1/message/{job_id}',
  lists: 'detailed',
};

export const token: Endpoint<SmsTokenRequest, Tolerant<SmsTokenAnswer, 'token'>> = {
  service: 'sms',
  method: 'POST',
  path: '/sms/v1/token',
  request: 'SmsTokenRequest',
  gives: 'token',
  unsigned: true,
};
