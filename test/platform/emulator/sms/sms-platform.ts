/** A platform with a campaign, templates and senders, driven by hand; all that it sends is checked against the SMS schema. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createPlatformModel } from '../../../../src/platform/emulator/model/index.ts';
import type {
  EmulatorSettings,
  JournalEntry,
  PlatformModel,
} from '../../../../src/platform/emulator/model/index.ts';
import { authorization, startOfTime } from '../platform.ts';
import type { Answer, Received } from '../platform.ts';

export const ann = '+4917100001';
export const ben = '+4917100002';
export const ours = '+4930100100';
export const reports = 'https://app.example/reports';
export const incoming = 'https://app.example/incoming';

const ajv = new Ajv2020({ strict: false, allErrors: true });
const path = new URL('../../../../schemas/platform/sms.schema.json', import.meta.url);
ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as object, 'sms');

/** Throws when a value does not have the shape that the schema gives it. */
export function expectSmsShape(definition: string, value: unknown): void {
  if (ajv.validate(`sms#/$defs/${definition}`, value)) return;
  throw new Error(`not a ${definition}: ${ajv.errorsText()}\n${JSON.stringify(value)}`);
}

const defaults: EmulatorSettings = {
  projects: [
    { appId: 'demo', appKey: 'demo-key' },
    { appId: 'other', appKey: 'other-key' },
  ],
  numbers: { [ours]: {}, '+4930200200': { project: 'other' } },
};

const smsDefaults: EmulatorSettings['sms'] = {
  templates: [
    { id: 'plain', body: 'Your order is ready.' },
    { id: 'text', body: '{text}' },
    { id: 'bill', body: 'Dear {name}, you owe {amount}.' },
    { id: 'draft', body: 'Not yet.', approved: false },
    { id: 'theirs', body: 'Not ours.', project: 'other' },
    { id: 'no-dlt', body: 'Not in India.', dlt: false },
  ],
  campaigns: [
    { id: 'spring', numbers: [ours, '12345'], webhook: incoming, deliveryWebhook: reports },
    { id: 'theirs', project: 'other' },
  ],
  senders: { ACME: {}, OTHERS: { project: 'other' }, NODLT: { dlt: false } },
  sendMs: 100,
};

export class SmsPlatform {
  readonly model: PlatformModel;
  now = startOfTime;
  /** Notifications in the order in which they left. */
  readonly received: Received[] = [];

  constructor(settings: EmulatorSettings = {}) {
    const sms = { ...smsDefaults, ...settings.sms };
    this.model = createPlatformModel({ ...defaults, ...settings, sms });
  }

  request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Answer {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.raw({ method, path, headers: { authorization, ...headers }, body: text });
  }

  raw(request: Parameters<PlatformModel['request']>[0]): Answer {
    const answer = this.model.request(request, this.now) as Answer;
    expectSmsShape(answer.status < 300 ? 'SmsAnswer' : 'SmsErrorBody', answer.body);
    this.#collect(this.now);
    return answer;
  }

  /** POST of a job for one template and campaign, changed as given; undefined takes a field away. */
  send(change: Record<string, unknown> = {}, headers: Record<string, string> = {}): Answer {
    const body = { template_id: 'plain', campaign_id: 'spring', to: [ann], ...change };
    return this.request('POST', '/sms/v1/messages/', body, headers);
  }

  /** The same by GET. */
  sendByGet(change: Record<string, string> = {}): Answer {
    const query = new URLSearchParams({ template_id: 'plain', campaign_id: 'spring', ...change });
    return this.request('GET', `/sms/v1/send-sms/?${query.toString()}`);
  }

  /** A job that was accepted. */
  job(change: Record<string, unknown> = {}): string {
    const { status, body } = this.send(change);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String(body.job_id);
  }

  status(jobId: string): Answer {
    return this.request('GET', `/sms/v1/message/${jobId}`);
  }

  wait(ms: number): void {
    const until = this.now + ms;
    for (let at = this.model.nextAt(); at !== undefined && at <= until; at = this.model.nextAt()) {
      this.#collect(at);
    }
    this.now = until;
    this.#collect(until);
  }

  text(from: string, text: string, to = ours): string | undefined {
    const id = this.model.phones.text({ from, to, text }, this.now);
    this.#collect(this.now);
    return id;
  }

  /** The texts in an inbox. */
  texts(number: string): string[] {
    return this.model.phones.view(number, this.now).inbox.map(({ text }) => text);
  }

  journal(...kinds: string[]): JournalEntry[] {
    return this.model.journal.readAfter(0).filter((entry) => kinds.includes(entry.kind));
  }

  #collect(now: number): void {
    for (const { body, at, url } of this.model.advance(now)) {
      expectSmsShape('SmsNotification', body);
      this.received.push({ ...body, at: at - startOfTime, url });
    }
  }
}
