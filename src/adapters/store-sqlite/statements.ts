import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Prepared statements by name. */
export type Statements<Texts> = { readonly [name in keyof Texts]: StatementSync };

/** Prepares all statements, so that an invalid one fails when the store is opened. */
export function prepareAll<Texts extends Record<string, string>>(
  db: DatabaseSync,
  texts: Texts,
): Statements<Texts> {
  const prepared = Object.entries(texts).map(([name, text]) => [name, db.prepare(text)]);
  return Object.fromEntries(prepared) as Statements<Texts>;
}
