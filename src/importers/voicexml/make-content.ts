/** Writes executable content as steps, the last action first. */
import { toCel, toCelCondition } from '../ecmascript/index.ts';
import { describeNode } from '../project/index.ts';
import type { Place } from '../project/index.ts';
import type { FlowMaker } from './flow-maker.ts';
import type { Action, Content, Item, Script } from './model.ts';
import { listWords, toPrompt } from './prompts.ts';
import { emptyValue, writeValue } from './variables.ts';

/** Where content leads: without `<reprompt/>`, and after one. */
interface Pair {
  plain: string;
  again: string;
}

export interface ContentAt {
  maker: FlowMaker;
  node: string;
  item: Item;
  /** Returns where an event leads that content throws. */
  throwTo: (event: string) => string;
  /** Returns where an item is visited. */
  visit: (item: string) => string;
  /** Lists what makes an item unset, by its name. */
  unset: (item: string) => Record<string, string | number | boolean>;
}

/** Writes content and returns where it begins. */
export function makeContent(at: ContentAt, content: Content, after: Pair): Pair {
  return makeActions(content, { at, after, mayBeAgain: false });
}

function makeActions(content: Content, { at, after, mayBeAgain }: Step): Pair {
  const firstReprompt = content.findIndex((action) => asksAgain([action]));
  let pair = after;
  for (const [index, action] of [...content.entries()].toReversed()) {
    const isAgainNeeded = mayBeAgain || (firstReprompt >= 0 && firstReprompt < index);
    pair = makeAction(action, { at, after: pair, mayBeAgain: isAgainNeeded });
  }
  return pair;
}

function asksAgain(content: Content): boolean {
  return content.some(
    (action) =>
      action.kind === 'reprompt' ||
      (action.kind === 'if' && action.branches.some((branch) => asksAgain(branch.content))),
  );
}

interface Step {
  at: ContentAt;
  after: Pair;
  mayBeAgain: boolean;
}

function makeAction(action: Action, { at, after, mayBeAgain }: Step): Pair {
  if (action.kind === 'reprompt') return { plain: after.again, again: after.again };
  if (action.kind === 'if') return makeIf(action, { at, after, mayBeAgain });
  const plain = makeStep(at, action, after.plain);
  return {
    plain,
    again: after.plain === after.again || !mayBeAgain ? plain : makeStep(at, action, after.again),
  };
}

function makeIf({ branches, place }: Action & { kind: 'if' }, { at, after, mayBeAgain }: Step): Pair {
  const { maker } = at;
  const made = branches.map(({ cond, content }) => ({
    cond,
    pair: makeActions(content, { at, after, mayBeAgain }),
  }));
  const decide = (which: keyof Pair): string => {
    const conditional = made.filter(({ cond }) => cond !== undefined);
    const otherwise = made.find(({ cond }) => cond === undefined)?.pair[which] ?? after[which];
    const cases = conditional.map(({ cond, pair }) => ({
      when: writeCondition(maker, cond),
      goto: pair[which],
    }));
    if (cases.some(({ when }) => when === undefined))
      return addScriptStub(at, branches[0]?.cond, { place, next: otherwise });
    const written = cases.map(({ when = '', goto }) => ({ when, goto }));
    return maker.add(
      `check ${nameCondition(branches[0]?.cond)}`,
      { switch: written, next: otherwise },
      { node: at.node },
    );
  };
  const plain = decide('plain');
  const isSame = after.plain === after.again && made.every(({ pair }) => pair.plain === pair.again);
  return { plain, again: isSame || !mayBeAgain ? plain : decide('again') };
}

/** Names a condition by what it reads. */
function nameCondition(cond: Script | undefined): string {
  return /[a-z_$][\w$]*/i.exec(cond?.text ?? '')?.[0]?.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ') ?? '';
}

/** Writes a condition; undefined if a flow cannot decide it. */
export function writeCondition(maker: FlowMaker, cond: Script | undefined): string | undefined {
  if (cond?.expression === undefined) return undefined;
  const translated = toCelCondition(cond.expression, maker.resolve);
  return translated.ok ? translated.cel : undefined;
}

export function addScriptStub(
  { maker, node }: Pick<ContentAt, 'maker' | 'node'>,
  script: Script | undefined,
  { place, next }: { place: Place; next: string },
): string {
  return maker.addStub(`script ${script?.text ?? ''}`, 'ECMASCRIPT', { node, place, next });
}

function makeStep(at: ContentAt, action: Exclude<Action, { kind: 'if' | 'reprompt' }>, next: string): string {
  const { maker } = at;
  const { place } = action;
  switch (action.kind) {
    case 'say': {
      const prompt = toPrompt(action.prompt.parts, { resolve: maker.resolve, language: maker.doc.language });
      if (prompt === undefined)
        return addScriptStub(at, findUnsaid(maker, action.prompt.parts), { place, next });
      if (action.prompt.parts.length === 0) return next;
      const said = maker.add(
        describeNode('say', listWords(action.prompt.parts)),
        { say: prompt, next },
        { node: at.node },
      );
      if (action.prompt.cond === undefined) return said;
      const when = writeCondition(maker, action.prompt.cond);
      if (when === undefined) return addScriptStub(at, action.prompt.cond, { place, next });
      return maker.add(
        `check ${nameCondition(action.prompt.cond)}`,
        { switch: [{ when, goto: said }], next },
        { node: at.node },
      );
    }
    case 'assign':
      return makeAssignment(at, action, next);
    case 'clear': {
      const names = action.names ?? maker.dialog.items.map(({ name }) => name);
      const set = Object.assign({}, ...names.map((name) => clearName(maker, name, at))) as Record<
        string,
        string | number | boolean
      >;
      return Object.keys(set).length === 0
        ? next
        : maker.add(
            `clear ${names.length === 1 ? (names[0] ?? '') : 'answers'}`,
            { set, next },
            { node: at.node },
          );
    }
    case 'goto':
      return maker.enter(action.target) ?? makeMissing(maker, action, at);
    case 'goto_item':
      return at.visit(action.item);
    case 'submit':
      return makeSubmit(maker, action, at);
    case 'exit':
    case 'disconnect':
      return 'hangup';
    case 'return':
      return makeReturn(maker, action, at);
    case 'throw':
      return at.throwTo(action.event);
    case 'foreign':
      return maker.addStub(action.what, action.reason, { node: at.node, place, next });
  }
}

/** Finds the first value that a flow cannot compute. */
function findUnsaid(
  maker: FlowMaker,
  parts: (Action & { kind: 'say' })['prompt']['parts'],
): Script | undefined {
  const values = parts.flatMap((part) => (part.kind === 'value' ? [part.value] : []));
  return values.find(({ expression }) => expression === undefined || !toCel(expression, maker.resolve).ok);
}

function clearName(maker: FlowMaker, name: string, at: ContentAt): Record<string, string | number | boolean> {
  if (maker.dialog.items.some((item) => item.name === name)) return at.unset(name);
  const variable = maker.shared.variables.find(name, maker.scope);
  if (variable === undefined) return {};
  const empty = emptyValue(variable.type);
  maker.declare(variable.name, empty);
  return { [variable.name]: empty };
}

function makeAssignment(
  at: ContentAt,
  { name, value, place }: Action & { kind: 'assign' },
  next: string,
): string {
  const { maker } = at;
  const variable = maker.shared.variables.find(name, maker.scope);
  const written =
    variable === undefined || value.expression === undefined
      ? undefined
      : writeValue(value.expression, {
          type: variable.reads === undefined ? variable.type : 'string',
          resolve: maker.resolve,
        });
  if (variable === undefined || written === undefined) return addScriptStub(at, value, { place, next });
  maker.declare(variable.name, variable.reads === undefined ? emptyValue(variable.type) : '');
  return maker.add(`set ${variable.name}`, { set: { [variable.name]: written }, next }, { node: at.node });
}

/** Writes a way to a dialog or document that is not there. */
function makeMissing(
  maker: FlowMaker,
  { target, place }: Action & { kind: 'goto' | 'submit' },
  at: ContentAt,
): string {
  const flow = target.kind === 'remote' ? maker.shared.elsewhere.find(target.address, place) : undefined;
  if (flow !== undefined && target.kind === 'remote') {
    const detail = target.address;
    maker.shared.grades.lower(at.node, { grade: 'near', reason: 'SUBFLOW_ELSEWHERE', place, detail });
    return maker.add(`go to ${flow}`, { goto: { flow }, on: { failed: 'hangup' } }, { node: at.node });
  }
  if (target.kind !== 'dialog')
    return maker.addStub(target.kind === 'remote' ? target.address : target.text, 'REMOTE_DOCUMENT', {
      node: at.node,
      place,
      next: 'hangup',
    });
  maker.shared.grades.report(place, {
    code: 'import-missing-target',
    message: `there is no dialog "${target.dialog}" in ${target.doc}; the call ends there`,
  });
  return 'hangup';
}

function makeSubmit(maker: FlowMaker, action: Action & { kind: 'submit' }, at: ContentAt): string {
  const { target, method, names, place } = action;
  if (target.kind === 'dialog') return maker.enter(target) ?? makeMissing(maker, action, at);
  const address = target.kind === 'remote' ? target.address : target.text;
  const stub = maker.addStub('document', 'REMOTE_DOCUMENT', { node: at.node, place, next: 'hangup' });
  if (target.kind === 'computed' || !/^https?:/i.test(address)) return stub;
  const all =
    names.length > 0
      ? names
      : maker.dialog.items.filter(({ kind }) => kind !== 'block').map(({ name }) => name);
  const fields = all.map(
    (name) => [name, toCel({ kind: 'name', names: name.split('.'), offset: 0 }, maker.resolve)] as const,
  );
  const written = Object.fromEntries(
    fields.map(([name, value]) => [name, value.ok ? `\${${value.cel}}` : '']),
  );
  const body =
    Object.keys(written).length === 0 ? {} : method === 'post' ? { form: written } : { query: written };
  const step = method === 'post' ? { http: { post: address, ...body } } : { http: { get: address, ...body } };
  const on = { client_error: stub, server_error: stub, timeout: stub, failed: stub };
  return maker.add('submit', { ...step, next: stub, on }, { node: at.node });
}

function makeReturn(
  maker: FlowMaker,
  { names, event, place }: Action & { kind: 'return' },
  at: ContentAt,
): string {
  if (!maker.isSub) return 'hangup';
  if (event !== undefined)
    return maker.add(`return ${event}`, { return: nameOutcome(event) }, { node: at.node });
  const values = names.map(
    (name) => [name, toCel({ kind: 'name', names: name.split('.'), offset: 0 }, maker.resolve)] as const,
  );
  const lost = values.find(([, value]) => !value.ok);
  if (lost !== undefined) return addScriptStub(at, { text: lost[0] }, { place, next: 'return' });
  const given = values.map(
    ([name, value]) =>
      [
        nameResult(name),
        value.ok ? (value.type === 'string' ? value.cel : `string(${value.cel})`) : '""',
      ] as const,
  );
  maker.draft.flow.returns = { ...maker.draft.flow.returns, ...Object.fromEntries(given) };
  return 'return';
}

/** Names an event as an outcome. */
export function nameOutcome(event: string): string {
  const name = event.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  return /^[a-z]/.test(name) && !['done', 'failed'].includes(name) ? name : `event_${name}`;
}

export function nameResult(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_');
  return /^[a-z]/.test(words) ? words : `value_${words}`;
}
