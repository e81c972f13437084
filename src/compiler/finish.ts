import type { CheckedFlow } from './checked-flow.ts';
import type { DraftStep, FlowDraft } from './draft.ts';
import { durationMs } from './fragments.ts';
import type { Table } from '../flow/index.ts';
import type { FlowSource } from '../../schemas/types/flow.ts';
import { byLanguage } from './prompts-by-language.ts';

const DEFAULT_DURATION = '1h';
const DEFAULT_BRIDGE = '4h';
const DEFAULT_STEPS = 500;

/** A draft in which no error was found, with every default filled in. */
export function finish(draft: FlowDraft): CheckedFlow {
  const { languages, vars, params, env, alwaysKeys, graph, others, returns, hours } = draft;
  // Nothing was found missing.
  const { name, voice, limits, on = {}, ...source } = draft.source as FlowSource;
  const prompts = Object.entries(source.prompts ?? {});
  return {
    name,
    languages,
    ...(voice === undefined ? {} : { voice }),
    vars,
    params,
    env,
    prompts: Object.fromEntries(prompts.map(([prompt, said]) => [prompt, byLanguage(said, languages)])),
    hours,
    tables: tablesOf(draft),
    alwaysKeys,
    others,
    returns,
    limits: {
      durationMs: durationMs(limits?.duration ?? DEFAULT_DURATION),
      bridgeMs: durationMs(limits?.bridge ?? DEFAULT_BRIDGE),
      steps: limits?.steps ?? DEFAULT_STEPS,
    },
    on,
    steps: draft.steps.map((step) => finishStep(step, draft)),
    graph,
  };
}

function tablesOf({ tables }: FlowDraft): Record<string, Table> {
  return Object.fromEntries(
    [...tables].flatMap(([name, { table }]) => (table === undefined ? [] : [[name, table]])),
  );
}

function finishStep({ name, nameRange, content, next, on }: DraftStep, { document }: FlowDraft) {
  if (!content) throw new Error(`step "${name}" is broken, but nobody told`);
  return {
    name,
    verb: content.verb.name,
    body: content.body,
    ...(next === undefined ? {} : { next }),
    on: Object.fromEntries(on ?? []) as Record<string, string>,
    span: document.span(nameRange),
  };
}
