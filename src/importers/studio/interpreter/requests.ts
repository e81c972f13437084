/** Requests of widgets, and what Studio keeps of the answers. */
import type { Effect, ServiceReply } from '../../../verification/compare/index.ts';
import { UnsupportedLiquid } from '../liquid/evaluate.ts';
import type { Place } from '../../project/index.ts';
import { splitService } from '../addresses.ts';
import type { Outside } from '../outside.ts';
import { isForm, type HttpRequest, type Parameter, type Widget } from '../widgets.ts';

interface Tools {
  render: (template: string) => string;
  outside: Outside;
}

/** Returns the place of a widget. */
export function findPlace({ id, span }: Widget): Place {
  return { file: id.slice(0, id.lastIndexOf('#')), span };
}

/** Returns the request of a widget. */
export function makeRequest(widget: Widget, { render, outside }: Tools): Effect {
  const { does } = widget;
  if (does.kind === 'function') {
    const url = outside.findValue('function', does.key === '' ? widget.name : does.key, findPlace(widget));
    return { kind: 'requested', method: 'POST', url, fields: renderFields(does.parameters, render) };
  }
  if (does.kind !== 'request') throw new UnsupportedLiquid(widget.type);
  const { request } = does;
  const { address, query } = renderAddress(request.url, widget, { render, outside });
  const isPost = request.method === 'POST';
  const sent = isPost ? renderBody(request, render) : renderFields(request.parameters, render);
  const method = isPost ? 'POST' : 'GET';
  return { kind: 'requested', method, url: address, fields: { ...query, ...sent } };
}

function renderFields(parameters: readonly Parameter[], render: Tools['render']): Record<string, string> {
  return Object.fromEntries(parameters.map(({ key, value }) => [key, render(value)]));
}

/** Renders an address. One that begins with no host stands for a service that the answers name. */
function renderAddress(
  template: string,
  widget: Widget,
  { render, outside }: Tools,
): { address: string; query: Record<string, string> } {
  const { service, rest } = splitService(template);
  const [path = '', ...more] = rest.split('?');
  const base = service === undefined ? '' : outside.findValue('function', service, findPlace(widget));
  if (service === undefined && !/^https?:\/\//.test(path)) throw new UnsupportedLiquid(template);
  return {
    address: base + encodeIllegal(render(path)),
    query: parsePairs(more.join('?').replace(/#.*$/s, ''), render),
  };
}

/** What no address may contain is encoded. */
function encodeIllegal(address: string): string {
  return encodeURI(address).replaceAll('%25', '%');
}

function parsePairs(text: string, render: Tools['render']): Record<string, string> {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const [key, value] = at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      return [decode(key), render(decode(value))];
    }),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function renderBody(
  { contentType, body, parameters }: HttpRequest,
  render: Tools['render'],
): Record<string, string> {
  if (isForm({ contentType, body }))
    return body.trim() === '' ? renderFields(parameters, render) : parsePairs(body, render);
  const sent = render(body);
  return contentType.includes('json') ? toFields(sent) : Object.fromEntries(new URLSearchParams(sent));
}

/** Returns the fields of a body that is JSON. */
function toFields(text: string): Record<string, string> {
  try {
    const json = JSON.parse(text) as unknown;
    if (typeof json !== 'object' || json === null || Array.isArray(json)) return { body: text };
    return Object.fromEntries(
      Object.entries(json).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
  } catch {
    return text === '' ? {} : { body: text };
  }
}

/** Returns what a widget remembers of an answer, and whether it was one that counts. */
export function readReply(reply: ServiceReply): { finding: unknown; isSuccess: boolean } {
  if (reply === 'timeout' || reply === 'unreachable') return { finding: {}, isSuccess: false };
  const { status, json, text } = reply;
  const body = text ?? (json === undefined ? '' : JSON.stringify(json));
  const finding = { status_code: String(status), body, parsed: json ?? parse(body) };
  return { finding, isSuccess: status >= 200 && status < 300 };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
