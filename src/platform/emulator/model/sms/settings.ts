/** Settings of the SMS service. */

/** A template approved in the portal (sms.md 1, 2.1). */
export interface Template {
  id: string;
  /** Text with placeholders such as `{name}`; if absent, the message lists the values with their names. */
  body?: string;
  /** Approved; default true. Other templates cannot be sent. */
  approved?: boolean;
  /** App ID; default: any project. */
  project?: string;
  /** Registered on India's regulator portal; default true. */
  dlt?: boolean;
}

/** A campaign configured in the portal (sms.md 1). */
export interface Campaign {
  id: string;
  /** App ID; default: any project. */
  project?: string;
  /** Numbers and short codes that receive for it; default: all numbers of the project. */
  numbers?: string[];
  /** Webhook for incoming messages; default: the project's. */
  webhook?: string;
  /** Webhook for delivery notifications; default: the project's. */
  deliveryWebhook?: string;
}

/** A sender id that is not a number. */
export interface Sender {
  /** App ID; default: any project. */
  project?: string;
  /** Registered on India's regulator portal; default true. */
  dlt?: boolean;
}

/** Behaviour of a phone that receives messages. */
export interface Phone {
  /**
   * Default `delivers`. `fails`: the carrier gives up. `unknown`: there is no delivery report. `never`: out of reach
   * until the message's validity ends. `unreachable`: no such number; the send request is refused.
   */
  on_sms?: 'delivers' | 'fails' | 'unknown' | 'never' | 'unreachable';
  /** Time from sending to the final status, ms; default 1,000. */
  afterMs?: number;
  /** Error code of a failure, if known. */
  errorCode?: string;
  /** Error message of a failure, if known. */
  errorText?: string;
}

export interface SmsSettings {
  templates: Template[];
  campaigns: Campaign[];
  /** Accepts every template and campaign. */
  anyTemplate: boolean;
  /** Sender ids by name; if empty, any is accepted. */
  senders: Record<string, Sender>;
  /** Phones by number. */
  phones: Record<string, Phone>;
  /** Delay from accepting a job, or from its scheduled time, until its messages are sent, ms. */
  sendMs: number;
  /** Number of messages that are kept; beyond it, the oldest jobs are dropped with their messages in inboxes. */
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
