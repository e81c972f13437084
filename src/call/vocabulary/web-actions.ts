/** Actions around requests to web services. */
import { ExpressionError, toType, typeInWords } from '../../flow/index.ts';
import type { Assignment, Value, WebResponse } from '../../flow/index.ts';
import { scopeOf } from '../render.ts';
import type { WebAnswer } from '../web.ts';
import { judge, pauseBefore } from '../web-answer.ts';
import { shownUrl, webRequest } from '../web-request.ts';
import { assign, because } from './scene.ts';
import type { Actions, Scene } from './scene.ts';

export const webActions: Actions<'ask_web' | 'take_answer' | 'fall_silent'> = {
  ask_web(scene, template) {
    const { draft } = scene;
    if (draft.fault !== null) return;
    const attempt = draft.web.attempt + 1;
    draft.web = { attempt, outcome: '', pauseMs: 0, isSecret: template.isSecret };
    const request = webRequest(scene, template);
    draft.out.requests.push(request);
    const again = attempt === 1 ? '' : ` (attempt ${attempt})`;
    because(draft, `asks ${request.method} ${shownUrl(request.url)}${again}`);
  },

  take_answer(scene, { save, retries }) {
    const { draft, at } = scene;
    const answer = scene.event.type === 'answered' ? (scene.event.answer as WebAnswer) : undefined;
    const verdict = judge(answer, at);
    because(draft, verdict.told);
    const pauseMs = draft.web.attempt > retries ? undefined : pauseBefore(verdict, draft.web.attempt);
    if (pauseMs !== undefined) {
      draft.web = { ...draft.web, outcome: 'again', pauseMs };
      return;
    }
    // What is being heard cannot be cut off; what would follow it can.
    draft.playlist = [];
    const problem = verdict.outcome === 'ok' ? keep(scene, save, answer) : verdict;
    draft.web = { ...draft.web, outcome: problem === undefined ? 'ok' : problem.outcome };
    if (problem !== undefined) draft.fault = { code: problem.code, message: problem.told, step: draft.step };
  },

  fall_silent({ draft }) {
    draft.playing = null;
  },
};

/** What cannot be read of an answer that should hold it. */
interface Unreadable {
  outcome: 'failed';
  code: 'bad_response';
  told: string;
}

/** Keeps what the flow wants of an answer, all of it or nothing. */
function keep(scene: Scene, save: Assignment[], answer: WebAnswer | undefined): Unreadable | undefined {
  const response = readResponse(answer);
  try {
    const values = save.map(
      ({ variable, value }) => [variable, valueFrom(scene, { variable, value }, response)] as const,
    );
    for (const [variable, value] of values) assign(scene, variable, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { outcome: 'failed', code: 'bad_response', told: isCut(answer) ? TOO_LONG : error.message };
  }
}

const TOO_LONG = 'the answer is longer than 64 KB, of which only the beginning can be read';

function isCut(answer: WebAnswer | undefined): boolean {
  return answer !== undefined && !('failed' in answer) && answer.isCut === true;
}

function valueFrom({ draft, text }: Scene, { variable, value }: Assignment, response: WebResponse): Value {
  if ('literal' in value) return value.literal;
  const scope = { ...scopeOf(text, draft), response };
  const found =
    'expression' in value
      ? text.expressions.evaluate(value.expression, scope)
      : text.expressions.render(value.template, scope);
  const type = text.flow.vars[variable]?.type ?? 'string';
  const typed = toType(found, type);
  if (typed !== undefined) return typed;
  throw new ExpressionError(`what the answer has for "${variable}" is not ${typeInWords[type]}`);
}

function readResponse(answer: WebAnswer | undefined): WebResponse {
  if (answer === undefined || 'failed' in answer) return { status: 0, headers: {}, text: '', json: null };
  const { status, headers, body } = answer;
  return { status, headers, text: body, json: parsed(body) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}
