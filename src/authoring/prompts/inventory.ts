/** Lists every text that a flow says, for translation, recording and counting. */
import { countCharacters, MAX_SPEECH_CHARS, splitSpeech } from '../../call/index.ts';
import { joinList } from '../../language/text/index.ts';
import {
  listSpokenPrompts,
  renderTemplateSource,
  isTranslatable,
  findHeardLanguages,
} from '../../language/model/index.ts';
import type { CompiledFlow, PromptPart, Template, Graph } from '../../language/model/index.ts';

/** Language tag for texts that are the same in every language of the flow. */
export const EVERY_LANGUAGE = '*';

/** One text, or a place where one is missing. */
export interface Entry {
  /** Name of the prompt, or of the step that contains the text: `main`, `main (no_input 1)`. */
  name: string;
  /** True if the text is written in its step instead of under `prompts`. */
  inPlace: boolean;
  /** Language in which it is spoken. */
  language: string;
  /** The languages of the callers who hear it. */
  heardBy: string[];
  /** The text as written; empty for audio and for missing texts. */
  text: string;
  /** Number of characters without expressions, whose values are unknown before a call. */
  characters: number;
  /** Number of plays (R8). */
  plays: number;
  notes: string[];
}

/** All texts of one flow. */
export interface Inventory {
  flow: string;
  languages: string[];
  /** Named prompts in the order of the file, then texts in steps. */
  entries: Entry[];
  /** Prompts that no step uses. */
  unused: string[];
  /** Prompts without a text in a language of the flow, and texts in steps that are heard in other languages too. */
  missing: { name: string; language: string }[];
}

/** Creates the inventory of a flow. Its paths show which texts in steps are heard in more than one language. */
export function createInventory(flow: CompiledFlow, paths?: Paths): Inventory {
  const { languages } = flow;
  const heard = createLanguageLookup(flow, paths);
  const steps = listSpokenTexts(flow);
  const used = new Set(
    steps.flatMap(({ prompt }) => prompt.flatMap((item) => ('kind' in item ? [] : item.name))),
  );
  const unused = Object.keys(flow.prompts).filter((name) => !used.has(name));
  const entries = [
    ...Object.entries(flow.prompts).flatMap(([name, texts]) =>
      listNamedEntries({ name, texts, languages, isUnused: unused.includes(name) }),
    ),
    ...steps.flatMap(({ step, name, prompt }) => {
      const parts = prompt.filter((item) => 'kind' in item);
      const callers = heard(step);
      const spoken = parts.some(needsTranslation) ? callers : [];
      const notes = spoken.length > 1 ? [`the same in ${joinList(spoken, 'and')}`] : [];
      const heardBy = callers.length > 0 ? callers : languages;
      return toEntries(parts, { name, inPlace: true, language: commonLanguage(languages), heardBy, notes });
    }),
  ];
  const untranslated = steps.flatMap(({ step, name, prompt }) => {
    const isText = prompt.some((item) => 'kind' in item && needsTranslation(item));
    const [, ...others] = isText ? heard(step) : [];
    return others.map((language) => ({ name, language }));
  });
  return { flow: flow.name, languages, entries, unused, missing: [...listMissing(flow), ...untranslated] };
}

/** Limits an inventory to one language (`de` includes every German); texts for every language stay. */
export function filterByLanguage(inventory: Inventory, wanted: string): Inventory {
  const isWanted = ({ language }: { language: string }) =>
    language === EVERY_LANGUAGE || language === wanted || language.startsWith(`${wanted}-`);
  return {
    ...inventory,
    languages: inventory.languages.filter((language) => isWanted({ language })),
    entries: inventory.entries.filter(isWanted),
    missing: inventory.missing.filter(isWanted),
  };
}

function listSpokenTexts({ machine, steps }: CompiledFlow) {
  return Object.keys(steps).flatMap((step) =>
    listSpokenPrompts(machine.states?.[step] ?? {}).map(({ place, prompt }) => ({
      step,
      name: place === 'prompt' ? step : `${step} (${renderPlace(place)})`,
      prompt,
    })),
  );
}

/** `noInput.0` → `no_input 1`. */
function renderPlace(place: string): string {
  const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return place
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : snake(part)))
    .join(' ');
}

function listMissing({ prompts, languages }: CompiledFlow): Inventory['missing'] {
  return Object.entries(prompts).flatMap(([name, texts]) =>
    languages.filter((language) => !Object.hasOwn(texts, language)).map((language) => ({ name, language })),
  );
}

interface Named {
  name: string;
  texts: Record<string, PromptPart[]>;
  languages: string[];
  isUnused: boolean;
}

function listNamedEntries({ name, texts, languages, isUnused }: Named): Entry[] {
  const notes = isUnused ? ['used by no step'] : [];
  const common = findCommonParts(texts, languages);
  if (common)
    return toEntries(common, {
      name,
      inPlace: false,
      language: commonLanguage(languages),
      heardBy: languages,
      notes,
    });
  const has = (language: string) => Object.hasOwn(texts, language);
  const instead = languages.find(has) ?? 'nothing';
  return languages.flatMap((language) => {
    const parts = texts[language];
    const heardBy = languages.filter(
      (caller) => caller === language || (language === instead && !has(caller)),
    );
    if (parts) return toEntries(parts, { name, inPlace: false, language, heardBy, notes });
    const missing = {
      text: '',
      characters: 0,
      plays: 0,
      notes: [`missing: ${instead} is played instead`, ...notes],
    };
    return [{ name, inPlace: false, language, heardBy: [], ...missing }];
  });
}

function findCommonParts(texts: Record<string, PromptPart[]>, languages: string[]): PromptPart[] | undefined {
  const [first, ...others] = languages.map((language) => texts[language]);
  return others.every((parts) => JSON.stringify(parts) === JSON.stringify(first)) ? first : undefined;
}

function commonLanguage(languages: string[]): string {
  return languages.length === 1 ? (languages[0] ?? EVERY_LANGUAGE) : EVERY_LANGUAGE;
}

type Heading = Pick<Entry, 'name' | 'inPlace' | 'language' | 'heardBy' | 'notes'>;

function toEntries(parts: PromptPart[], heading: Heading): Entry[] {
  return parts.map((part, index) => {
    const which = parts.length === 1 ? [] : [`part ${index + 1} of ${parts.length}`];
    const { notes, ...measured } = measure(part);
    return { ...heading, ...measured, notes: [...which, ...notes, ...heading.notes] };
  });
}

type Measured = Pick<Entry, 'text' | 'characters' | 'plays' | 'notes'> & Partial<Pick<Entry, 'language'>>;

function measure(part: PromptPart): Measured {
  switch (part.kind) {
    case 'text':
      return { ...measureText(part.text), ...readLanguage(part) };
    case 'ssml':
      return { ...measureSsml(part.ssml), ...readLanguage(part) };
    case 'stored':
      return {
        text: '',
        characters: 0,
        plays: 1,
        notes: [`stored prompt ${renderTemplateSource(part.name)}`],
      };
    case 'url':
      return { text: '', characters: 0, plays: 1, notes: [`audio ${renderTemplateSource(part.url)}`] };
  }
}

function measureText(template: Template): Measured {
  const fixed = joinFixedText(template);
  const plays = Math.max(1, splitSpeech(fixed).length);
  const notes = [...(plays > 1 ? [`${plays} plays`] : []), ...noteExpressions(template)];
  return { text: renderTemplateSource(template), characters: countCharacters(fixed), plays, notes };
}

/** SSML is one document and cannot be split. */
function measureSsml(template: Template): Measured {
  const characters = countCharacters(joinFixedText(template));
  const tooLong =
    characters > MAX_SPEECH_CHARS ? [`over ${MAX_SPEECH_CHARS} characters: the platform rejects it`] : [];
  return {
    text: renderTemplateSource(template),
    characters,
    plays: 1,
    notes: ['SSML', ...tooLong, ...noteExpressions(template)],
  };
}

function joinFixedText(template: Template): string {
  return template.filter((piece) => typeof piece === 'string').join('');
}

function noteExpressions(template: Template): string[] {
  return template.some((piece) => typeof piece !== 'string') ? ['without the values of its expressions'] : [];
}

function readLanguage({ language }: { language?: string }): Pick<Measured, 'language'> {
  return language === undefined ? {} : { language };
}

/** Control graphs of a flow and of the flows that it runs. */
interface Paths {
  graph: Graph;
  graphs: Record<string, Graph>;
  /** True if another flow leads to it. */
  isLedTo?: boolean;
}

/** Returns the languages in which callers hear a step, in the order of the flow; none without paths. */
function createLanguageLookup({ languages }: CompiledFlow, paths?: Paths): (step: string) => string[] {
  if (paths === undefined) return () => [];
  const { graph, graphs, isLedTo = false } = paths;
  const heard = findHeardLanguages(graph, { languages, findGraph: (flow) => graphs[flow], isLedTo });
  return (step) => languages.filter((language) => heard.get(step)?.has(language));
}

/** True for texts without a language or a `say as` format of their own. */
function needsTranslation(part: PromptPart): boolean {
  if ((part.kind !== 'text' && part.kind !== 'ssml') || part.language !== undefined) return false;
  if (part.kind === 'text' && part.as !== undefined) return false;
  const template = part.kind === 'text' ? part.text : part.ssml;
  return isTranslatable(template.filter((piece) => typeof piece === 'string').join(' '));
}
