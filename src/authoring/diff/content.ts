/**
 * Reads the effects of a step on its caller from its machine, as facts. Defaults are filled in and prompts are resolved
 * to their words, so a new verb needs no code here.
 */
import {
  listActions,
  isPrompt,
  isTemplate,
  listSavedValues,
  findParts,
  renderTemplateSource,
} from '../../language/model/index.ts';
import type {
  Action,
  Assignment,
  FlowPart,
  Hears,
  MachineState,
  Manner,
  Phrase,
  Prompt,
  PromptPart,
  SayAs,
  Transition,
  JsonTemplate,
  Template,
  WebTemplate,
} from '../../language/model/index.ts';
import { formatDuration } from '../../language/text/index.ts';

/** Value of a fact: plain text, or words by language. */
export type Fact = string | { spoken: Record<string, string> };

/** Fact by name: `ask.timeoutMs`, `connect.to`. */
export type Content = ReadonlyMap<string, Fact>;

type NamedFact = readonly [name: string, fact: Fact];

/** Actions that a caller does not notice, or that repeat another one. */
const SILENT = new Set([
  ...['enter', 'visit', 'answer', 'listen', 'close', 'count', 'again', 'hang_up', 'finish'],
  ...['take_fault', 'error_road', 'over_time', 'outcome', 'forget', 'fault', 'toggle', 'hold'],
]);

/** Parameters that a caller does not notice; keys are outcomes, which are compared as edges. */
const SILENT_FACTS = new Set([
  'ask.secret',
  'play.listen',
  'play.speech',
  'take.kind',
  'take.keys',
  'sms.isAwaited',
  // Told by the time after which the step goes on.
  'connect.ringMs',
  'await_message.secret',
]);

/** Returns the facts of a step. */
export function readContent(flow: FlowPart, state: MachineState): Content {
  const actions = listActions(state).filter(({ type }) => !SILENT.has(type));
  const facts = actions.flatMap((action) => readFacts(action, flow));
  const all = [...facts, ...listWaits(state), ...listAttempts(state)];
  const noticed = all.filter(([name]) => !SILENT_FACTS.has(name));
  const isRequest = actions.some(({ type }) => type === 'ask_web');
  return numberFacts(isRequest ? noticed.map(renameFillerFact) : noticed);
}

/** Renames the prompt of a request, which is played while the caller waits. */
function renameFillerFact([name, fact]: NamedFact): NamedFact {
  return [name === 'say.prompt' ? 'filler' : name, fact];
}

function readFacts(action: Action, flow: FlowPart): NamedFact[] {
  switch (action.type) {
    case 'set':
      return readAssignments('set', action.params.values);
    case 'hear':
      return readSpokenFacts(action.params);
    case 'overhear':
      return Object.entries(action.params.keys).flatMap(readBridgeKey);
    case 'ask_web':
      return readRequestFacts(action.params);
    case 'take_answer':
      return [
        ...readAssignments('answer', action.params.save),
        ['request.retries', String(action.params.retries)],
      ];
    case 'call_flow':
      return [['call_flow', action.params.flow], ...readAssignments('call_flow.with', action.params.with)];
    case 'look_up':
    case 'keep_returned':
      return readSavingFacts(action, flow);
    default:
      return flattenFacts('params' in action ? action.params : undefined, [action.type], flow);
  }
}

/** Returns the facts of an action that saves values; those of earlier releases stored them in another form. */
function readSavingFacts(
  { type, params }: Extract<Action, { type: 'look_up' | 'keep_returned' }>,
  flow: FlowPart,
): NamedFact[] {
  const saved = listSavedValues(params).map(
    ([variable, name]) => [`${type}.values.${variable}`, name] as const,
  );
  const others = Object.entries(params).filter(([name]) => name !== 'values' && name !== 'save');
  return [...flattenFacts(Object.fromEntries(others), [type], flow), ...saved];
}

const ON_THE_BRIDGE: Record<string, string> = {
  record: 'begins or ends the recording',
  hold: 'puts the call on hold or resumes it',
  end: 'ends the call',
};

/** Keys that lead to a step are compared as edges. */
function readBridgeKey([key, what]: [key: string, what: string]): NamedFact[] {
  const words = ON_THE_BRIDGE[what];
  return words === undefined ? [] : [[`overhear.${key}`, words]];
}

/** Removes duplicates, since several states may do the same, and numbers the rest: `say.prompt`, `say.prompt #2`. */
function numberFacts(facts: NamedFact[]): Content {
  const distinct = new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values();
  const byName = Map.groupBy(distinct, ([name]) => name);
  return new Map(
    [...byName].flatMap(([name, same]) =>
      same.map(([, fact], index) => [index === 0 ? name : `${name} #${index + 1}`, fact] as const),
    ),
  );
}

function flattenFacts(value: unknown, path: string[], flow: FlowPart): NamedFact[] {
  const name = path.join('.');
  if (value === undefined || value === null) return [];
  if (isPrompt(value)) return [[name, { spoken: renderSpoken(value, flow) }]];
  if (isTemplate(value) && value.length > 0) return [[name, renderTemplate(value)]];
  if (Array.isArray(value) && value.length === 0) return [];
  if (Array.isArray(value) && value.every(isPlain)) return [[name, value.map(renderPlain).join(', ')]];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => flattenFacts(inner, [...path, key], flow));
  return [[name, path.at(-1)?.endsWith('Ms') ? formatDuration(Number(value)) : renderPlain(value)]];
}

/** Lists the phrases for each decision. Spoken values follow the rules for keyed ones. */
function readSpokenFacts({ phrases, hints = {} }: Hears): NamedFact[] {
  const meanings = new Set(Object.values(phrases).flatMap((list) => list.map(({ as }) => as)));
  const said: NamedFact = ['hear', 'yes'];
  const facts = [...meanings].map((as): NamedFact => {
    const words = (list: Phrase[]) => list.filter((one) => one.as === as).map((one) => one.words);
    return [`hear.${as}`, { spoken: mapTexts(phrases, (list) => words(list).join(', ')) }];
  });
  if (Object.keys(hints).length > 0)
    facts.push(['hear.hints', { spoken: mapTexts(hints, (list) => list.join(', ')) }]);
  return [said, ...facts];
}

function mapTexts<Item>(lists: Record<string, Item>, text: (list: Item) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(lists).map(([language, list]) => [language, text(list)]));
}

function readAssignments(name: string, values: Assignment[]): NamedFact[] {
  return values.map(({ variable, value }) => [`${name}.${variable}`, renderValue(value)]);
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || isTemplate(value);
}

function renderPlain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return isTemplate(value) ? renderTemplateSource(value) : String(value);
}

function renderSpoken(prompt: Prompt, flow: FlowPart): Record<string, string> {
  return Object.fromEntries(
    flow.languages.map((language) => {
      const parts = prompt.flatMap((item) =>
        'kind' in item ? [item] : findParts(flow, item.name, language),
      );
      return [language, parts.map(renderPart).join(' ')];
    }),
  );
}

function renderPart(part: PromptPart): string {
  const language = 'language' in part ? `[${part.language}] ` : '';
  switch (part.kind) {
    case 'text':
      return language + renderManner(part) + renderTemplateSource(part.text);
    case 'ssml':
      return language + renderTemplateSource(part.ssml);
    case 'stored':
      return `[stored prompt ${renderTemplateSource(part.name)}]`;
    case 'url':
      return `[audio ${renderTemplateSource(part.url)}]`;
  }
}

/** Describes how a text is spoken: `[as telephone, pause 500ms] `. */
function renderManner({ as, sound, pauseMs }: Manner): string {
  const parts = [
    ...(as ? [`as ${renderSayAs(as)}`] : []),
    ...Object.entries(sound ?? {}).map(([name, value]) => `${name} ${String(value)}`),
    ...(pauseMs === undefined ? [] : [`pause ${formatDuration(pauseMs)}`]),
  ];
  return parts.length === 0 ? '' : `[${parts.join(', ')}] `;
}

/** Describes how a value is read out: `date dmy`, `currency EUR`. */
export function renderSayAs({ as, format, unit }: SayAs): string {
  return [as.replaceAll('_', ' '), format, unit].filter((part) => part !== undefined).join(' ');
}

/** States whose time limits an author can set; other states wait for the engine. */
const WAITING = new Set(['gathering', 'dialing', 'streaming', 'waiting', 'silent']);

/** Lists fixed time limits of the step and its states. */
function listWaits({ after, states = {} }: MachineState, name = 'after'): NamedFact[] {
  const delays = Object.keys(after ?? {}).filter((delay) => /^\d+$/.test(delay));
  return [
    ...delays.map((delay): NamedFact => [name, formatDuration(Number(delay))]),
    ...Object.entries(states).flatMap(([inner, state]) =>
      listWaits(state, `${inner}.after`).filter(([wait]) => WAITING.has(wait.replace(/\.after$/, ''))),
    ),
  ];
}

function listAttempts(state: MachineState): NamedFact[] {
  return listTransitions(state).flatMap(({ guard }) =>
    guard?.type === 'attempts_left' ? [['attempts', String(guard.params.attempts)] as const] : [],
  );
}

function listTransitions({ always = [], states = {} }: MachineState): Transition[] {
  return [...always, ...Object.values(states).flatMap(listTransitions)];
}

function readRequestFacts({ method, url, query, headers, body, timeoutMs }: WebTemplate): NamedFact[] {
  return [
    ['request', `${method} ${renderTemplateSource(url)}`],
    ...readTextFacts('request.query', query),
    ...readTextFacts('request.headers', headers),
    ...(body === undefined ? [] : readBodyFacts(body)),
    ['request.timeout', formatDuration(timeoutMs)],
  ];
}

function readTextFacts(name: string, texts: Record<string, Template>): NamedFact[] {
  return Object.entries(texts).map(([key, text]) => [`${name}.${key}`, renderTemplate(text)]);
}

function readBodyFacts(body: NonNullable<WebTemplate['body']>): NamedFact[] {
  if ('json' in body) return readJsonFacts(body.json, '');
  return 'form' in body
    ? readTextFacts('request.body', body.form)
    : [['request.body', renderTemplate(body.text)]];
}

function readJsonFacts(json: JsonTemplate, path: string): NamedFact[] {
  if ('map' in json)
    return json.map.flatMap(([name, value]) => readJsonFacts(value, path === '' ? name : `${path}.${name}`));
  if ('list' in json) return json.list.flatMap((value, index) => readJsonFacts(value, `${path}[${index}]`));
  return [[path === '' ? 'request.body' : `request.body.${path}`, renderValue(json)]];
}

function renderValue(value: Assignment['value'] | Extract<JsonTemplate, { literal: unknown }>): string {
  if ('literal' in value) return quote(String(value.literal));
  return 'template' in value ? renderTemplate(value.template) : `\${${value.expression}}`;
}

/** Renders a template as written, in quotes if it contains spaces. */
function renderTemplate(template: Template): string {
  const [only, ...others] = template;
  const isExpression = typeof only === 'object' && others.length === 0;
  return isExpression ? renderTemplateSource(template) : quote(renderTemplateSource(template));
}

function quote(text: string): string {
  return /\s|^$/.test(text) ? `“${text}”` : text;
}
