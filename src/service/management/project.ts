/**
 * A project: whose calls, flows, routes and campaigns are kept apart from those of others, and over which of the
 * platform's projects its calls go.
 */
import { RANGES, parseRangeList } from '../addresses/index.ts';
import { Refusal } from './refusal.ts';

/** Where a secret is on each node: `env:RINGFLOW_PROJECT_…` or `file:/path`. The secret itself is never kept here. */
export type Reference = string;

export interface CredentialReferences {
  appId: Reference;
  appKey: Reference;
}

export interface Project {
  /** Whose calls are paid for. */
  platform: CredentialReferences & {
    /** The platform's base address; absent: that of the service. */
    url?: string;
    /** Services of the platform that belong to another of its projects than the calls. */
    sms?: CredentialReferences;
    video?: CredentialReferences;
  };
  /** The flow for numbers without a route; absent: none. */
  defaultFlow?: string;
  limits?: {
    /** Calls that go on at once; further ones that come in are turned away. Absent: no limit. */
    concurrentCalls?: number;
    /** Calls that are placed per second on all nodes together; absent: as many as the platform takes. */
    dialsPerSecond?: number;
  };
  hooks?: {
    /** From where the platform may tell of calls; absent: as the service says. */
    allow?: string[];
    /** How old a notification may be, s; 0: of any age. Absent: as the service says. */
    maxAgeSeconds?: number;
  };
}

/** As a node may be told where a secret is: nothing else of its environment, nothing that flows are given. */
export const REFERENCE = /^(env:RINGFLOW_PROJECT_[A-Z0-9_]{1,100}|file:\/[!-~]{1,500})$/;

/** All references of a project. */
export function listReferences({ platform: { appId, appKey, sms, video } }: Project): Reference[] {
  const others = [sms, video].flatMap((one) => (one === undefined ? [] : [one.appId, one.appKey]));
  return [appId, appKey, ...others];
}

/** Throws a `Refusal` for what no schema sees: `invalid_url`, `invalid_allow`. */
export function checkProject({ platform: { url }, hooks: { allow } = {} }: Project): void {
  if (url !== undefined && !isBase(url))
    throw new Refusal(
      'invalid_url',
      'the URL of the platform is invalid: expected http(s)://HOST, without a user, ? and #',
    );
  if (allow !== undefined && parseRangeList(allow) === undefined)
    throw new Refusal('invalid_allow', `"${allow.join(', ')}" is invalid: expected ${RANGES}`);
}

function isBase(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}
