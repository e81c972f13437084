/**
 * Derives responses of web services from what a step saves of them. The expressions themselves are evaluated: a member that
 * they read and that is missing gets a value, and another one if they fail with it.
 *
 * REPLIES-1 The expressions can be evaluated with every reply, and their values fit the variables.
 * REPLIES-2 An expression counts as impossible only if it fails with every type of JSON value, because of the types.
 */
import { createExpressions, ExpressionError, listTerms, toType } from '../../language/model/index.ts';
import type {
  Assignment,
  CompiledFlow,
  Expressions,
  FlowPart,
  Scope,
  Term,
  Value,
} from '../../language/model/index.ts';
import { createSample } from './beginnings.ts';
import { setInReply, varyReply, watchReads } from './reply.ts';
import type { Reply, ReplyPath } from './reply.ts';
import { listLiterals, listSamples } from './sample-values.ts';

/** Responses for what a step saves. */
export interface Replies {
  /** Replies with different saved values; empty if none was found. */
  replies: readonly Reply[];
  /** An expression for which no response has a value. */
  impossible?: string;
}

/** A step that saves parts of a response. */
interface Saving {
  save: readonly Assignment[];
  part: FlowPart;
  flow: CompiledFlow;
  /** Variables that are called or texted. */
  dialled: ReadonlySet<string>;
  /** Texts and numbers with which the flow compares. */
  wanted: readonly string[];
}

/** Maximum number of replies of one step. */
const MAX_REPLIES = 24;
/** Maximum number of evaluations for the first reply, for each other one, and for all others. */
const MAX_TRIES = 1_500;
const MAX_TRIES_EACH = 60;
const MAX_MORE_TRIES = 2_000;

/** Derives replies for a step. */
export function deriveReplies(saving: Saving): Replies {
  const search = new Search(saving);
  const first = search.complete(search.begin(), MAX_TRIES);
  if (first !== undefined) return { replies: search.diversify(first) };
  const impossible = search.findImpossible();
  return { replies: [], ...(impossible !== undefined && { impossible }) };
}

/** Lists the expressions of an assignment. */
function listSources({ value }: Assignment): string[] {
  if ('expression' in value) return [value.expression];
  return 'template' in value
    ? value.template.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.expr]))
    : [];
}

function mapValues<Declared, Given>(
  declared: Record<string, Declared>,
  map: (one: Declared) => Given,
): Record<string, Given> {
  return Object.fromEntries(Object.entries(declared).map(([name, one]) => [name, map(one)]));
}

/** Result of saving a reply. */
type Trial =
  { saved: Value[]; missing: ReplyPath[] } | { failed: Assignment; code: string; missing: ReplyPath[] };

/** Failures that depend on the types of values alone. */
const OVERLOAD_FAILURES = ['no_such_overload', 'no_matching_overload'];
const TYPE_FAILURES = [...OVERLOAD_FAILURES, 'no_such_key'];
/** Signs of expressions in which values decide which parts are evaluated. */
const CHOOSING = /[?[]|&&|\|\||\b(?:exists|exists_one|all|map|filter)\b/;

class Search {
  readonly #saving: Saving;
  readonly #expressions: Expressions;
  readonly #names: Pick<Scope, 'vars' | 'params' | 'env'>;
  /** The part of the body that is read. */
  readonly #body: 'json' | 'text' | undefined;
  readonly #readsHeaders: boolean;
  readonly #readsStatus: boolean;
  /** The parts of conditions, each of which has a result of its own. */
  readonly #parts: readonly string[];
  readonly #failures: { failed: Assignment; code: string }[] = [];
  #left = 0;

  constructor(saving: Saving) {
    const { save, part, flow } = saving;
    this.#saving = saving;
    this.#expressions = createExpressions({ vars: part.vars, params: part.params, env: flow.env });
    this.#names = {
      vars: mapValues(part.vars, ({ initial }) => initial),
      params: mapValues(part.params, ({ type, default: value }) => value ?? createSample(type)),
      env: mapValues(flow.env, ({ default: value }) => value ?? 'setting'),
    };
    const reads = new Set(save.flatMap(listSources).flatMap((one) => [...this.#expressions.findReads(one)]));
    this.#body = (['json', 'text'] as const).find((part) => reads.has(`response.${part}`));
    this.#readsHeaders = reads.has('response.headers');
    this.#readsStatus = reads.has('response.status');
    this.#parts = save
      .flatMap(listSources)
      .flatMap((source) => listJoinedParts(source, this.#expressions.parse(source)));
  }

  /** Returns a reply without values. A body that nobody reads is an empty object. */
  begin(): Reply {
    const isRead = this.#body !== undefined;
    return { ...(this.#readsHeaders && { headers: {} }), ...(!isRead && { json: {} }) };
  }

  /** Adds values to a reply until it can be saved; undefined if that fails. */
  complete(reply: Reply, tries: number): Reply | undefined {
    this.#left = tries;
    return this.#complete(reply);
  }

  #complete(reply: Reply): Reply | undefined {
    if (this.#left <= 0) return undefined;
    this.#left -= 1;
    const trial = this.#try(reply);
    if ('saved' in trial) return reply;
    // CEL looks into lists to name a type.
    const path = OVERLOAD_FAILURES.includes(trial.code) ? undefined : trial.missing.at(-1);
    if (path === undefined) this.#failures.push(trial);
    for (const value of path === undefined ? [] : this.#listSamples(path, trial.failed)) {
      const whole = this.#complete(setInReply(reply, path ?? [], value));
      if (whole !== undefined) return whole;
    }
    return undefined;
  }

  /**
   * Returns replies with other saved values, the given one first. A reply with which a part of a condition has another
   * result is varied further, though what is saved is still the same.
   */
  diversify(first: Reply): Reply[] {
    const found = new Map<string, Reply>([[this.#nameSaved(first), first]]);
    const bases = new Map<string, Reply>([[this.#nameParts(first), first]]);
    let left = MAX_MORE_TRIES;
    // A map's iterator also visits entries that are added while it runs.
    for (const reply of bases.values())
      for (const other of this.#vary(reply)) {
        if (found.size >= MAX_REPLIES || left <= 0) return [...found.values()];
        const whole = this.complete(other, MAX_TRIES_EACH);
        left -= MAX_TRIES_EACH - this.#left;
        if (whole === undefined) continue;
        const [saved, parts] = [this.#nameSaved(whole), this.#nameParts(whole)];
        if (!found.has(saved)) found.set(saved, whole);
        if (!bases.has(parts)) bases.set(parts, whole);
      }
    return [...found.values()];
  }

  #nameSaved(reply: Reply): string {
    const trial = this.#try(reply);
    return JSON.stringify('saved' in trial ? trial.saved : '');
  }

  /** Names what is saved of a reply, and the results of all parts of conditions. */
  #nameParts(reply: Reply): string {
    const scope = this.#createScope(reply, () => undefined);
    const results = this.#parts.map((part) => this.#evaluatePart(part, scope));
    return `${this.#nameSaved(reply)} ${JSON.stringify(results)}`;
  }

  #evaluatePart(part: string, scope: Scope): Value | undefined {
    try {
      return this.#expressions.evaluate(part, scope);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return undefined;
    }
  }

  *#vary(reply: Reply): Generator<Reply> {
    const { save, wanted } = this.#saving;
    for (const path of this.#try(reply).missing)
      for (const one of save)
        for (const value of this.#listSamples(path, one)) yield setInReply(reply, path, value);
    const literals = save.flatMap(listSources).flatMap(listLiterals);
    const texts = [...new Set([...wanted, ...literals])];
    if (this.#readsStatus)
      for (const text of texts) if (/^2\d\d$/.test(text)) yield { ...reply, status: Number(text) };
    yield* varyReply(reply, texts);
  }

  /** Returns the expression that fails with every type of value; undefined if that is not certain. */
  findImpossible(): string | undefined {
    const [failed, ...others] = new Set(this.#failures.map((one) => one.failed));
    const source = failed === undefined ? '' : listSources(failed).join(' ');
    const isByType = this.#failures.every(({ code }) => TYPE_FAILURES.includes(code));
    const isCertain = this.#left > 0 && isByType && others.length === 0 && !CHOOSING.test(source);
    return isCertain && source !== '' ? source : undefined;
  }

  #listSamples(path: ReplyPath, { variable, value }: Assignment) {
    const { part, dialled } = this.#saving;
    return listSamples(path, {
      source: listSources({ variable, value }).join(' '),
      type: part.vars[variable]?.type ?? 'string',
      isDialled: dialled.has(variable),
    });
  }

  /** Saves a reply as the step would. */
  #try(reply: Reply): Trial {
    const unused: ReplyPath[] = [];
    const saved: Value[] = [];
    for (const one of this.#saving.save) {
      const missing: ReplyPath[] = [];
      try {
        saved.push(this.#evaluate(one, reply, missing));
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        const { code = '' } = (error.cause ?? {}) as { code?: string };
        return { failed: one, code, missing };
      }
      unused.push(...missing);
    }
    return { saved, missing: unused };
  }

  #evaluate({ variable, value }: Assignment, reply: Reply, missing: ReplyPath[]): Value {
    if ('literal' in value) return value.literal;
    if (this.#body !== undefined && reply[this.#body] === undefined) {
      missing.push([this.#body]);
      throw new ExpressionError('the response has no body yet');
    }
    const found = this.#read(value, reply, missing);
    const typed = toType(found, this.#saving.part.vars[variable]?.type ?? 'string');
    if (typed === undefined) throw new ExpressionError('the value does not fit the variable');
    return typed;
  }

  #read(value: Exclude<Assignment['value'], { literal: Value }>, reply: Reply, missing: ReplyPath[]): Value {
    const scope = this.#createScope(reply, (path) => missing.push(path));
    return 'expression' in value
      ? this.#expressions.evaluate(value.expression, scope)
      : this.#expressions.render(value.template, scope);
  }

  #createScope(reply: Reply, note: (path: ReplyPath) => void): Scope {
    const { json, headers = {}, status = 200 } = reply;
    return {
      ...NO_CALL,
      ...this.#names,
      response: {
        status,
        headers: watchReads(headers, ['headers'], note) as Record<string, string>,
        text: reply.text ?? JSON.stringify(json ?? null),
        json: watchReads(json ?? null, ['json'], note),
      },
    };
  }
}

/** Lists the parts of an expression that `&&` and `||` join. */
function listJoinedParts(source: string, term: Term | undefined): string[] {
  const joined = (term === undefined ? [] : listTerms(term)).filter(isJoin);
  return joined
    .flatMap(({ args }) => args)
    .filter((one) => !isJoin(one) && !asksPresence(one))
    .map((one) => source.slice(one.start, one.end));
}

/** True for `has(…)`: replies without the value are tried as a whole. */
function asksPresence(term: Term): boolean {
  return term.kind === 'call' && term.name === 'has';
}

function isJoin(term: Term): term is Extract<Term, { kind: 'operation' }> {
  return term.kind === 'operation' && (term.operator === '&&' || term.operator === '||');
}

const TEXTS = { id: '', from: '', to: '' };
/** Values of a call of which nothing is known. */
const NO_CALL = {
  params: {},
  env: {},
  call: { ...TEXTS, direction: '', reason: '', language: '', recording_url: '' },
  error: { code: '', message: '', step: '' },
  message: { from: '', text: '' },
  room: { id: '', token: '' },
};
