/** Writes calls to others, requests and messages. */
import type { ConnectStep, HttpStep, Step } from '../../../schemas/types/flow.ts';
import { listResponseFields } from './facts.ts';
import type { Connect, Data, Request, Statement, Template } from './model.ts';
import { toDuration } from './prompts.ts';
import { listRead } from './steps-question.ts';
import { toPlain, toWritten } from './templates.ts';
import type { FlowMaker } from './flow-maker.ts';
import { toResponseField } from './values.ts';
import type { Values } from './values.ts';

const FLOW_RING_S = 30;

export function writeConnect(to: FlowMaker, statement: Statement, does: Connect): void {
  if (does.parties.length === 0) {
    to.writeTodo(statement, 'VALUE_SHAPE');
    return;
  }
  const values = to.valuesFor(statement);
  const parties = does.parties.map((party) =>
    party.kind === 'queue'
      ? to.outside.findQueue(party.name, party.span).written
      : isDialable(party.to)
        ? values.toText(party.to)
        : to.outside.findNumber(toWritten(party.to), party.span).written,
  );
  const [first = ''] = parties;
  const after = (what: string) => to.afterWith(statement, { connect_result: what, return_value: what });
  const talked = does.after === undefined ? after('connected') : to.enterAfterBridge(statement, does.after);
  const connected = writeOutcome(to, statement, {
    what: 'connected',
    result: 'connect_result',
    next: talked,
  });
  const on = writeFailures(to, statement);
  const connect: ConnectStep = {
    to: parties.length === 1 ? first : parties,
    ...(does.from !== undefined && { from: values.toText(does.from) }),
    ...(does.timeoutS !== FLOW_RING_S && {
      ring: toDuration(Math.max(1, Math.round(does.timeoutS * 1_000))),
    }),
  };
  const ways =
    to.recording.findAt(statement) === 'never'
      ? { next: connected, on }
      : { on: { bridged: writeRecording(to, statement, connected), ...on } };
  to.add(to.nameOf(statement), { connect, ...ways }, statement);
}

const REASON = 'connect_failed_reason';

/** Returns where a call that fails leads. Why it failed is told if something reads it. */
function writeFailures(to: FlowMaker, statement: Statement): Record<string, string> {
  const result = 'connect_result';
  const known = { connect_result: 'failed', return_value: 'failed' };
  if (!to.facts.reads.some(({ names }) => names.at(-1) === REASON)) {
    const next = to.afterWith(statement, known);
    return { unreached: writeOutcome(to, statement, { what: 'failed', result, next }) };
  }
  statement.losses.push({ reason: 'CONNECT_FAILURES', span: statement.span, grade: 'near' });
  const ways = (['busy', 'no_answer', 'failed'] as const).map((why) => {
    const next = to.afterWith(statement, { ...known, [REASON]: why });
    const more = listRead(to, { [REASON]: why });
    const step = writeOutcome(to, statement, { what: 'failed', detail: why, result, next, more });
    return [why, step] as const;
  });
  return Object.fromEntries(ways);
}

/** Name of the variable that says whether the call is being recorded, where ways differ. */
export const RECORDING = 'recording';

/** Writes what happens once two people talk, and returns the first step: the recording begins, and the flow waits for their end. */
function writeRecording(to: FlowMaker, statement: Statement, next: string): string {
  const [record, end] = [to.nameMore(statement, 'record'), to.nameMore(statement, 'end')];
  const on = { not_bridged: end, already_recording: end, name_taken: end, failed: end };
  to.add(record, { record: { start: 'call-${call.id}' }, next: end, on }, statement);
  to.add(end, { wait: { for: 'bridge_end' }, next, on: { failed: next } }, statement);
  if (to.recording.findAt(statement) === 'always') return record;
  const check = to.nameMore(statement, 'check recording');
  const when = `vars.${to.variables.declareFlag(RECORDING)}`;
  to.add(check, { switch: [{ when, goto: record }], next: end }, statement);
  return check;
}

/** True for a number in E.164 form, a SIP URI, or something that is known only in the call. */
function isDialable(template: Template): boolean {
  const plain = toPlain(template);
  return plain === undefined || /^(\+\d{4,15}|sips?:.+)$/i.test(plain);
}

/** Returns where an outcome leads: to a step that notes it, if something reads it. */
function writeOutcome(
  to: FlowMaker,
  statement: Statement,
  {
    what,
    result,
    next,
    detail = what,
    more = {},
  }: { what: string; result: string; next: string; detail?: string; more?: Record<string, string> },
): string {
  const set = { ...listRead(to, { [result]: what, return_value: what }), ...more };
  if (Object.keys(set).length === 0) return next;
  const name = to.nameMore(statement, detail);
  to.add(name, { set, next }, statement);
  return name;
}

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;
const LONGEST = '60s';

export function writeRequest(to: FlowMaker, statement: Statement, does: Request): void {
  const values = to.valuesFor(statement);
  const url = toUrl(to, statement, { template: does.url, values });
  if (url === undefined) {
    to.writeTodo(statement, 'VALUE_SHAPE');
    return;
  }
  const after = (what: string) => to.afterWith(statement, { request_result: what, return_value: what });
  const fields = does.savesVariables ? listResponseFields(to.facts) : [];
  const saved = [
    ...fields.map((names) => [['request_response', ...names].join('.'), toResponseField(names)] as const),
    ['request_response_code', '${string(response.status)}'] as const,
    ['request_response_body', '${response.text}'] as const,
  ].filter(([key]) => to.variables.isRead(key));
  const save = Object.fromEntries(saved.map(([key, value]) => [to.variables.declare(key), value]));
  const failedCode = '${error.code.startsWith("http_") ? error.code.substring(5) : ""}';
  const cleared = Object.fromEntries(
    saved.map(([key]) => [to.variables.declare(key), key === 'request_response_code' ? failedCode : '']),
  );
  const http: HttpStep = {
    [verbs[does.method]]: url,
    ...toHeaders(does, values),
    ...toBody(does, values),
    timeout: does.timeoutMs === undefined ? LONGEST : toDuration(does.timeoutMs),
    ...(saved.length > 0 && { save }),
  };
  const success = writeOutcome(to, statement, {
    what: 'success',
    result: 'request_result',
    next: after('success'),
  });
  const failed = writeOutcome(to, statement, {
    what: 'failed',
    result: 'request_result',
    next: after('failed'),
    more: cleared,
  });
  to.add(to.nameOf(statement), { http, next: success, on: { failed } }, statement);
}

/** Returns an address; one that begins with a variable stands for a service that the answers name. */
function toUrl(
  to: FlowMaker,
  statement: Statement,
  { template, values }: { template: Template; values: Values },
): string | undefined {
  const [first, ...rest] = template;
  if (typeof first === 'object') {
    const { written } = to.outside.findService(first.source.trim(), statement.span);
    return `${written}${values.toText(rest)}`;
  }
  return /^https?:\/\//.test(first ?? '') ? values.toText(template) : undefined;
}

/** Returns the headers, without the type of a body that is written as JSON anyway. */
function toHeaders({ headers, body }: Request, values: Values): Pick<HttpStep, 'headers'> {
  const isJson = body !== undefined && body.kind !== 'text';
  const own = headers.filter(
    ([name, value]) =>
      !(isJson && name.toLowerCase() === 'content-type' && toPlain(value) === 'application/json'),
  );
  if (own.length === 0) return {};
  return { headers: Object.fromEntries(own.map(([name, value]) => [name, values.toText(value)])) };
}

function toBody(
  { body, method, headers }: Request,
  values: Values,
): Pick<HttpStep, 'json' | 'text' | 'form'> {
  if (body === undefined || method === 'GET') return {};
  const isForm = headers.some(
    ([name, value]) => name.toLowerCase() === 'content-type' && toWritten(value).includes('form-urlencoded'),
  );
  if (body.kind !== 'text' && !isForm) return { json: values.toJson(body) };
  if (body.kind === 'object')
    return {
      form: Object.fromEntries(body.entries.map(([name, value]) => [name, toFormValue(value, values)])),
    };
  return { text: body.kind === 'text' ? values.toText(body.text) : JSON.stringify(values.toJson(body)) };
}

function toFormValue(data: Data, values: Values): string | number | boolean {
  return data.kind === 'object' ? JSON.stringify(values.toJson(data)) : values.toValue(data, 'string');
}

export function writeSms(
  to: FlowMaker,
  statement: Statement,
  does: Extract<Statement['does'], { kind: 'sms' }>,
): void {
  const answer = to.outside.findSms(does.body, statement.span);
  if (answer === undefined) {
    to.writeTodo(statement, 'SMS_TEMPLATE');
    return;
  }
  const values = to.valuesFor(statement);
  const next = to.after(statement);
  const sms: Step['sms'] = {
    ...answer,
    to: values.toText(does.to),
    ...(does.from !== undefined && { from: values.toText(does.from) }),
    data: { text: values.toText(does.body) },
  };
  to.add(to.nameOf(statement), { sms, next, on: { failed: next } }, statement);
}
