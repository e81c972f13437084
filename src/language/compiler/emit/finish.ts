import type { CheckedFlow, DraftStep, FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { Table } from '../../model/index.ts';
import type { CollectStep, FlowSource, MenuStep } from '../../../../schemas/types/flow.ts';
import { findSpokenForm } from '../verbs/parts/collected.ts';
import { nameConfirmationPrompt, buildConfirmationText } from '../verbs/parts/confirmation.ts';
import { toPart, toPartsByLanguage } from '../verbs/parts/prompts.ts';

const DEFAULT_DURATION = '1h';
const DEFAULT_BRIDGE = '4h';
const DEFAULT_STEPS = 500;

/** Fills in every default of a draft without errors. */
export function finishDraft(draft: FlowDraft): CheckedFlow {
  const { languages, vars, params, env, alwaysKeys, graph, others, returns, hours } = draft;
  // The schema has found nothing missing.
  const { name, voice, limits, on = {}, ...source } = draft.source as FlowSource;
  const prompts = Object.entries(source.prompts ?? {});
  return {
    name,
    languages,
    ...(voice === undefined ? {} : { voice }),
    vars: addSpokenForms(vars, draft),
    params,
    env,
    prompts: {
      ...Object.fromEntries(prompts.map(([prompt, said]) => [prompt, toPartsByLanguage(said, languages)])),
      ...buildConfirmations(draft),
    },
    hours,
    tables: listTables(draft),
    alwaysKeys,
    alwaysPhrases: Object.entries(source.always?.phrases ?? {}).map(([goto, phrases]) => ({ phrases, goto })),
    others,
    returns,
    limits: {
      durationMs: parseDuration(limits?.duration ?? DEFAULT_DURATION),
      bridgeMs: parseDuration(limits?.bridge ?? DEFAULT_BRIDGE),
      steps: limits?.steps ?? DEFAULT_STEPS,
    },
    on,
    steps: draft.steps.map((step) => finishStep(step, draft)),
    graph,
  };
}

/** Gives each variable that a collect fills the spoken form of its type, in all prompts. */
function addSpokenForms(vars: FlowDraft['vars'], draft: FlowDraft): FlowDraft['vars'] {
  const collected = Map.groupBy(
    [...listCollectSteps(draft), ...listExtensions(draft)],
    ({ body }) => body.save,
  );
  return Object.fromEntries(
    Object.entries(vars).map(([name, declared]) => {
      const as = declared.secret
        ? undefined
        : findSpokenForm((collected.get(name) ?? []).map(({ body }) => body));
      return [name, { ...declared, ...(as && { as }) }];
    }),
  );
}

function buildConfirmations(draft: FlowDraft): CheckedFlow['prompts'] {
  const { languages } = draft;
  const own = listCollectSteps(draft).filter(
    ({ body: { confirm } }) =>
      confirm === true || (typeof confirm === 'object' && confirm.prompt === undefined),
  );
  return Object.fromEntries(
    own.map(({ step, body: { save: variable, speech = false } }) => {
      const isSpoken = speech !== false;
      const buildText = (language: string) => buildConfirmationText(language, { variable, isSpoken }) ?? '';
      return [
        nameConfirmationPrompt(step),
        Object.fromEntries(languages.map((language) => [language, [toPart(buildText(language))]])),
      ];
    }),
  );
}

function listCollectSteps({ steps }: FlowDraft): { step: string; body: CollectStep }[] {
  return steps.flatMap(({ name, content }) =>
    content?.verb.name === 'collect' ? [{ step: name, body: content.body as CollectStep }] : [],
  );
}

/** Lists the extensions of menus: they are read out like collected digits. */
function listExtensions({ steps }: FlowDraft): { body: Pick<CollectStep, 'save' | 'type' | 'currency'> }[] {
  return steps.flatMap(({ content }) => {
    const { extension } = content?.verb.name === 'menu' ? (content.body as MenuStep) : {};
    return extension === undefined ? [] : [{ body: extension }];
  });
}

function listTables({ tables }: FlowDraft): Record<string, Table> {
  return Object.fromEntries(
    [...tables].flatMap(([name, { table }]) => (table === undefined ? [] : [[name, table]])),
  );
}

function finishStep({ name, nameRange, content, next, on }: DraftStep, { document }: FlowDraft) {
  if (!content) throw new Error(`step "${name}" is broken but was not reported`);
  return {
    name,
    verb: content.verb.name,
    body: content.body,
    ...(next === undefined ? {} : { next }),
    on: Object.fromEntries(on ?? []) as Record<string, string>,
    span: document.span(nameRange),
  };
}
