/** Numbers that callers key in for the dial plan, such as `transfer $1 XML default`: only the answers know whom they reach. */
import type { Answers } from '../project/index.ts';
import type { App } from './apps.ts';
import type { Pattern } from './model.ts';
import { findCaptured, listFitting } from './patterns.ts';

export interface Dialled {
  /** The destination as written, with `$0` or `$1` in it. */
  template: string;
  /** Keys for which the answers have a number. */
  known: readonly string[];
  /** True if the pattern takes no other keys. */
  isComplete: boolean;
}

/** `$0` stands for all keys, `$1` for those in the group of the pattern. */
const KEYED_IN = /\$[01]/;

/** Says which keys an application can dial; undefined if it dials none, or if one answer serves all of them. */
export function findDialled(app: App, pattern: Pattern, numbers: Answers['numbers']): Dialled | undefined {
  const template = listAsked(app).find((asked) => KEYED_IN.test(asked));
  if (template === undefined || findAnswer(template, numbers) !== undefined) return undefined;
  const known = Object.keys(numbers).flatMap((key) => findDigits(key, template, pattern) ?? []);
  const dialled = new Set(known);
  const isComplete = listFitting(pattern)?.every((digits) => dialled.has(digits)) === true;
  return { template, known, isComplete };
}

/** Finds the keys that make a destination of a template. */
function findDigits(asked: string, template: string, pattern: Pattern): string | undefined {
  const at = template.search(KEYED_IN);
  const isWhole = template.startsWith('$0', at);
  for (let end = at + 1; end <= asked.length; end += 1) {
    const value = asked.slice(at, end);
    const digits = isWhole ? value : toDigits(pattern, value);
    if (pattern.test.test(digits) && fillIn(template, pattern, digits) === asked) return digits;
  }
  return undefined;
}

/** Finds the answer for a destination: its own, or one in which `$1` stands for a part of it, such as `$1 XML default`. */
export function findAnswer(
  asked: string,
  numbers: Answers['numbers'],
): { key: string; part?: string } | undefined {
  if (Object.hasOwn(numbers, asked)) return { key: asked };
  for (const key of Object.keys(numbers)) {
    const [before = '', after] = key.split('$1');
    if (after === undefined || asked.length <= before.length + after.length) continue;
    if (asked.startsWith(before) && asked.endsWith(after))
      return { key, part: asked.slice(before.length, asked.length - after.length) };
  }
  return undefined;
}

/** Returns an application with keys in the place of `$0` and `$1`. */
export function withDialled(app: App, pattern: Pattern, digits: string): App {
  if (app.kind === 'transfer') return { ...app, key: fillIn(app.key, pattern, digits) };
  if (app.kind !== 'bridge') return app;
  const parties = app.parties.map((party) =>
    'asked' in party ? { asked: fillIn(party.asked, pattern, digits) } : party,
  );
  return { ...app, parties };
}

/** Puts keys in the place of `$0` and `$1`. */
export function fillIn(text: string, pattern: Pattern, digits: string): string {
  const [whole = '', value = whole] = pattern.test.exec(digits) ?? [];
  return text.replaceAll('$1', () => value).replaceAll('$0', () => whole);
}

/** Returns the keys out of which a pattern takes a value. */
function toDigits({ source }: Pattern, value: string): string {
  const parts = findCaptured({ source });
  return parts === undefined ? value : `${parts.before}${value}${parts.after}`;
}

function listAsked(app: App): string[] {
  if (app.kind === 'transfer') return [app.key];
  return app.kind === 'bridge' ? app.parties.flatMap((party) => ('asked' in party ? [party.asked] : [])) : [];
}
