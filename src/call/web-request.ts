/** Renders requests to web services with the values of one call. */
import { checkLength, ExpressionError, isSetting } from '../language/model/index.ts';
import type { JsonTemplate, Template, WebTemplate } from '../language/model/index.ts';
import type { CallContext } from './record.ts';
import { evaluate, render, type FlowText } from './render.ts';
import type { WebRequest } from './web.ts';

/** Maximum length of a request's address and of all its headers: what web servers commonly accept. */
const MAX_URL_CHARS = 16_384;
const MAX_HEADER_CHARS = 16_384;

interface Values {
  text: FlowText;
  draft: CallContext;
}

/**
 * Renders the request of the current visit. All attempts of a step carry the same Idempotency-Key, so that a service can
 * deduplicate them. Throws `ExpressionError`.
 */
export function createWebRequest(values: Values, template: WebTemplate): WebRequest {
  const { draft } = values;
  const { method, timeoutMs } = template;
  const content = renderContent(values, template.body);
  const own = { ...content.headers, ...(method === 'GET' ? {} : { 'idempotency-key': createKey(draft) }) };
  const headers = { ...own, ...renderHeaders(values, template.headers) };
  const headerChars = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  const url = renderUrl(values, template);
  checkLength(url.length, 'the address of the request', MAX_URL_CHARS);
  checkLength(headerChars, 'the header of the request', MAX_HEADER_CHARS);
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

/** Masks an address for the trace: without credentials and query (I7). */
export function maskUrl(url: string): string {
  const [address = '', query] = url.split(/\?(.*)/s, 2);
  return `${address.replace(/^(https?:\/\/)[^/@]*@/, '$1')}${query === undefined ? '' : '?…'}`;
}

function createKey({ call, steps }: CallContext): string {
  return `${call.id}.${steps}`;
}

function renderUrl(values: Values, { url, query }: WebTemplate): string {
  const address = url
    .map((part) => (typeof part === 'string' ? part : renderInUrl(values, part.expr)))
    .join('');
  const pairs = renderPairs(values, query);
  if (pairs === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}${pairs}`;
}

/** Renders an expression in an address: a setting as it is, every other value as one encoded component. */
function renderInUrl({ text, draft }: Values, expression: string): string {
  const value = String(evaluate(text, expression, draft));
  if (isSetting(expression)) return value.replace(/\/$/, '');
  if (value === '.' || value === '..') throw new ExpressionError(`an address cannot hold "${value}" alone`);
  return encodeURIComponent(value.toWellFormed());
}

function renderPairs(values: Values, fields: Record<string, Template>): string {
  return Object.entries(fields)
    .map(([name, value]) => [name, render(values.text, value, values.draft).toWellFormed()] as const)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&');
}

/** Renders headers with names in lower case, so that they override ours; invalid characters become question marks. */
function renderHeaders({ text, draft }: Values, headers: Record<string, Template>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      render(text, value, draft).replace(/[^\t\x20-\x7e\x80-\xff]/g, '?'),
    ]),
  );
}

function renderContent(values: Values, body: WebTemplate['body']): Pick<WebRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers: {} };
  const of = (type: string, text: string) => ({ headers: { 'content-type': type }, body: text });
  if ('json' in body) return of('application/json', JSON.stringify(renderJson(values, body.json)));
  if ('form' in body) return of('application/x-www-form-urlencoded', renderPairs(values, body.form));
  return of('text/plain; charset=utf-8', render(values.text, body.text, values.draft));
}

function renderJson(values: Values, template: JsonTemplate): unknown {
  const { text, draft } = values;
  if ('literal' in template) return template.literal;
  if ('expression' in template) return evaluate(text, template.expression, draft);
  if ('template' in template) return render(text, template.template, draft);
  if ('list' in template) return template.list.map((item) => renderJson(values, item));
  return Object.fromEntries(template.map.map(([name, value]) => [name, renderJson(values, value)]));
}
