/** Lists the prompts that a flow can play, in each language in which a caller can hear them, and its rungs. */
import {
  findHeardLanguages,
  listSpokenPrompts,
  findSpokenLanguage,
  renderTemplateSource,
} from '../../language/model/index.ts';
import type { FlowPart, GraphStep, Prompt, PromptPart } from '../../language/model/index.ts';
import { quote, shorten } from '../../language/text/index.ts';
import { placeNames } from './hits.ts';
import { findStepPlace } from './places.ts';
import type { FindPlace, Place } from './places.ts';
import type { FlowSource, Found } from './coverage.ts';

interface Setting {
  source: FlowSource;
  find: FindPlace;
  /** True if another flow leads to it, so that a call may enter it in any of its languages. */
  isLedTo: boolean;
}

interface Saying {
  step: GraphStep;
  /** Index among the texts of the step. */
  index: number;
  /** `prompt`, `noInput.0`. */
  place: string;
  prompt: Prompt;
  /** Languages of the callers who can hear it. */
  languages: string[];
}

/** Lists the named prompts in the order of the flow, then the texts in steps. */
export function listPromptItems(setting: Setting): Found[] {
  const sayings = listSayings(setting);
  return [...listNamedItems(setting, sayings), ...sayings.flatMap((saying) => toTextItem(setting, saying))];
}

/** Lists every entry of `no_input` and `no_match`. */
export function listRungItems(setting: Setting): Found[] {
  return setting.source.graph.steps.flatMap((step) =>
    listRungs(setting, step).map(({ what, index }) => ({
      kind: 'rungs' as const,
      name: `${step.name}: ${what} ${index + 1}`,
      step: step.name,
      ...findPlaceBelow(setting, step, [[what, index], [what]]),
      places: [placeNames.rung(step.name, what, index)],
    })),
  );
}

function listRungs({ source: { flow } }: Setting, { name }: GraphStep) {
  const places = listSpokenPrompts(flow.machine.states?.[name] ?? {}).map(({ place }) => place);
  return (['no_input', 'no_match'] as const).flatMap((what) => {
    const key = what === 'no_input' ? 'noInput' : 'noMatch';
    const indexes = places.flatMap((place) => (place.startsWith(`${key}.`) ? [place] : []));
    return indexes.map((place) => ({ what, index: Number(place.slice(key.length + 1)) }));
  });
}

function listSayings({ source: { flow, graph, graphs = {} }, isLedTo }: Setting): Saying[] {
  const { languages } = flow;
  const heard = findHeardLanguages(graph, { languages, findGraph: (name) => graphs[name], isLedTo });
  return graph.steps.flatMap((step) =>
    listSpokenPrompts(flow.machine.states?.[step.name] ?? {}).map(({ place, prompt }, index) => {
      const callers = languages.filter((language) => heard.get(step.name)?.has(language));
      return { step, index, place, prompt, languages: callers };
    }),
  );
}

function listNamedItems(setting: Setting, sayings: Saying[]): Found[] {
  return Object.keys(setting.source.flow.prompts).flatMap((name) => {
    const users = sayings.filter(({ prompt }) =>
      prompt.some((item) => !('kind' in item) && item.name === name),
    );
    const [user] = users;
    const spoken = listLanguages(setting.source.flow, name, users);
    if (user === undefined || spoken.length === 0) return [];
    return isSameInAll(setting.source.flow, name)
      ? [toNamedItem(setting, { name, user, languages: spoken })]
      : spoken.map((one) => toNamedItem(setting, { name, user, languages: [one], inOne: ` in ${one}` }));
  });
}

/** Lists the languages in which a prompt is spoken, in the order of the flow. */
function listLanguages(flow: FlowPart, name: string, users: readonly Saying[]): string[] {
  const heard = flow.languages.filter((one) => users.some(({ languages }) => languages.includes(one)));
  return [...new Set(heard.map((one) => findSpokenLanguage(flow, name, one) ?? one))];
}

function isSameInAll({ prompts }: FlowPart, name: string): boolean {
  const [first, ...others] = Object.values(prompts[name] ?? {}).map((parts) => JSON.stringify(parts));
  return others.every((parts) => parts === first);
}

interface Named {
  name: string;
  user: Saying;
  languages: string[];
  /** Suffix with the language, if there are several. */
  inOne?: string;
}

function toNamedItem(setting: Setting, { name, user, languages, inOne = '' }: Named): Found {
  const own = setting.find(...languages.map((one) => ['prompts', name, one]), ['prompts', name]);
  return {
    kind: 'prompts',
    name: `${showPromptName(name)}${inOne}`,
    // A generated prompt is placed at the key of its step that requests it.
    ...(own ?? findPlaceBelow(setting, user.step, [['confirm'], []])),
    places: languages.map((one) => placeNames.prompt(name, one)),
  };
}

/** Renders the name of a prompt. A generated confirmation is named after its step. */
function showPromptName(name: string): string {
  return name.replace(/^\$confirm\.(.*)$/, '$1: confirm');
}

/** Creates the item of a text in a step, unless it belongs to a rung. */
function toTextItem(setting: Setting, { step, index, place, prompt, languages }: Saying): Found[] {
  const parts = prompt.filter((item) => 'kind' in item);
  if (parts.length === 0 || languages.length === 0 || place !== 'prompt') return [];
  return [
    {
      kind: 'prompts',
      name: `${step.name}: ${parts.map(quoteWording).join(' ')}`,
      step: step.name,
      ...findPlaceBelow(
        setting,
        step,
        index === 0 ? [['prompt'], ['filler'], []] : [['confirm', 'prompt'], []],
      ),
      places: [placeNames.text(step.name, index)],
    },
  ];
}

const LONGEST_WORDING = 40;

function quoteWording(part: PromptPart): string {
  return quote(shorten(wordingOfPart(part), LONGEST_WORDING));
}

function wordingOfPart(part: PromptPart): string {
  switch (part.kind) {
    case 'text':
      return renderTemplateSource(part.text);
    case 'ssml':
      return renderTemplateSource(part.ssml)
        .replace(/<[^>]*>/g, '')
        .trim();
    case 'stored':
      return renderTemplateSource(part.name);
    case 'url':
      return renderTemplateSource(part.url);
  }
}

/** Finds a place in a step's body, or among the defaults of its verb. */
function findPlaceBelow(
  { source: { file }, find }: Setting,
  step: GraphStep,
  below: (string | number)[][],
): Place {
  const inStep = below.map((path) => ['steps', step.name, step.verb, ...path]);
  const inDefaults = below.filter((path) => path.length > 0).map((path) => ['defaults', step.verb, ...path]);
  return find(...inStep.slice(0, -1), ...inDefaults, ...inStep.slice(-1)) ?? findStepPlace(file, step);
}
