/** Settings of metrics, traces and call records (CDRs). */
import { SWITCH } from './facts.ts';
import type { SettingFacts } from './facts.ts';
import { isSet, parsePort, parseWord } from './values.ts';

/** Delivery targets of CDRs, and what they mask. */
interface CdrSettings {
  /** Path of the file to which they are appended. */
  file?: string;
  webhook?: { url: string; secret: string };
  /** Number of last digits of the remote party's number that are masked. */
  maskDigits: number;
}

export interface ObservedSettings {
  /** Absent: CDRs are not delivered, and mask nothing. */
  cdrs?: CdrSettings;
  /** Bearer token required for /metrics; absent: none. */
  metricsToken?: string;
  /** Separate address for /metrics. */
  metricsListen?: { host: string; port: number };
  /** Absent: nothing is traced. */
  tracing?: { ratio: number };
}

export const observedSettings = {
  metricsListen: {
    means: 'separate address for /metrics',
    argument: 'host:port',
    parse: parseListen,
    expected: 'host:port, such as 127.0.0.1:9464',
    otherwise: 'on the main port',
    examples: ['127.0.0.1:9464'],
  },
  metricsToken: {
    means: 'bearer token required for /metrics',
    parse: parseMetricsToken,
    expected: '16 characters or more, without spaces',
    otherwise: 'none',
    isSecret: true,
    examples: ['file:/run/secrets/metrics-token'],
  },
  cdrFile: {
    means: 'file to which call records (CDRs) are appended',
    argument: 'file',
    parse: String,
    expected: 'a path',
    otherwise: 'none',
    examples: ['/var/log/ringflow/cdrs.ndjson'],
  },
  cdrUrl: {
    means: 'webhook that receives call records (CDRs)',
    argument: 'url',
    parse: parseWebhook,
    expected: 'a URL that begins with https:// or http://, without a user and #',
    otherwise: 'none',
    examples: ['https://billing.example.com/cdrs'],
  },
  cdrSecret: {
    means: 'secret that signs call records sent to the webhook',
    parse: parseWebhookSecret,
    expected: 'whsec_ and 24 to 64 bytes in base64, as printed by "echo whsec_$(openssl rand -base64 32)"',
    otherwise: 'required with a webhook',
    isSecret: true,
    examples: ['file:/run/secrets/cdr-secret'],
  },
  cdrMask: {
    means: "number of last digits of the remote party's number that call records mask",
    argument: 'digits',
    parse: parseDigits,
    expected: 'a number of digits from 0 to 15',
    default: '0',
    form: 'number',
    examples: [4],
  },
  otel: {
    means: 'send traces with OpenTelemetry',
    argument: 'on|off',
    parse: parseWord(SWITCH),
    expected: 'on or off',
    otherwise: 'on if OTEL_EXPORTER_OTLP_ENDPOINT is set',
    words: SWITCH,
    examples: ['on'],
  },
  otelSample: {
    means: 'fraction of events that are traced',
    argument: 'fraction',
    parse: parseRatio,
    expected: 'a fraction from 0 to 1, such as 0.05',
    default: '1',
    examples: ['0.05'],
  },
} as const satisfies Record<string, SettingFacts>;

/** True when the standard variables of OpenTelemetry name an endpoint. */
export function hasOtelEndpoint(environment: Record<string, string | undefined>): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = environment;
  return (isSet(all) || isSet(traces)) && environment.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
}

function parseMetricsToken(text: string): string | undefined {
  return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined;
}

function parseWebhook(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + hash === '' ? text : undefined;
}

function parseWebhookSecret(text: string): string | undefined {
  const [, key = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(key, 'base64');
  return length >= 24 && length <= 64 ? text : undefined;
}

function parseListen(text: string): { host: string; port: number } | undefined {
  const [, host, digits] =
    /^(?:\[([0-9a-f:]+)\]|([^:\s]+)):(\d{1,5})$/i.exec(text)?.filter((part) => part) ?? [];
  const port = parsePort(digits ?? '');
  return host === undefined || port === undefined ? undefined : { host, port };
}

function parseDigits(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= 15 ? Number(text) : undefined;
}

function parseRatio(text: string): number | undefined {
  return /^(0|1|0?\.\d{1,9}|1\.0*)$/.test(text) ? Number(text) : undefined;
}
