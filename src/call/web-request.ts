/** Fills in the request to a web service with the values of one call. */
import { checkLength, ExpressionError, isSetting } from '../language/model/index.ts';
import type { JsonTemplate, Template, WebTemplate } from '../language/model/index.ts';
import type { CallContext } from './record.ts';
import { evaluate, render } from './render.ts';
import type { FlowText } from './render.ts';
import type { WebRequest } from './web.ts';

/** Longest address that a flow asks, and most characters of all headers: what web servers commonly take. */
const LONGEST_URL = 16_384;
const LONGEST_HEADERS = 16_384;

/** Call and flow that values are taken from. */
interface Values {
  text: FlowText;
  draft: CallContext;
}

/**
 * The request of the current visit. All attempts of one stay in a step carry the same Idempotency-Key, so that a service
 * which heeds it does the work once. Throws `ExpressionError`.
 */
export function webRequest(values: Values, template: WebTemplate): WebRequest {
  const { draft } = values;
  const { method, timeoutMs } = template;
  const content = contentOf(values, template.body);
  const own = { ...content.headers, ...(method === 'GET' ? {} : { 'idempotency-key': keyOf(draft) }) };
  const headers = { ...own, ...headersOf(values, template.headers) };
  const headerChars = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  const url = urlOf(values, template);
  checkLength(url.length, 'the address of the request', LONGEST_URL);
  checkLength(headerChars, 'the header of the request', LONGEST_HEADERS);
  if (content.body !== undefined) checkLength(content.body.length, 'the body of the request');
  return {
    visit: draft.visit.number,
    method,
    url,
    headers,
    ...(content.body === undefined ? {} : { body: content.body }),
    timeoutMs,
  };
}

/** An address as the trace may show it: without credentials and without what is asked for (I7). */
export function shownUrl(url: string): string {
  const [address = '', query] = url.split(/\?(.*)/s, 2);
  return `${address.replace(/^(https?:\/\/)[^/@]*@/, '$1')}${query === undefined ? '' : '?…'}`;
}

function keyOf({ call, steps }: CallContext): string {
  return `${call.id}.${steps}`;
}

function urlOf(values: Values, { url, query }: WebTemplate): string {
  const address = url.map((part) => (typeof part === 'string' ? part : inUrl(values, part.expr))).join('');
  const pairs = pairsOf(values, query);
  if (pairs === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${pairs}`;
}

/** A setting is part of the address as it stands; every other value is only ever one word of it. */
function inUrl({ text, draft }: Values, expression: string): string {
  const value = String(evaluate(text, expression, draft));
  if (isSetting(expression)) return value.replace(/\/$/, '');
  if (value === '.' || value === '..') throw new ExpressionError(`an address cannot hold "${value}" alone`);
  return encodeURIComponent(value.toWellFormed());
}

function pairsOf(values: Values, fields: Record<string, Template>): string {
  return Object.entries(fields)
    .map(([name, value]) => [name, render(values.text, value, values.draft).toWellFormed()] as const)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
}

/** Their names in lower case, so that the author's stand in place of ours; what no header can hold becomes a question mark. */
function headersOf({ text, draft }: Values, headers: Record<string, Template>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      render(text, value, draft).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
    ]),
  );
}

function contentOf(values: Values, body: WebTemplate['body']): Pick<WebRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers: {} };
  const of = (type: string, text: string) => ({ headers: { 'content-type': type }, body: text });
  if ('json' in body) return of('application/json', JSON.stringify(jsonOf(values, body.json)));
  if ('form' in body) return of('application/x-www-form-urlencoded', pairsOf(values, body.form));
  return of('text/plain; charset=utf-8', render(values.text, body.text, values.draft));
}

function jsonOf(values: Values, template: JsonTemplate): unknown {
  const { text, draft } = values;
  if ('literal' in template) return template.literal;
  if ('expression' in template) return evaluate(text, template.expression, draft);
  if ('template' in template) return render(text, template.template, draft);
  if ('list' in template) return template.list.map((item) => jsonOf(values, item));
  return Object.fromEntries(template.map.map(([name, value]) => [name, jsonOf(values, value)]));
}
