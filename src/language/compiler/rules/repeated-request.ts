import type { GraphStep } from '../../model/index.ts';
import type { Finding } from '../../diagnostics/index.ts';
import { getStepValues } from '../check/step-values.ts';
import { keySpanAt, spanAt, type Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';
import { describeSharedKey } from './shared-keys.ts';
import { findEdge, findStep, findUnasked, followOnlyWay } from './unasked-ways.ts';
import { findWrites } from './variable-uses.ts';
import {
  findAction,
  findNames,
  findNextRound,
  findNextTry,
  findUnaskedRound,
  findWayBack,
  isDoubtful,
  listRequests,
  type WebRequest,
} from './web-requests.ts';
import { readKeyPurposes } from './words/key-purposes.ts';
import { findWords, groupSaidByStep, type Said } from './words/said.ts';

/**
 * Reports requests that a service carries out twice or never, because their Idempotency-Key does not tell repetitions from
 * new requests: it is missing where a request in doubt is sent again, or where something else fails behind it and leads
 * back to it, changes with each try, or is the same for requests that are meant to be different. A key by which callers
 * only hear something again must not lead to the request either. Keys that contain a variable are taken for right where nothing shows the opposite.
 */
export const repeatedRequest: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const request of listRequests(draft)) {
      const found = request.method === 'get' ? judgeGet(request) : judgeKey(request, draft);
      if (found === undefined) continue;
      const { path, ...told } = found;
      const isHeader = path.includes('headers');
      const span = isHeader ? keySpanAt(draft.document, path) : spanAt(draft.document, path);
      report({ ...told, span });
    }
  },
};

type Found = Pick<Finding, 'code' | 'message' | 'hint'> & { path: Path };

/** A request that is no `get` has a key of its own for each visit to its step. */
function judgeGet({ address, body, path, method }: WebRequest): Found | undefined {
  if ((body.retries ?? 0) === 0 || body.save !== undefined) return undefined;
  const action = findAction(address);
  return action === undefined
    ? undefined
    : {
        code: 'repeated-request',
        message: `"${action}" is done again with each retry: a "get" has no Idempotency-Key by which the service could tell`,
        path: [...path, method],
        hint: 'use post, which sends the same key with all retries',
      };
}

function judgeKey(request: WebRequest, draft: FlowDraft): Found | undefined {
  const { step, path, method, keyHeader } = request;
  const back = findWayBack(draft, step.name);
  if (keyHeader === undefined) {
    if (method !== 'post') return undefined;
    const again = findRepetition(request, draft);
    if (again !== undefined)
      return { code: 'repeated-request', message: again, path: [...path, method], hint: REPEATED_HINT };
    const twin = findTwin(request, draft);
    if (back.size === 0 && twin === undefined) return undefined;
    const sent = back.size === 0 ? `sent once more by step "${twin ?? ''}"` : 'sent once more';
    const visit = back.size === 0 ? 'each step' : 'each visit to the step';
    return {
      code: 'repeated-request',
      message: `a request that was answered too late is ${sent}, and carried out twice: ${visit} has a new Idempotency-Key`,
      path: [...path, method],
      hint: "give all tries the same key: headers: { Idempotency-Key: '" + `${step.name}-\${call.id}` + "' }",
    };
  }
  return judgeOwnKey({ request, keyHeader, back }, draft);
}

/** Returns a step that sends the same request once more when it is not known whether the first was carried out. */
function findTwin(request: WebRequest, draft: FlowDraft): string | undefined {
  const doubtful = findStep(draft, request.step.name)?.edges.filter(isDoubtful) ?? [];
  const behind = doubtful.flatMap(({ to }) => [...findUnasked(draft, to).keys()]);
  return listRequests(draft).find(
    (other) =>
      other.step !== request.step &&
      behind.includes(other.step.name) &&
      serializeRequest(other) === serializeRequest(request),
  )?.step.name;
}

/** Writes what makes two requests the same: method, address and content. */
function serializeRequest({ method, address, body }: WebRequest): string {
  return JSON.stringify([method, address, body.query, body.json, body.form, body.text]);
}

const REPEATED_HINT = 'lead to the step behind the request, or to one that says what has happened';

/** Returns how a request that has succeeded is carried out once more, although nobody asked for it. */
function findRepetition(request: WebRequest, draft: FlowDraft): string | undefined {
  const { name } = request.step;
  const isNew = (steps: ReadonlySet<string>): boolean => {
    const sent = findNames(draft, request.expressions);
    return findWritten(steps, draft).some((one) => sent.has(`vars.${one}`));
  };
  const round = findUnaskedRound(draft, name);
  const failing = [...round].find((step) => isFailedBack(findStep(draft, step), name, round));
  if (failing !== undefined && !isNew(round))
    return `the request has been carried out, but when step "${failing}" fails behind it, it is sent once more, as often as that happens`;
  const waiting = request.body.save === undefined && [...round].find((step) => isWait(draft, step));
  if (typeof waiting === 'string' && !isNew(round))
    return `the same is sent once more in each round of the wait at step "${waiting}"`;
  const more = findMenuForMore(request, draft);
  if (more !== undefined && !isNew(new Set(more.way)))
    return `callers who want more at menu "${more.menu}" order the same once more: the key leads to the request, and nothing is asked before`;
  const menu = findReplayMenu(name, draft);
  return menu === undefined
    ? undefined
    : `callers who only want to hear something again at menu "${menu}" order once more: the key leads to the request, and not behind it`;
}

function isWait(draft: FlowDraft, step: string): boolean {
  return findStep(draft, step)?.verb === 'wait';
}

/** Verbs of what may fail behind a request without harm to it. */
const ADDITIONAL = new Set(['sms', 'http', 'record', 'lookup']);

/** True for a step whose failure alone leads back to the request. */
function isFailedBack(step: GraphStep | undefined, request: string, round: ReadonlySet<string>): boolean {
  if (step === undefined || step.name === request || !ADDITIONAL.has(step.verb)) return false;
  const back = step.edges.filter(({ to }) => to === request || round.has(to));
  return back.length > 0 && back.every(({ kind, failure }) => kind === 'on' && failure);
}

/** Finds a menu behind a request, with a key for hearing something again that leads to the request before anything is said. */
function findReplayMenu(request: string, draft: FlowDraft): string | undefined {
  const behind = findUnasked(draft, findEdge(draft, request, 'ok')?.to);
  const menus = listMenus(draft).filter(({ step }) => behind.has(step.name));
  const said = groupSaidByStep(draft);
  return menus.find(({ step, body }) => {
    const again = (said.get(step.name) ?? []).flatMap((one) => listAgainKeys(one));
    const leading = body.choices?.filter((choice) => again.includes(String(choice?.key)));
    return leading?.some((choice) => {
      const way = followOnlyWay(draft, choice?.goto).map(({ name }) => name);
      const at = way.indexOf(request);
      return at >= 0 && !way.slice(0, at).some((name) => said.has(name));
    });
  })?.step.name;
}

/**
 * Finds a menu behind a request whose success is noted, with a key that leads to the request before anything is said or
 * asked. A code that is sent again is noted by nobody.
 */
function findMenuForMore(
  { step: { name } }: WebRequest,
  draft: FlowDraft,
): { menu: string; way: readonly string[] } | undefined {
  const behind = findUnasked(draft, findEdge(draft, name, 'ok')?.to);
  if (![...behind.values()].some(({ verb }) => verb === 'outcome')) return undefined;
  const menus = listMenus(draft).filter(({ step }) => behind.has(step.name));
  for (const { step, body } of menus)
    for (const choice of body.choices ?? []) {
      const way = followOnlyWay(draft, choice?.goto).map((one) => one.name);
      const at = way.indexOf(name);
      const isSilent = !way.slice(0, at).some((one) => groupSaidByStep(draft).has(one));
      if (at >= 0 && isSilent && choice?.set === undefined) return { menu: step.name, way: way.slice(0, at) };
    }
  return undefined;
}

function listAgainKeys(said: Said): string[] {
  return said.pieces.flatMap((piece) => {
    const words = findWords(piece, said);
    if (words === undefined) return [];
    return readKeyPurposes(piece, words).flatMap(({ key, clause }) =>
      words.talk.again.test(clause) ? [key] : [],
    );
  });
}

function judgeOwnKey(
  { request, keyHeader, back }: { request: WebRequest; keyHeader: string; back: ReadonlySet<string> },
  draft: FlowDraft,
): Found | undefined {
  const { step, path, expressions } = request;
  const isKey = (place: Path) => place[3] === 'headers' && place[4] === keyHeader;
  const names = findNames(
    draft,
    expressions.filter(({ reference }) => isKey(reference.path)),
  );
  const place = { path: [...path, 'headers', keyHeader] };
  const hint = `make it different for each request that is meant to be carried out: ${step.name}-\${call.id}`;
  const told = describeSharedKey(names, draft);
  if (told !== undefined) return { code: 'shared-idempotency-key', message: told, ...place, hint };
  const changed = findWritten(back, draft).find((name) => names.has(`vars.${name}`));
  if (changed !== undefined)
    return {
      code: 'repeated-request',
      message: `"vars.${changed}" changes with each try, so each try has a key of its own and the request may be carried out twice`,
      ...place,
      hint: 'leave it out of the key',
    };
  // A new token in a header makes no other request.
  const sent = findNames(
    draft,
    expressions.filter(({ reference }) => reference.path[3] !== 'headers'),
  );
  const renewed = findRenewed(step.name, { names, sent }, draft);
  if (renewed !== undefined)
    return {
      code: 'repeated-request',
      message: `when it is not known whether the request was carried out, callers come back to it with another "vars.${renewed.name}", which step "${renewed.step}" gets anew: it has another key then, and may be carried out twice`,
      ...place,
      hint: 'make the key of what is paid, ordered or booked, or lead the failure to a person',
    };
  const round = findNextRound(draft, step.name);
  const next = findWritten(round, draft);
  const keyed = next.filter((name) => names.has(`vars.${name}`));
  // Answers may be the same again; anything else that changes makes a new key in each round.
  if (!keyed.every((name) => isAnswered(name, round, draft))) return undefined;
  const other = next.find(
    (name) =>
      sent.has(`vars.${name}`) &&
      !names.has(`vars.${name}`) &&
      (keyed.length === 0 ? !isCounter(name, round, draft) : isAnswered(name, round, draft)),
  );
  if (other === undefined) return undefined;
  const same = keyed[0] === undefined ? '' : ` and the same "vars.${keyed[0]}"`;
  return {
    code: 'shared-idempotency-key',
    message: `the second request of a call, with another "vars.${other}"${same}, has the key of the first, so the service takes it for a repetition`,
    ...place,
    hint: `add a value that differs, such as \${vars.${other}}`,
  };
}

/** Names that the key of a request reads, and those that the rest of it reads. */
interface KeyNames {
  names: ReadonlySet<string>;
  sent: ReadonlySet<string>;
}

/** Finds a value of the key that another request creates anew before the same order is sent once more. */
function findRenewed(
  request: string,
  { names, sent }: KeyNames,
  draft: FlowDraft,
): { name: string; step: string } | undefined {
  const back = findNextTry(draft, request);
  const isOther = [...back].some((step) =>
    [...getStepValues(draft, step).writes].some(
      ({ variable, kind }) => kind === 'answer' && sent.has(`vars.${variable}`),
    ),
  );
  if (isOther) return undefined;
  const creating = listRequests(draft).filter(({ step, method }) => method !== 'get' && back.has(step.name));
  return creating.flatMap(({ step }) =>
    step.name === request
      ? []
      : findWritten(new Set([step.name]), draft).flatMap((name) =>
          names.has(`vars.${name}`) ? [{ name, step: step.name }] : [],
        ),
  )[0];
}

/** True for a variable that the steps fill with answers of the caller alone. */
function isAnswered(name: string, steps: ReadonlySet<string>, draft: FlowDraft): boolean {
  const written = [...steps].flatMap((step) =>
    getStepValues(draft, step).writes.filter(({ variable }) => variable === name),
  );
  return written.every(({ kind }) => kind === 'answer');
}

/** True for a variable that the steps only count up or down. */
function isCounter(name: string, steps: ReadonlySet<string>, draft: FlowDraft): boolean {
  return [...steps].every((step) =>
    getStepValues(draft, step).writes.every(
      ({ variable, reads }) => variable !== name || reads.has(`vars.${name}`),
    ),
  );
}

function findWritten(steps: ReadonlySet<string>, draft: FlowDraft): string[] {
  const writes = findWrites(draft);
  return [...steps].flatMap((name) => [...(writes.get(name) ?? [])]);
}
