/** Numbers of parties and addresses of services, as Studio reads them. The translation and the interpreter use the same rules. */
import { toDialable } from '../project/index.ts';
import { isTemplate } from './liquid/syntax.ts';

/**
 * Returns a party as flows write it: Twilio also takes numbers of North America without `+`. Undefined for a text that is no
 * number, such as a word that people were to replace.
 */
export function toParty(text: string): string | undefined {
  const digits = text.replaceAll(/[\s().-]/g, '');
  if (/^1?[2-9]\d{9}$/.test(digits)) return `+1${digits.slice(-10)}`;
  return isTemplate(text) ? text : toDialable(text);
}

/** Returns what people call a party that a template computes. */
export function nameParty(text: string): string {
  return text.replaceAll(/[{}\s]/g, '');
}

/**
 * Splits an address into what names its service, if that is no host but a variable or a word that people were to replace, and the
 * rest.
 */
export function splitService(address: string): { service?: string; rest: string } {
  const url = address.trim();
  const [, service, rest = ''] = /^(\{\{[^}]*\}\}|(?!https?:\/\/)[^{/?#]+)(.*)$/s.exec(url) ?? [];
  return service === undefined ? { rest: url } : { service: service.replaceAll(/[{}\s]/g, ''), rest };
}
