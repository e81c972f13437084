import type { SendSmsRequest } from '../../wire/index.ts';
import type { Credentials } from '../transport/authorization.ts';
import { send, sendByGet, status, token } from './endpoints-sms.ts';
import type { CallOptions, PostOptions, Send } from './send.ts';

/** The SMS service (sms.md): messages, their delivery, tokens. */
export class SmsClient {
  readonly #send: Send;
  readonly #credentials: Credentials;

  constructor(send: Send, credentials: Credentials) {
    this.#send = send;
    this.#credentials = credentials;
  }

  /** Sends a message to one or many; its `job_id` stands for the job from then on (sms.md 2.1, 4). */
  send(request: SendSmsRequest, options?: PostOptions) {
    return this.#send(send, { body: request, options });
  }

  /**
   * The same by GET (sms.md 4), with the Authorization header: no credentials in the address. A GET has no
   * Idempotency-Key, so it is not repeated once it may have been carried out; prefer `send`.
   */
  sendByGet(request: SendSmsRequest, options?: CallOptions) {
    return this.#send(sendByGet, { body: request, options });
  }

  /** What became of a job (sms.md 2.3). */
  status(jobId: string, options?: CallOptions) {
    return this.#send(status, { params: { job_id: jobId }, body: undefined, options });
  }

  /** A bearer token, valid for 60 minutes (sms.md 5). The client gets its own: this is for other programs. */
  token(options?: CallOptions) {
    const { appId, appKey } = this.#credentials;
    return this.#send(token, { body: { app_id: appId, app_key: appKey }, options });
  }
}
