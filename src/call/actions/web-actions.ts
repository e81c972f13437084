/** Actions that ask web services and read their answers. */
import {
  BOUNDS,
  COSTS,
  ExpressionError,
  isNestedDeeper,
  toType,
  typeDescriptions,
} from '../../language/model/index.ts';
import type { Assignment, BoundCode, Value, WebResponse } from '../../language/model/index.ts';
import type { CallContext } from '../record.ts';
import { createExpressionScope } from '../render.ts';
import type { WebAnswer } from '../web.ts';
import { judgeAnswer, findPause } from '../web-answer.ts';
import { maskUrl, createWebRequest } from '../web-request.ts';
import { charge, shortenForNote, spendBudget } from '../workload.ts';
import { assign, addNote, type Actions, type Scene } from './scene.ts';

export const webActions: Actions<'ask_web' | 'take_answer' | 'fall_silent'> = {
  ask_web(scene, template) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    const attempt = draft.web.attempt + 1;
    draft.web = { attempt, outcome: '', pauseMs: 0, isSecret: template.isSecret };
    const request = createWebRequest(scene, template);
    draft.out.requests.push(request);
    const url = shortenForNote(maskUrl(request.url));
    addNote(
      draft,
      { kind: 'asks', method: request.method, url, ...(attempt > 1 && { attempt }) },
      url.length,
    );
  },

  take_answer(scene, { save, retries }) {
    const { draft, at } = scene;
    const answer = scene.event.type === 'answered' ? (scene.event.answer as WebAnswer) : undefined;
    const verdict = judgeAnswer(answer, at);
    addNote(draft, verdict.reason, verdict.outcome === 'ok' ? 0 : verdict.message.length);
    const pauseMs = draft.web.attempt > retries ? undefined : findPause(verdict, draft.web.attempt);
    if (pauseMs !== undefined) {
      draft.web = { ...draft.web, outcome: 'again', pauseMs };
      return;
    }
    // The current play cannot be stopped, but the following ones are dropped.
    draft.playlist = [];
    const problem = verdict.outcome === 'ok' ? saveAnswer(scene, save, answer) : verdict;
    draft.web = { ...draft.web, outcome: problem === undefined ? 'ok' : problem.outcome };
    if (problem !== undefined)
      draft.fault = { code: problem.code, message: problem.message, step: draft.step };
  },

  fall_silent({ draft }) {
    draft.playing = null;
  },
};

/** Failure to read or save a value of an answer. */
interface Unreadable {
  outcome: 'failed';
  code: 'bad_response' | 'answer_too_large' | BoundCode;
  message: string;
}

/** Saves all wanted values of an answer, or none. */
function saveAnswer(scene: Scene, save: Assignment[], answer: WebAnswer | undefined): Unreadable | undefined {
  const wanted = findFields(scene, save);
  if (isCut(answer) && (wanted.has('response.text') || wanted.has('response.json')))
    return { outcome: 'failed', code: 'answer_too_large', message: TOO_LONG };
  try {
    const response = readResponse(scene.draft, answer, wanted.has('response.json'));
    const values = save.map(
      ({ variable, value }) => [variable, evaluateAnswer(scene, { variable, value }, response)] as const,
    );
    for (const [variable, value] of values) assign(scene, variable, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { code, message } = error;
    return { outcome: 'failed', code: code === 'expression' ? 'bad_response' : code, message };
  }
}

const TOO_LONG = 'the answer is larger than web_answer_size allows';

/** Returns the fields of `response` that are read. */
function findFields({ text }: Scene, save: Assignment[]): ReadonlySet<string> {
  const sources = save.flatMap(({ value }) => {
    if ('expression' in value) return [value.expression];
    return 'template' in value
      ? value.template.flatMap((part) => (typeof part === 'string' ? [] : [part.expr]))
      : [];
  });
  return new Set(sources.flatMap((source) => [...text.expressions.findReads(source)]));
}

function isCut(answer: WebAnswer | undefined): boolean {
  return answer !== undefined && !('failed' in answer) && answer.isCut === true;
}

function evaluateAnswer(
  { draft, text }: Scene,
  { variable, value }: Assignment,
  response: WebResponse,
): Value {
  if ('literal' in value) return value.literal;
  const scope = { ...createExpressionScope(text, draft), response };
  const found = spendBudget(draft, (budget) =>
    'expression' in value
      ? text.expressions.evaluate(value.expression, scope, budget)
      : text.expressions.render(value.template, scope, { budget }),
  );
  const type = text.flow.vars[variable]?.type ?? 'string';
  const typed = toType(found, type);
  if (typed !== undefined) return typed;
  throw new ExpressionError(`what the answer has for "${variable}" is not ${typeDescriptions[type]}`);
}

/** Converts an answer for expressions; JSON is parsed only when it is wanted. Throws `ExpressionError` when it nests too deeply. */
function readResponse(draft: CallContext, answer: WebAnswer | undefined, isJsonWanted: boolean): WebResponse {
  if (answer === undefined || 'failed' in answer) return { status: 0, headers: {}, text: '', json: null };
  const { status, headers, body } = answer;
  const response = { status, headers, text: body, json: null };
  if (!isJsonWanted) return response;
  charge(draft, Math.ceil(body.length / COSTS.charsPerScan));
  const json = parseJson(body);
  if (!isNestedDeeper(json, BOUNDS.jsonDepth)) return { ...response, json };
  const message = `the answer nests lists and maps more than ${BOUNDS.jsonDepth} deep`;
  throw new ExpressionError(message, { code: 'value_too_large' });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
