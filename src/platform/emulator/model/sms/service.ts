/** The SMS service (sms.md 4, 5). */
import { coded } from '../answers.ts';
import type { Service } from '../service.ts';
import { authenticate, sendByGetPath, tokenPath } from './authenticate.ts';
import { sendByGet, sendByPost } from './requests/send.ts';
import { status } from './requests/status.ts';
import { token } from './requests/token.ts';

export const sms: Service = {
  prefix: '/sms/v1/',
  authenticate,
  routes: [
    { name: 'sms_send', method: 'POST', path: '/sms/v1/messages', handle: sendByPost, rate: 'messages' },
    { name: 'sms_send', method: 'GET', path: sendByGetPath, handle: sendByGet, rate: 'messages' },
    { name: 'sms_status', method: 'GET', path: '/sms/v1/message/:job_id', handle: status },
    { name: 'sms_token', method: 'POST', path: tokenPath, handle: token },
  ],
  misses: (missed) =>
    missed === 404
      ? coded(404, 'NOT_FOUND', 'no such path')
      : coded(405, 'METHOD_NOT_ALLOWED', 'the path does not take this method'),
};
