import { CompletionItemKind } from 'vscode-languageserver';
import {
  listFreeOutcomes,
  STANDARD_NAMES,
  type FlowDraft,
  type Path,
  type Rule,
  isByLanguage,
  type Readable,
} from '../../language/compiler/index.ts';
import { BACK, HANGUP, REPEAT, RETURN } from '../../language/model/index.ts';
import { describeFlow } from './flow-summary.ts';
import { members } from './members.ts';
import { callsOf, FUNCTIONS, renderFunction } from './functions.ts';
import { findMapRules, findRules, type Place } from './place.ts';
import type { Spoken } from '../../../schemas/types/flow.ts';

/** A completion at the cursor. */
export interface Proposal {
  label: string;
  kind: CompletionItemKind;
  detail: string;
  /** Documentation in Markdown. */
  about?: string;
  /** Matches the replaced text at the end of the text before the cursor. */
  word: RegExp;
  /** True when a value follows it. */
  isKey: boolean;
  /** True when arguments in parentheses follow it. */
  isCalled?: true;
}

/** A value being typed, with its text before the cursor. */
type WrittenValue = Extract<Place, { kind: 'value' }> & { before: string };

type Kind = NonNullable<Rule['reference']>;
type Propose = (draft: FlowDraft, place: { path: Path; before: string }) => Proposal[];

/** The flow whose names are proposed, if it can be read, and the schema of the file; default: that of flows. */
interface Proposing {
  draft: FlowDraft | undefined;
  root?: Rule;
  /** True for a file that gives values to the flow's settings, parameters and tables. */
  givesValues?: true;
}

/** Lists the values that are allowed at a place: names of the flow, and words of the schema. */
export function proposeValues(place: WrittenValue, { draft, root }: Proposing): Proposal[] {
  return findRules(place.path, root).flatMap((rule) => {
    const propose = rule.reference && VALUES[rule.reference];
    const names = propose && draft ? propose(draft, place) : [];
    return [...names, ...proposeAllowed(rule, place)];
  });
}

/** Proposes the values that the schema lists. */
function proposeAllowed({ values, types, description }: Rule, { before }: WrittenValue): Proposal[] {
  if (!/^["']?[\w-]*$/.test(before)) return [];
  const allowed = values ?? (types.length === 1 && types[0] === 'boolean' ? [true, false] : []);
  return allowed.map((value) => ({
    ...proposeWord(String(value), CompletionItemKind.EnumMember, ''),
    about: description,
  }));
}

type KeyPlace = Extract<Place, { kind: 'key' }>;

/** Lists the keys that are allowed at a place: names of the flow, outcomes, and keys of the schema. */
export function proposeKeys(place: KeyPlace, { draft, root, givesValues }: Proposing): Proposal[] {
  const { path, map, key } = place;
  const names = findRules(path, root).flatMap((rule) => rule.names?.reference ?? []);
  const written = draft
    ? names.flatMap((reference) => VALUES[reference]?.(draft, { path, before: '' }) ?? [])
    : [];
  const outcomes = draft ? proposeOutcomes(path, draft) : [];
  const given = draft && givesValues === true ? proposeGiven(path, draft) : [];
  const free = [...written, ...given, ...proposeSchemaKeys(place, root)].filter(
    ({ label }) => label === key || !map.entries.has(label),
  );
  return [...free, ...outcomes].map((proposal) => ({ ...proposal, isKey: true }));
}

/** Proposes the names to which a scenario gives values: settings, parameters and tables of the flow. */
function proposeGiven(path: Path, { env, params, tables }: FlowDraft): Proposal[] {
  const key = path.at(-1);
  const kind = CompletionItemKind.Variable;
  if (key === 'env') return proposeWords(Object.keys(env), kind, () => 'setting');
  if (key === 'tables') return proposeWords([...tables.keys()], kind, () => 'table');
  if (key !== 'params' || path.at(-2) !== 'start') return [];
  return proposeWords(Object.keys(params), kind, (name) => params[name]?.type ?? '');
}

/** Proposes the keys that the schema defines; of several that exclude each other, only while none is there. */
function proposeSchemaKeys(place: KeyPlace, root?: Rule): Proposal[] {
  const others = [...place.map.entries.keys()].filter((one) => one !== place.key);
  return findMapRules(place, root).flatMap(({ properties, oneKeyOf, required }) => {
    const isChosen = oneKeyOf.some((one) => others.includes(one));
    return [...properties].flatMap(([label, rule]) => {
      const isChoice = oneKeyOf.includes(label);
      if (isChosen && isChoice) return [];
      const kind = isChoice ? CompletionItemKind.Keyword : CompletionItemKind.Property;
      const detail = required.includes(label) ? 'required' : '';
      return [{ ...proposeWord(label, kind, detail), about: rule().description }];
    });
  });
}

function proposeOutcomes([section, name, on, ...rest]: Path, draft: FlowDraft): Proposal[] {
  if (section !== 'steps' || on !== 'on' || rest.length > 0) return [];
  const step = draft.steps.find((one) => one.name === name);
  const detail = `outcome of ${step?.content?.verb.name ?? ''}`;
  return step ? proposeWords(listFreeOutcomes(step), CompletionItemKind.EnumMember, () => detail) : [];
}

const proposeSteps: Propose = (draft) =>
  proposeWords(
    draft.graph.steps.map(({ name }) => name),
    CompletionItemKind.Function,
    (step) => draft.graph.steps.find(({ name }) => name === step)?.verb ?? '',
  );

const proposeTargets: Propose = (draft, place) => {
  const words = [HANGUP, RETURN, BACK, ...(canRepeat(place.path, draft) ? [REPEAT] : [])];
  const meanings = words.map((label) => proposeWord(label, CompletionItemKind.Keyword, WORDS[label] ?? ''));
  return [...proposeSteps(draft, place), ...meanings];
};

/** Descriptions of the targets that are not steps. */
const WORDS: Record<string, string> = {
  [HANGUP]: 'ends the call',
  [RETURN]: 'goes back to the flow that runs this one',
  [REPEAT]: 'asks the caller again',
  [BACK]: 'goes back to the previous question',
};

function canRepeat([section, name]: Path, draft: FlowDraft): boolean {
  const step = draft.steps.find((one) => one.name === name);
  return section === 'always' || step?.content?.verb.waits === 'caller';
}

const proposePrompts: Propose = (draft, { before }) => {
  if (!/^["']?\w*$/.test(before)) return [];
  const text = (prompt: string) => listSpokenTexts(draft, prompt)[0]?.[1] ?? '';
  return proposeWords(draft.promptNames, CompletionItemKind.Text, text);
};

const proposeVariables: Propose = ({ vars }) =>
  proposeWords(Object.keys(vars), CompletionItemKind.Variable, (name) => vars[name]?.type ?? '');

const proposeFlows: Propose = ({ others }) => [
  ...proposeWords(others.names, CompletionItemKind.Module, () => 'flow'),
  ...STANDARD_NAMES.map((name) => ({
    ...proposeWord(name, CompletionItemKind.Module, 'standard flow'),
    word: FLOW_NAME,
    about: describeFlow(name, others).join('\n\n'),
  })),
];

const proposeLanguages: Propose = (draft) =>
  proposeWords(draft.languages, CompletionItemKind.Value, () => 'language');

const proposeReadable: Propose = ({ vars, params, env }, { before }) => [
  ...proposeMembers('vars', Object.keys(vars), (name) => vars[name]?.type ?? ''),
  ...proposeMembers('params', Object.keys(params), (name) => params[name]?.type ?? ''),
  ...proposeMembers('env', Object.keys(env), () => 'string'),
  ...['call', 'error', 'message', 'room'].flatMap(proposeExplained),
  ...proposeFunctions(before),
];

/** Proposes the functions that can be called behind a value and a dot, or at the beginning of a value. */
function proposeFunctions(before: string): Proposal[] {
  const [typed = ''] = DOTTED.exec(before) ?? [];
  const isMethod = typed.includes('.');
  // Behind `vars.` stands a name.
  if (/^[a-z]+\.\w*$/.test(typed)) return [];
  return Object.entries(FUNCTIONS).flatMap(([name, description]) => {
    const { globals, methods } = callsOf(name, description);
    return (isMethod ? methods : globals).map((label) => ({
      ...proposeWord(label, CompletionItemKind.Method, description.means),
      about: renderFunction(description),
      isCalled: true,
    }));
  });
}

/** Adds the response of a web service. */
const proposeAnswer: Propose = (draft, place) => [
  ...proposeExplained('response'),
  ...proposeReadable(draft, place),
];

function proposeMembers(
  holder: string,
  names: readonly string[],
  typeOf: (name: string) => string,
): Proposal[] {
  return names.map((name) => ({
    ...proposeWord(`${holder}.${name}`, CompletionItemKind.Variable, typeOf(name)),
    word: DOTTED,
  }));
}

function proposeExplained(holder: string): Proposal[] {
  return Object.entries(members[holder] ?? {}).map(([name, { type, about }]) => ({
    ...proposeWord(`${holder}.${name}`, CompletionItemKind.Field, type),
    word: DOTTED,
    about,
  }));
}

/** True between `${` and `}`; `$${` does not open an expression. */
export function isInsideTemplate(before: string): boolean {
  const open = before.lastIndexOf('${');
  return open >= 0 && before[open - 1] !== '$' && !before.includes('}', open);
}

const limitToTemplates =
  (propose: Propose): Propose =>
  (draft, place) =>
    isInsideTemplate(place.before) ? propose(draft, place) : [];

const proposeInTemplate = limitToTemplates(proposeReadable);

/** Meaning of a text → its completions. */
const VALUES: Partial<Record<Kind, Propose>> = {
  step: proposeSteps,
  target: proposeTargets,
  prompt: (draft, place) => [...proposePrompts(draft, place), ...proposeInTemplate(draft, place)],
  template: proposeInTemplate,
  value: proposeInTemplate,
  argument: proposeInTemplate,
  sink: proposeInTemplate,
  answer: limitToTemplates(proposeAnswer),
  condition: proposeReadable,
  expression: proposeReadable,
  variable: proposeVariables,
  language: proposeLanguages,
  flow: proposeFlows,
  hours: ({ hours }) =>
    proposeWords(Object.keys(hours), CompletionItemKind.Value, (name) => hours[name]?.timezone ?? ''),
  table: ({ tables }) => proposeWords([...tables.keys()], CompletionItemKind.Value, () => 'table'),
};

const WORD = /(?:\w[\w-]*)?$/;
const FLOW_NAME = /[\w/-]*$/;
const DOTTED = /[\w.]*$/;

function proposeWords(
  labels: readonly string[],
  kind: CompletionItemKind,
  detailOf: (label: string) => string,
): Proposal[] {
  return labels.map((label) => proposeWord(label, kind, detailOf(label)));
}

function proposeWord(label: string, kind: CompletionItemKind, detail: string): Proposal {
  return { label, kind, detail, word: WORD, isKey: false };
}

/** Lists the texts of a prompt by language; the language is empty if the text is the same in each. */
export function listSpokenTexts({ source }: FlowDraft, prompt: string): [language: string, text: string][] {
  const prompts = source.prompts ?? {};
  const said = Object.hasOwn(prompts, prompt) ? prompts[prompt] : undefined;
  if (said === undefined) return [];
  if (!isByLanguage(said)) return [['', renderSpokenText(said)]];
  return Object.entries(said).map(([language, spoken]) => [language, renderSpokenText(spoken)]);
}

/** Renders a text as written, audio by its name, and a list joined. Unreadable parts are left out. */
function renderSpokenText(spoken: Readable<Spoken> | undefined): string {
  if (spoken === undefined || typeof spoken === 'string') return spoken ?? '';
  if (Array.isArray(spoken)) return spoken.map(renderSpokenText).filter(Boolean).join(' ');
  const { text, ssml, stored, url } = spoken;
  if (stored !== undefined) return `(stored prompt ${stored})`;
  if (url !== undefined) return `(audio ${url})`;
  return text ?? ssml ?? '';
}
