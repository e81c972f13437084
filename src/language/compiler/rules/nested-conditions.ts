import { listParts, type Term } from '../../model/index.ts';
import { conjoin, toAlternatives, type Alternatives } from '../check/condition-formula.ts';
import { findReferenceSpan, isImportedStep, listExpressions, stepNameOf } from '../check/references.ts';
import { shortenText } from '../read/words.ts';
import { isImpossible, type FindDomain } from './condition-solver.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { findDomain, findWholeNumbers } from './value-domains.ts';

/**
 * Reports conditions inside an expression that what is decided before them leaves without effect: in
 * `a ? x : b ? y : z` nobody gets `y` if `b` holds only where `a` holds, and in `a ? b ? x : y : z` nobody gets `y` if
 * `b` holds wherever `a` holds. A last condition that only spells out what is left is meant.
 */
export const nestedConditions: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { reference, source, start } of listExpressions(draft)) {
      const term = source.includes('?') ? draft.expressions().parse(source) : undefined;
      if (term === undefined || isImportedStep(draft, reference)) continue;
      for (const { condition, decided, isCertain } of new Search(source, draft).run(term)) {
        // A value that never occurs is told by another rule.
        const isTold = isImpossible(toAlternatives(condition, source), (name) =>
          findDomain(draft, name, stepNameOf(reference)),
        );
        if (isTold && !isCertain) continue;
        const text = shortenText(source.slice(condition.start, condition.end));
        const before = shortenText(source.slice(decided.start, decided.end));
        report({
          code: isCertain ? 'certain-condition' : 'impossible-condition',
          message: `${text} is ${isCertain ? 'always' : 'never'} true here: ${before} is decided before it`,
          span: findReferenceSpan(draft.document, reference, {
            start: start + condition.start,
            end: start + condition.end,
          }),
          hint: 'put the narrower condition first, or correct one of the two',
        });
      }
    }
  },
};

/** A condition that is decided before a part of an expression is computed. */
interface Decided {
  condition: Term;
  /** True where it holds, false where it does not. */
  isTrue: boolean;
  /** What follows from it. */
  held: Alternatives;
}

interface Found {
  condition: Term;
  decided: Term;
  isCertain: boolean;
}

/** Follows the branches of an expression with what is decided on the way to each. */
class Search {
  readonly #source: string;
  readonly #find: FindDomain;
  readonly #found: Found[] = [];

  constructor(source: string, draft: FlowDraft) {
    this.#source = source;
    this.#find = findWholeNumbers(draft);
  }

  run(term: Term): readonly Found[] {
    this.#visit(term, []);
    return this.#found;
  }

  #visit(term: Term, before: readonly Decided[]): void {
    const [first, second, third] = term.kind === 'operation' ? term.args : [];
    const operator = term.kind === 'operation' ? term.operator : '';
    if (first === undefined || second === undefined || !BRANCHING.has(operator)) {
      for (const part of listParts(term)) this.#visit(part, before);
      return;
    }
    this.#visit(first, before);
    if (third === undefined) this.#visit(second, [...before, this.#decide(first, operator === '&&')]);
    // What a condition without effect decides is not looked at.
    else if (!this.#judge(first, before)) {
      this.#visit(second, [...before, this.#decide(first, true)]);
      this.#visit(third, [...before, this.#decide(first, false)]);
    }
  }

  #decide(condition: Term, isTrue: boolean): Decided {
    return { condition, isTrue, held: toAlternatives(condition, this.#source, isTrue) };
  }

  /** Reports a condition without effect; true when it is one. */
  #judge(condition: Term, before: readonly Decided[]): boolean {
    const last = before.at(-1);
    if (last === undefined || this.#isNever(before)) return false;
    const [held, refused] = [true, false].map((isTrue) => this.#decide(condition, isTrue));
    const isExcluded = (one: Decided | undefined, by = before): boolean =>
      one !== undefined && !this.#isNever([one]) && this.#isNever([...by, one]);
    const excluded = isExcluded(held) ? held : last.isTrue && isExcluded(refused) ? refused : undefined;
    if (excluded === undefined) return false;
    const decided = before.find((one) => isExcluded(excluded, [one])) ?? last;
    this.#found.push({ condition, decided: decided.condition, isCertain: !excluded.isTrue });
    return true;
  }

  #isNever(all: readonly Decided[]): boolean {
    return isImpossible(conjoin(...all.map(({ held }) => held)), this.#find);
  }
}

const BRANCHING = new Set(['?:', '&&', '||']);
