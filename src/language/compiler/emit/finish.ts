import type { CheckedFlow, DraftStep, FlowDraft } from '../types.ts';
import { durationMs } from '../verbs/parts/fragments.ts';
import type { Table } from '../../model/index.ts';
import type { CollectStep, FlowSource } from '../../../../schemas/types/flow.ts';
import { spokenForm } from '../verbs/parts/collected.ts';
import { confirmationPrompt, confirmationText } from '../verbs/parts/confirmation.ts';
import { toPart, byLanguage } from '../verbs/parts/prompts.ts';

const DEFAULT_DURATION = '1h';
const DEFAULT_BRIDGE = '4h';
const DEFAULT_STEPS = 500;

/** Fills in every default of a draft without errors. */
export function finish(draft: FlowDraft): CheckedFlow {
  const { languages, vars, params, env, alwaysKeys, graph, others, returns, hours } = draft;
  // The schema has found nothing missing.
  const { name, voice, limits, on = {}, ...source } = draft.source as FlowSource;
  const prompts = Object.entries(source.prompts ?? {});
  return {
    name,
    languages,
    ...(voice === undefined ? {} : { voice }),
    vars: withSpokenForms(vars, draft),
    params,
    env,
    prompts: {
      ...Object.fromEntries(prompts.map(([prompt, said]) => [prompt, byLanguage(said, languages)])),
      ...confirmationsOf(draft),
    },
    hours,
    tables: tablesOf(draft),
    alwaysKeys,
    alwaysPhrases: Object.entries(source.always?.phrases ?? {}).map(([goto, phrases]) => ({ phrases, goto })),
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

/** Gives each variable that a collect fills the spoken form of its type, in all prompts. */
function withSpokenForms(vars: FlowDraft['vars'], draft: FlowDraft): FlowDraft['vars'] {
  const collected = Map.groupBy(collectsOf(draft), ({ body }) => body.save);
  return Object.fromEntries(
    Object.entries(vars).map(([name, declared]) => {
      const as = declared.secret
        ? undefined
        : spokenForm((collected.get(name) ?? []).map(({ body }) => body));
      return [name, { ...declared, ...(as && { as }) }];
    }),
  );
}

/** Returns the default confirmation prompts of collect steps. */
function confirmationsOf(draft: FlowDraft): CheckedFlow['prompts'] {
  const { languages } = draft;
  const own = collectsOf(draft).filter(
    ({ body: { confirm } }) =>
      confirm === true || (typeof confirm === 'object' && confirm.prompt === undefined),
  );
  return Object.fromEntries(
    own.map(({ step, body: { save: variable, speech = false } }) => {
      const isSpoken = speech !== false;
      const text = (language: string) => confirmationText(language, { variable, isSpoken }) ?? '';
      return [
        confirmationPrompt(step),
        Object.fromEntries(languages.map((language) => [language, [toPart(text(language))]])),
      ];
    }),
  );
}

function collectsOf({ steps }: FlowDraft): { step: string; body: CollectStep }[] {
  return steps.flatMap(({ name, content }) =>
    content?.verb.name === 'collect' ? [{ step: name, body: content.body as CollectStep }] : [],
  );
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
