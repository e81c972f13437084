/** Numbers that callers key in for the dial plan, such as `transfer $1 XML default`: only the answers know whom they reach. */
import type { Answers } from '../project/index.ts';
import type { App } from './apps.ts';
import type { Pattern } from './model.ts';
import { findCaptured, listFitting } from './patterns.ts';

export interface Dialled {
  /** The destination as written, with `$1` in it. */
  template: string;
  /** Values of `$1` for which the answers have a number. */
  values: readonly string[];
  /** True if the pattern takes no other values. */
  isComplete: boolean;
}

/** Says which values an application can dial; undefined if it dials none, or if one answer serves all of them. */
export function findDialled(app: App, pattern: Pattern, numbers: Answers['numbers']): Dialled | undefined {
  const template = listAsked(app).find((asked) => asked.includes('$1'));
  if (template === undefined || findAnswer(template, numbers) !== undefined) return undefined;
  const [before = '', after = ''] = template.split('$1', 2);
  const values = Object.keys(numbers).flatMap((key) => {
    const isLike = key.length > before.length + after.length && key.startsWith(before) && key.endsWith(after);
    const value = key.slice(before.length, key.length - after.length);
    return isLike && pattern.test.test(toDigits(pattern, value)) ? [value] : [];
  });
  const fitting = listFitting(pattern);
  const dialled = new Set(values.map((value) => toDigits(pattern, value)));
  return { template, values, isComplete: fitting?.every((digits) => dialled.has(digits)) === true };
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

/** Returns an application with a value in the place of `$1`. */
export function withDialled(app: App, value: string): App {
  if (app.kind === 'transfer') return { ...app, key: app.key.replaceAll('$1', () => value) };
  if (app.kind !== 'bridge') return app;
  const parties = app.parties.map((party) =>
    'asked' in party ? { asked: party.asked.replaceAll('$1', () => value) } : party,
  );
  return { ...app, parties };
}

/** Returns the keys out of which a pattern takes a value. */
export function toDigits({ source }: Pattern, value: string): string {
  const parts = findCaptured({ source });
  return parts === undefined ? value : `${parts.before}${value}${parts.after}`;
}

function listAsked(app: App): string[] {
  if (app.kind === 'transfer') return [app.key];
  return app.kind === 'bridge' ? app.parties.flatMap((party) => ('asked' in party ? [party.asked] : [])) : [];
}
