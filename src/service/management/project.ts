/** A project: it separates calls, flows, routes and campaigns, and selects the platform's project for its calls. */
import { RANGES, parseRangeList } from '../addresses/index.ts';
import { Refusal } from './refusal.ts';

/** Reference to a secret on each node: `env:RINGFLOW_PROJECT_…` or `file:/path`. The secret itself is never stored here. */
export type Reference = string;

export interface CredentialReferences {
  appId: Reference;
  appKey: Reference;
}

/** Permission to change the drafts of a project; `off` where another system, such as Git, is the only source of flows. */
export type Editing = 'on' | 'off';

export interface Project {
  /** The account at the platform; absent: the project has other carriers only. */
  platform?: CredentialReferences & {
    /** Base URL of the platform; default: that of the service. */
    url?: string;
    /** Services that belong to another project of the platform than calls. */
    sms?: CredentialReferences;
    video?: CredentialReferences;
  };
  /** Permission to change drafts; absent: `on`. */
  editing?: Editing;
  /** The flow for numbers without a route; absent: none. */
  defaultFlow?: string;
  limits?: {
    /** Maximum number of concurrent calls; further incoming calls are rejected. Absent: no limit. */
    concurrentCalls?: number;
    /** Maximum number of calls placed per second across all nodes; absent: the limit of the platform. */
    dialsPerSecond?: number;
    /** Beginnings of the numbers and SIP URIs that may be called; absent: any. */
    dialPrefixes?: string[];
  };
  hooks?: {
    /** Addresses from which notifications are accepted; default: the setting of the service. */
    allow?: string[];
    /** Maximum age of a notification, s; 0: no limit. Default: the setting of the service. */
    maxAgeSeconds?: number;
  };
}

/** Permits only reserved environment variables and files, so a reference reaches nothing else of a node. */
export const REFERENCE = /^(env:RINGFLOW_PROJECT_[A-Z0-9_]{1,100}|file:\/[!-~]{1,500})$/;

/** Lists all references of a project with their places in its body, as JSON pointers. */
export function listReferences({ platform }: Project): { reference: Reference; pointer: string }[] {
  const credentials = {
    platform,
    'platform/sms': platform?.sms,
    'platform/video': platform?.video,
  };
  return Object.entries(credentials).flatMap(([place, one]) =>
    one === undefined
      ? []
      : [
          { reference: one.appId, pointer: `/${place}/appId` },
          { reference: one.appKey, pointer: `/${place}/appKey` },
        ],
  );
}

/** Checks what the schema cannot. Throws a `Refusal`: `invalid_url`, `invalid_allow`. */
export function checkProject({ platform, hooks: { allow } = {} }: Project): void {
  const url = platform?.url;
  if (url !== undefined && !isBaseUrl(url))
    throw new Refusal('invalid_url', 'expected a platform URL like http(s)://HOST, without a user, ? and #');
  if (allow !== undefined && parseRangeList(allow) === undefined)
    throw new Refusal('invalid_allow', `"${allow.join(', ')}" is invalid: expected ${RANGES}`);
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === '';
}
