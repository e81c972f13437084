/**
 * Builds the machine of a step that asks a web service. Every attempt is a visit with a stored deadline (R3), so
 * the loss of a process costs at most one attempt:
 *
 *  asking → judging → pausing → asking …
 *              └ finishing (waits for the end of the current play) → leaving
 *
 * With a filler a second machine runs in parallel: silent → speaking → silent …
 */
import type { HttpStep } from '../../../../schemas/types/flow.ts';
import {
  findDeclaredUses,
  isSetting,
  toJsonTemplate,
  computePause,
  scanTemplate,
} from '../../model/index.ts';
import type { Assignment, MachineState, WebTemplate } from '../../model/index.ts';
import {
  parseDuration,
  buildFaultExits,
  buildSpeakingState,
  FAILED,
  toTemplates,
} from './parts/fragments.ts';
import { quoteAlternatives } from '../read/words.ts';
import type { Outcome, ReportAt, Verb } from '../types.ts';
import type { StepContext } from './step-context.ts';

const DEFAULT_TIMEOUT = '5s';
const MAX_TIMEOUT_MS = 60_000;
const DEFAULT_FILLER_AFTER = '1s';

/** Milliseconds after its timeout until an attempt counts as lost: its answer may still be on the way through the engine. */
const SLACK_MS = 1_000;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Headers that Ringflow sets itself, or that would change how the request is transmitted. */
const OWN_HEADERS = ['connection', 'content-length', 'expect', 'host', 'transfer-encoding', 'upgrade'];

const failures: Outcome[] = ['client_error', 'server_error', 'timeout'].map((name) => ({
  name,
  otherwise: 'error',
  like: 'failed',
}));

/** Asks a web service. */
export const http: Verb<HttpStep> = {
  name: 'http',
  waits: 'party',
  needsCall: false,
  listOutcomes: () => [{ name: 'ok', otherwise: 'next' }, ...failures, FAILED],
  check(body, report) {
    for (const method of METHODS) checkAddress(body[method], method, report);
    checkBody(body, report);
    for (const name of Object.keys(body.headers ?? {}))
      if (OWN_HEADERS.includes(name.toLowerCase()))
        report(['headers', name], {
          code: 'bad-value',
          message: `the header "${name}" is set by Ringflow itself`,
        });
    const timeoutMs = body.timeout === undefined ? 0 : parseDuration(body.timeout);
    if (timeoutMs > MAX_TIMEOUT_MS || body.timeout?.startsWith('0'))
      report(['timeout'], {
        code: 'bad-value',
        message: `expected a duration of more than 0s and at most 60s`,
      });
    if (body.filler_after !== undefined && body.filler === undefined)
      report(['filler_after'], {
        code: 'conflicting-keys',
        message: '"filler_after" is allowed only beside "filler"',
      });
  },
  getSilentMs: (body) =>
    body.filler === undefined
      ? computeLongestMs(body)
      : Math.min(computeLongestMs(body), parseDuration(body.filler_after ?? DEFAULT_FILLER_AFTER)),
  compile(body, step) {
    const request = buildRequestMachine(body, step);
    if (body.filler === undefined) return request;
    return { type: 'parallel', states: { request, filler: buildFillerMachine(body.filler, body, step) } };
  },
};

/** Returns the longest duration of a step in ms: all attempts and the pauses between them. */
function computeLongestMs({ timeout = DEFAULT_TIMEOUT, retries = 0 }: Draft): number {
  const pauses = Array.from({ length: retries }, (_, index) => computePause(index + 1));
  return parseDuration(timeout) * (retries + 1) + pauses.reduce((sum, pause) => sum + pause, 0);
}

type Draft = Parameters<NonNullable<Verb<HttpStep>['check']>>[0];

/** Reports addresses whose host is neither written out nor a setting: a caller must never choose it. */
function checkAddress(url: string | undefined, method: string, report: ReportAt): void {
  const scanned = url === undefined ? undefined : scanTemplate(url);
  if (!scanned?.ok) return;
  const firstValue = scanned.parts.findIndex((part) => typeof part === 'object' && !isSetting(part.expr));
  const before = scanned.parts.slice(0, firstValue === -1 ? undefined : firstValue);
  const written = before.map((part) => (typeof part === 'string' ? part : '$')).join('');
  const isOpen = firstValue !== -1 && !/^(https?:\/\/[^/?]+|\$[^/?]*)[/?]/.test(written);
  if (isOpen || /^https?:\/\/([/?]|$)/.test(written))
    report([method], {
      code: 'bad-value',
      message: 'the host must be written out or come from a setting; no other value may choose it',
      hint: 'put a slash between the host and the first value, as in ${env.CRM_URL}/customers/${vars.number}',
    });
}

function checkBody(body: Draft, report: ReportAt): void {
  const [first, ...others] = (['json', 'form', 'text'] as const).filter((key) => key in body);
  if (first === undefined) return;
  for (const other of others)
    report([other], {
      code: 'conflicting-keys',
      message: `a request has only one body: ${quoteAlternatives([first, other])}`,
    });
  if ('get' in body)
    report([first], { code: 'conflicting-keys', message: 'a "get" has no body; use "post"' });
}

function buildRequestMachine(body: HttpStep, step: StepContext): MachineState {
  const save = Object.entries(body.save ?? {}).map(([variable, value]) => ({
    variable,
    value: toSavedValue(variable, value, step),
  }));
  const template = toWebTemplate(body, step);
  const taken = {
    target: 'judging',
    actions: [{ type: 'take_answer' as const, params: { save, retries: body.retries ?? 0 } }],
  };
  return {
    initial: 'asking',
    states: {
      asking: {
        entry: [{ type: 'visit' }, { type: 'ask_web', params: template }],
        always: buildFaultExits(step),
        on: { answered: [taken] },
        after: { [template.timeoutMs + SLACK_MS]: [taken] },
      },
      judging: {
        always: [
          { guard: { type: 'answer_is', params: { outcome: 'again' } }, target: 'pausing' },
          { target: 'finishing' },
        ],
      },
      pausing: { after: { pause: [{ target: 'asking' }] } },
      finishing: { always: [{ guard: { type: 'quiet' }, target: 'leaving' }] },
      leaving: {
        always: step.outcomes.map((outcome) => ({
          ...step.exit(outcome),
          guard: { type: 'answer_is', params: { outcome } },
        })),
      },
    },
  };
}

/** Speaks the filler from time to time while the caller can hear it. */
function buildFillerMachine(
  filler: unknown,
  { filler_after: after }: HttpStep,
  step: StepContext,
): MachineState {
  const heard = { target: 'silent', actions: [{ type: 'fall_silent' as const }] };
  const said = buildSpeakingState('speaking', 1, [heard]);
  return {
    initial: 'silent',
    states: {
      silent: {
        after: {
          [parseDuration(after ?? DEFAULT_FILLER_AFTER)]: [
            { guard: { type: 'bridged' } },
            { guard: { type: 'answered' }, target: 'preparing' },
          ],
        },
      },
      preparing: {
        entry: [{ type: 'say', params: { prompt: step.toPrompt(filler) } }],
        always: [
          { guard: { type: 'queued', params: { atLeast: 1 } }, target: 'speaking' },
          { target: 'silent' },
        ],
      },
      speaking: { ...said, on: { ...said.on, command_failed: [heard] } },
    },
  };
}

function toWebTemplate(body: HttpStep, step: StepContext): WebTemplate {
  const method = METHODS.find((name) => body[name] !== undefined) ?? 'get';
  const content = toBody(body, step);
  return {
    method: method.toUpperCase() as WebTemplate['method'],
    url: step.toTemplate(body[method] ?? ''),
    query: toTemplates(body.query, step),
    headers: toTemplates(body.headers, step),
    ...(content === undefined ? {} : { body: content }),
    timeoutMs: parseDuration(body.timeout ?? DEFAULT_TIMEOUT),
    isSecret: hasSecrets(body, step),
  };
}

function toBody({ json, form, text }: HttpStep, step: StepContext): WebTemplate['body'] {
  if (json !== undefined) return { json: toJsonTemplate(json) };
  if (form !== undefined) return { form: toTemplates(form, step) };
  return text === undefined ? undefined : { text: step.toTemplate(String(text)) };
}

/**
 * Converts a value of `save`. A single expression keeps its type until the variable's is known; other values are
 * read as `set` reads them.
 */
function toSavedValue(
  variable: string,
  value: string | number | boolean,
  step: StepContext,
): Assignment['value'] {
  const template = toJsonTemplate(value);
  return 'expression' in template ? template : step.toVariableValue(variable, value);
}

/** True when a secret variable is sent or receives part of the answer. */
function hasSecrets({ headers, json, form, text, save = {} }: HttpStep, step: StepContext): boolean {
  const expressions = listTexts([headers, json, form, text]).flatMap((sent) => {
    const scanned = scanTemplate(sent);
    return scanned.ok ? scanned.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.expr])) : [];
  });
  const read = expressions.flatMap(findDeclaredUses).filter(({ section }) => section === 'vars');
  return [...Object.keys(save), ...read.map(({ name }) => name)].some((name) => step.isSecret(name));
}

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
