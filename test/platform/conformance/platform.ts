/** A platform under test, reached with nothing but `fetch`. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Control } from './control.ts';
import type { Need } from './rule.ts';
import type { Json, Webhook } from './webhook.ts';

/** Where the platform is, and what may be used there. */
export interface Access {
  url: string;
  appId: string;
  appKey: string;
  /** Provisioned, to call from. */
  from: string;
  /** Somebody who can be called and written to. */
  to: string;
  /** Somebody else. */
  second: string;
  templateId: string;
  campaignId: string;
  /** A number that is not provisioned. */
  unprovisioned: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Empty when the answer is no JSON object. */
  body: Json;
}

export interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
  /** Instead of the credentials; null sends none. */
  authorization?: string | null;
}

/** How long an answer may take, ms. */
const answerMs = 30_000;

export class Platform {
  readonly access: Access;
  readonly #needs: readonly Need[];
  readonly #webhook: Webhook | undefined;
  readonly #control: Control | undefined;
  /** Paths of the calls and rooms that were made. */
  readonly #made = new Set<string>();

  constructor(access: Access, around: { needs: readonly Need[]; webhook?: Webhook; control?: Control }) {
    this.access = access;
    this.#needs = around.needs;
    this.#webhook = around.webhook;
    this.#control = around.control;
  }

  /** A number, and so a sender, that is not the project's. */
  get unprovisioned(): string {
    return this.#allowed('unprovisioned', this.access).unprovisioned;
  }

  /** What came to the webhook. */
  get webhook(): Webhook {
    return this.#allowed('webhook', this.#webhook);
  }

  get control(): Control {
    return this.#allowed('control plane', this.#control);
  }

  get numbers(): { from: string; to: string; second: string } {
    return this.#allowed('numbers', this.access);
  }

  /** The fields that every message needs. */
  get message(): { template_id: string; campaign_id: string; data: { text: string } } {
    const { templateId, campaignId } = this.#allowed('template', this.access);
    return { template_id: templateId, campaign_id: campaignId, data: { text: 'Hello' } };
  }

  /** Where notifications may go, whether or not somebody looks at them. */
  get eventUrl(): string {
    return this.#webhook?.url ?? 'https://example.com/';
  }

  /** The value of a Basic Authorization header; of the platform's own credentials when no others are given. */
  basic(appId = this.access.appId, appKey = this.access.appKey): string {
    return `Basic ${Buffer.from(`${appId}:${appKey}`).toString('base64')}`;
  }

  get(path: string, sent?: Sent): Promise<Answer> {
    return this.send('GET', path, sent);
  }

  post(path: string, body?: unknown, sent?: Sent): Promise<Answer> {
    return this.send('POST', path, { body, ...sent });
  }

  put(path: string, body?: unknown, sent?: Sent): Promise<Answer> {
    return this.send('PUT', path, { body, ...sent });
  }

  patch(path: string, body?: unknown): Promise<Answer> {
    return this.send('PATCH', path, { body });
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** Sends a request; a body that is text goes as it is. Where the pace is not ours to set, 429 is waited out. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.#send(method, path, sent);
    if (answer.status !== 429 || this.#control !== undefined) return this.#noted(path, answer);
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
    return this.#noted(path, await this.#send(method, path, sent));
  }

  /** Hangs up the calls that were made and deletes the rooms; what is gone already stays so. */
  async tidy(): Promise<void> {
    for (const path of this.#made) await this.#send('DELETE', path);
  }

  #noted(path: string, answer: Answer): Answer {
    const { voice_id: call, room } = answer.body;
    if (path === '/voice/v1/call' && typeof call === 'string') this.#made.add(`${path}/${call}`);
    const { room_id: made } = (room ?? {}) as Json;
    if (path === '/video/v2/rooms' && typeof made === 'string') this.#made.add(`${path}/${made}`);
    return answer;
  }

  async #send(
    method: string,
    path: string,
    { body, headers, authorization = this.basic() }: Sent = {},
  ): Promise<Answer> {
    const answer = await fetch(path.startsWith('http') ? path : this.access.url + path, {
      method,
      signal: AbortSignal.timeout(answerMs),
      headers: {
        ...(authorization !== null && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  }

  #allowed<T>(need: Need, thing: T | undefined): T {
    if (!this.#needs.includes(need) || thing === undefined)
      throw new Error(`the rule does not say that it needs: ${need}`);
    return thing;
  }
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return {};
  }
}
