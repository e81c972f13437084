import type { SendSmsRequest } from '../../../../schemas/types/sms.ts';
import type { Credentials } from '../transport/authorization.ts';
import { send, sendByGet, status, token } from './endpoints-sms.ts';
import type { CallOptions, PostOptions, Send } from './send.ts';

/** The SMS service (sms.md): send messages, query their delivery, issue tokens. */
export class SmsClient {
  readonly #send: Send;
  readonly #credentials: Credentials;

  constructor(send: Send, credentials: Credentials) {
    this.#send = send;
    this.#credentials = credentials;
  }

  /** Sends a message to one or more recipients; `job_id` identifies the job (sms.md 2.1, 4). */
  send(request: SendSmsRequest, options?: PostOptions) {
    return this.#send(send, { body: request, options });
  }

  /**
   * Sends by GET (sms.md 4) with the Authorization header, so no credentials appear in the address. A GET has no
   * Idempotency-Key and is not retried once it may have been carried out; prefer `send`.
   */
  sendByGet(request: SendSmsRequest, options?: CallOptions) {
    return this.#send(sendByGet, { body: request, options });
  }

  /** Returns the delivery status of a job (sms.md 2.3). */
  status(jobId: string, options?: CallOptions) {
    return this.#send(status, { params: { job_id: jobId }, body: undefined, options });
  }

  /** Issues a bearer token, valid for 60 minutes (sms.md 5), for use by other programs. The client gets its own. */
  token(options?: CallOptions) {
    const { appId, appKey } = this.#credentials;
    return this.#send(token, { body: { app_id: appId, app_key: appKey }, options });
  }
}
