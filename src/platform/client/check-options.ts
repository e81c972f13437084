/** Validation of the client's options when it is created, not with its first request. */
import { joinList } from '../../language/text/index.ts';
import type { Credentials } from './transport/authorization.ts';
import type { Service } from './services/endpoint.ts';

/** Options that a program without types may get wrong. */
interface CheckedOptions extends Credentials {
  baseUrl: string;
  projects?: Partial<Record<Service, Credentials | undefined>>;
  smsAuthorization?: string;
  stopStreamBy?: string;
  fileHosts?: readonly string[];
  connections?: number;
  timeoutMs?: number;
  callsPerSecond?: number;
  messagesPerSecond?: number;
}

/** Throws a TypeError that names every invalid option. */
export function checkOptions(options: CheckedOptions): void {
  const { baseUrl, projects = {}, fileHosts = [], smsAuthorization, stopStreamBy } = options;
  const problems = [
    ...(isWebAddress(baseUrl)
      ? []
      : ['baseUrl must be an http or https URL such as https://api.example.com']),
    ...checkCredentials('', options),
    ...Object.entries(projects).flatMap(([service, own]) => checkProject(service, own)),
    ...checkChoice('smsAuthorization', smsAuthorization, ['basic', 'bearer']),
    ...checkChoice('stopStreamBy', stopStreamBy, ['DELETE', 'PUT']),
    ...fileHosts
      .filter((host) => !isWebAddress(host))
      .map((host) => `fileHosts: "${host}" is not an http or https URL`),
    ...counts.flatMap((name) => checkCount(name, options[name])),
  ];
  if (problems.length > 0) throw new TypeError(`options of the platform client: ${problems.join('; ')}`);
}

const counts = ['connections', 'timeoutMs', 'callsPerSecond', 'messagesPerSecond'] as const;
const services = ['voice', 'sms', 'video'];

function isWebAddress(text: unknown): boolean {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.search + url.hash === '';
}

/** HTTP Basic joins the two with a colon, so an App ID cannot contain one (voice.md 5). */
function checkCredentials(prefix: string, { appId, appKey }: Partial<Credentials>): string[] {
  const isId = typeof appId === 'string' && /^[^:]+$/.test(appId);
  const isKey = typeof appKey === 'string' && appKey !== '';
  return [
    ...(isId ? [] : [`${prefix}appId must be a string without a colon`]),
    ...(isKey ? [] : [`${prefix}appKey must be a string that is not empty`]),
  ];
}

/** A service listed without credentials uses those of the client. */
function checkProject(service: string, own: Credentials | undefined): string[] {
  if (!services.includes(service))
    return [`projects.${service} is not a service; services are ${services.join(', ')}`];
  return own === undefined ? [] : checkCredentials(`projects.${service}.`, own);
}

function checkChoice(name: string, value: string | undefined, allowed: readonly string[]): string[] {
  return value === undefined || allowed.includes(value) ? [] : [`${name} must be ${joinList(allowed, 'or')}`];
}

function checkCount(name: string, value: number | undefined): string[] {
  return value === undefined || (Number.isSafeInteger(value) && value > 0)
    ? []
    : [`${name} must be a whole number from 1`];
}
