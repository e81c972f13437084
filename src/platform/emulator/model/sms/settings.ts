/** What the SMS side of an emulated platform knows before the first request. */

/** A text that was approved in the portal (sms.md 1, 2.1). */
export interface Template {
  id: string;
  /** Placeholders are names in braces, such as `{name}`; absent: what was to be merged is shown with its names. */
  body?: string;
  /** Default true; a template that is not approved cannot be sent. */
  approved?: boolean;
  /** App ID; any project when absent. */
  project?: string;
  /** Registered on the regulator portal of India; default true. */
  dlt?: boolean;
}

/** A campaign that was configured in the portal (sms.md 1). */
export interface Campaign {
  id: string;
  /** App ID; any project when absent. */
  project?: string;
  /** Numbers and short codes that receive for it; every number of the project when absent. */
  numbers?: string[];
  /** Where incoming messages go; the project's webhook when absent. */
  webhook?: string;
  /** Where delivery notifications go; the project's webhook when absent. */
  deliveryWebhook?: string;
}

/** A sender id that is not a number. */
export interface Sender {
  /** App ID; any project when absent. */
  project?: string;
  /** Registered on the regulator portal of India; default true. */
  dlt?: boolean;
}

/** What happens to messages for a number. */
export interface Phone {
  /**
   * Default `delivers`. `fails`: the carrier gives up. `unknown`: no report can be had. `never`: out of reach, until the
   * validity of the message ends. `unreachable`: no such number; the send request is refused.
   */
  on_sms?: 'delivers' | 'fails' | 'unknown' | 'never' | 'unreachable';
  /** How long that takes once the message was sent, ms; default 1,000. */
  afterMs?: number;
  /** Why it fails, where that is known. */
  errorCode?: string;
  /** The same for people. */
  errorText?: string;
}

export interface SmsSettings {
  templates: Template[];
  campaigns: Campaign[];
  /** Takes every template and every campaign for one that the portal has. */
  anyTemplate: boolean;
  /** Sender ids by name; any is taken when there are none. */
  senders: Record<string, Sender>;
  /** Phones by number. */
  phones: Record<string, Phone>;
  /** From accepting a job, or its scheduled time, until its messages are sent, ms. */
  sendMs: number;
  /** Messages that are remembered: the oldest jobs beyond are forgotten, with what they left in inboxes. */
  messages: number;
}

export const smsDefaults: SmsSettings = {
  templates: [{ id: 'demo', body: '{text}' }],
  campaigns: [{ id: 'demo' }],
  anyTemplate: false,
  senders: {},
  phones: {},
  sendMs: 100,
  messages: 100_000,
};
