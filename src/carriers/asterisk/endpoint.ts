/** Decides what may be dialled. Nothing else reaches Asterisk's dial strings, which could call anywhere (toll fraud). */

/** Where calls are dialled. */
export interface DialOptions {
  /** Dial string for numbers: `PJSIP/{number}@trunk`, or with `{digits}` for a trunk that takes no `+`. */
  dial: string;
  /** Hosts of SIP URIs that may be called, and the endpoint that calls them. */
  sip?: { endpoint: string; hosts: readonly string[] };
}

const NUMBER = /^\+?\d{1,32}$/;
const SIP_URI = /^sips?:[A-Za-z0-9._+-]{1,64}@([A-Za-z0-9.-]{1,253}(?::\d{1,5})?)$/;

/** Returns Asterisk's dial string for a number or SIP URI; undefined when it may not be called. */
export function toEndpoint(to: string, { dial, sip }: DialOptions): string | undefined {
  if (NUMBER.test(to)) return dial.replaceAll('{number}', to).replaceAll('{digits}', to.replace('+', ''));
  const [uri, host] = SIP_URI.exec(to) ?? [];
  if (uri === undefined || host === undefined || sip?.hosts.includes(host) !== true) return undefined;
  return `PJSIP/${sip.endpoint}/${uri}`;
}
