import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** One prepared statement for each text, under the same name. */
export type Statements<Texts> = { readonly [name in keyof Texts]: StatementSync };

/** Prepares every statement once, so that a mistake in one shows when the store is opened. */
export function prepareAll<Texts extends Record<string, string>>(
  db: DatabaseSync,
  texts: Texts,
): Statements<Texts> {
  const prepared = Object.entries(texts).map(([name, text]) => [name, db.prepare(text)]);
  return Object.fromEntries(prepared) as Statements<Texts>;
}
