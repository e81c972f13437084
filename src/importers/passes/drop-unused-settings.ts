/** Leaves out settings of which no step is left: what only a stub led to is not written. */
import type { Draft } from '../project/index.ts';

export function dropUnusedSettings(draft: Draft): Draft {
  const { env, ...rest } = draft.flow;
  if (env === undefined) return draft;
  const text = JSON.stringify(rest);
  const used = Object.entries(env).filter(([name]) => new RegExp(`\\benv\\.${name}\\b`).test(text));
  if (used.length === Object.keys(env).length) return draft;
  return { ...draft, flow: { ...rest, ...(used.length > 0 && { env: Object.fromEntries(used) }) } };
}
