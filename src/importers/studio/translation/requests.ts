/** Translates requests to web services and functions. */
import type { HttpStep, Json } from '../../../../schemas/types/flow.ts';
import { splitService } from '../addresses.ts';
import type { Path } from '../liquid/syntax.ts';
import { findNext, isForm, type HttpRequest, type Parameter, type Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';
import { declareVariable } from './values.ts';
import type { Variable } from './variables.ts';

const TIMEOUT = '10s';

/** Translates `make-http-request`. */
export function translateRequest(writer: FlowWriter, widget: Widget, request: HttpRequest): void {
  const { url, query } = splitUrl(request.url);
  const address = writeAddress(writer, widget, url);
  const parameters = writeParameters(writer, request.parameters);
  const fixed = writeParameters(writer, query);
  const isPost = request.method === 'POST';
  const body = isPost ? writeBody(writer, request) : {};
  if (address === undefined || parameters === undefined || fixed === undefined || body === undefined) {
    writer.addStub(widget, 'LIQUID_LOGIC', { next: writer.follow(widget, 'failed') });
    return;
  }
  const sent = { ...fixed, ...(isPost ? {} : parameters) };
  const http = {
    ...(isPost ? { post: address } : { get: address }),
    ...(Object.keys(sent).length > 0 && { query: sent }),
    ...body,
  };
  writer.setGrade(widget, 'exact');
  addRequest(writer, widget, { http, success: 'success', failure: 'failed' });
}

/** Translates `run-function`. */
export function translateFunction(
  writer: FlowWriter,
  widget: Widget,
  { key, parameters }: { key: string; parameters: readonly Parameter[] },
): void {
  const form = writeParameters(writer, parameters);
  if (form === undefined) {
    writer.addStub(widget, 'LIQUID_LOGIC', { next: writer.follow(widget, 'fail') });
    return;
  }
  const name = key === '' ? widget.name : key;
  const { written } = writer.ask('function', name, widget);
  writer.gradeAs(widget, 'run-function');
  const http = { post: written, ...(Object.keys(form).length > 0 && { form }) };
  addRequest(writer, widget, { http, success: 'success', failure: 'fail' });
}

interface Asked {
  http: HttpStep;
  /** Events of the widget. */
  success: string;
  failure: string;
}

function addRequest(writer: FlowWriter, widget: Widget, { http, success, failure }: Asked): void {
  const save = writer.scope.variables
    .listOutputs(widget.name)
    .filter((variable) => writer.scope.variables.isLive(variable, findNext(widget, success)))
    .map((variable): [string, string] => {
      declareVariable(writer.scope.draft, variable);
      return [variable.name, readAnswer(variable)];
    });
  const failed = writer.followWith(widget, failure, {
    suffix: 'failed',
    findings: { status_code: FAILED_STATUS },
  });
  if (findNext(widget, failure) === undefined) writer.lose(widget, 'WAY_MISSING', failure);
  writer.add(widget, {
    http: { ...http, timeout: TIMEOUT, ...(save.length > 0 && { save: Object.fromEntries(save) }) },
    next: writer.follow(widget, success),
    on: { failed },
  });
}

const FAILED_STATUS = '${error.code.startsWith("http_") ? error.code.substring(5) : ""}';

/** Writes the part of an answer that a variable holds; what an answer lacks is empty. */
function readAnswer({ path: [field, ...rest] }: Variable): string {
  if (field === 'body') return '${response.text}';
  if (field === 'status_code') return '${string(response.status)}';
  if (field === 'content_type')
    return '${"content-type" in response.headers ? response.headers["content-type"] : ""}';
  if (field !== 'parsed' || rest.length === 0) return '';
  const { checks, code } = readField(rest);
  return `\${${checks.join(' && ')} ? string(${code}) : ""}`;
}

/** Writes the way to a field, with a check for each part of it. */
function readField(path: Path): { checks: string[]; code: string } {
  const checks: string[] = [];
  let code = 'response.json';
  for (const part of path) {
    if (typeof part === 'number') {
      checks.push(`type(${code}) == list`, `size(${code}) > ${part}`);
      code = `${code}[${part}]`;
    } else if (/^[A-Za-z_]\w*$/.test(part) && !isCelWord(part) && !code.endsWith(']')) {
      code = `${code}.${part}`;
      checks.push(`has(${code})`);
    } else {
      checks.push(`${JSON.stringify(part)} in ${code}`);
      code = `${code}[${JSON.stringify(part)}]`;
    }
  }
  return { checks, code };
}

const CEL =
  'as break const continue else false for function if import in let loop namespace null package return true var void while';
function isCelWord(word: string): boolean {
  return CEL.split(' ').includes(word);
}

/** Splits the fixed query off an address. */
function splitUrl(template: string): { url: string; query: Parameter[] } {
  const at = template.indexOf('?');
  if (at === -1) return { url: template, query: [] };
  const pairs = splitPairs(template.slice(at + 1).replace(/#.*$/s, ''));
  return { url: template.slice(0, at), query: pairs };
}

function splitPairs(text: string): Parameter[] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [key = '', ...rest] = pair.split('=');
      return { key: decode(key), value: decode(rest.join('=')), isJson: false };
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function writeAddress(writer: FlowWriter, widget: Widget, url: string): string | undefined {
  const { service, rest } = splitService(url);
  if (service === undefined) return /^https?:\/\//.test(rest) ? writer.toText(rest) : undefined;
  const { written } = writer.ask('function', service, widget);
  const path = writer.toText(rest);
  writer.setGrade(widget, 'near', 'FUNCTION_AS_HTTP');
  return path === undefined ? undefined : written + path;
}

function writeParameters(
  writer: FlowWriter,
  parameters: readonly Parameter[],
): Record<string, string> | undefined {
  const written = parameters.map(({ key, value }) => [key, writer.toText(value)] as const);
  return written.every(([, value]) => value !== undefined)
    ? (Object.fromEntries(written) as Record<string, string>)
    : undefined;
}

function writeBody(
  writer: FlowWriter,
  { contentType, body, parameters }: HttpRequest,
): Pick<HttpStep, 'form' | 'json' | 'text' | 'headers'> | undefined {
  if (isForm({ contentType, body })) {
    const form = writeParameters(writer, body.trim() === '' ? parameters : splitPairs(body));
    return form && (Object.keys(form).length > 0 ? { form } : {});
  }
  if (body.trim() === '') return {};
  const isJson = contentType.includes('json');
  const json = isJson ? writeJson(writer, body) : undefined;
  if (json !== undefined) return { json };
  const text = writer.toText(body);
  const sent = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return text === undefined ? undefined : { text, headers: { 'Content-Type': sent } };
}

/** Writes a body as JSON if it is JSON with templates only inside of texts. */
function writeJson(writer: FlowWriter, body: string): Json | undefined {
  try {
    return convertJson(writer, JSON.parse(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof UnsayableError) return undefined;
    throw error;
  }
}

/** A template inside of JSON has no counterpart. */
class UnsayableError extends Error {}

const MAX_DEPTH = 50;

function convertJson(writer: FlowWriter, value: unknown, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new UnsayableError('too deep');
  if (typeof value === 'string') {
    const written = writeJsonText(writer, value);
    if (written === undefined) throw new UnsayableError(value);
    return written;
  }
  if (Array.isArray(value)) return value.map((item) => convertJson(writer, item, depth + 1));
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, convertJson(writer, field, depth + 1)]),
  );
}

/** A text that is one expression becomes its value: a number is made a text, as the original sends it. */
function writeJsonText(writer: FlowWriter, template: string): string | undefined {
  const value = isOneExpression(template) ? writer.toValue(template) : undefined;
  return value?.type === 'int' ? `\${string(${value.code})}` : writer.toText(template);
}

function isOneExpression(template: string): boolean {
  return /^\{[{%]/.test(template) && /[}%]\}$/.test(template);
}
