import { MarkupKind, type Hover, type Position } from 'vscode-languageserver/node';
import { namedKinds, outcomesOf, type FlowDraft, type NameSection } from '../../language/compiler/index.ts';
import { namedAt } from './named-at.ts';
import { members } from './members.ts';
import { rangeIn, type OpenFlow } from './open-flow.ts';
import { placeAt, rulesAt, type Place } from './place.ts';
import { isInsideTemplate } from './proposals.ts';
import { spokenBy } from './spoken.ts';

/** Returns the hover text for the name at a position. */
export function hoverAt(flow: OpenFlow, position: Position): Hover | undefined {
  const { draft, document } = flow;
  const at = namedAt(flow, position)?.at;
  if (at === undefined) return memberAt(flow, position);
  const lines = draft && ABOUT[at.section](draft, at.name);
  if (!lines || lines.length === 0) return undefined;
  const value = [`**${escaped(at.name)}** · ${namedKinds[at.section]}`, ...lines].join('\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeIn(document, at.range) };
}

/** Returns the hover text for members such as `call.from` inside expressions. */
function memberAt({ draft, document }: OpenFlow, position: Position): Hover | undefined {
  const offset = document.offsetAt(position);
  const place = draft && placeAt(draft.document.root, offset);
  if (place?.kind !== 'value') return undefined;
  const text = document.getText();
  const before = /[\w.]*$/.exec(text.slice(place.node.range.from, offset))?.[0] ?? '';
  const from = offset - before.length;
  const found = /^(\w+)\.(\w+)/.exec(text.slice(from, place.node.range.to));
  const [whole = '', holder = '', name = ''] = found ?? [];
  const member = own(own(members, holder), name);
  if (member === undefined || !isExpression(place, text.slice(place.node.range.from, from))) return undefined;
  const value = `**${escaped(whole)}** · ${member.type}\n\n${member.about}`;
  const range = rangeIn(document, { from, to: from + whole.length });
  return { contents: { kind: MarkupKind.Markdown, value }, range };
}

function isExpression({ path }: Place, before: string): boolean {
  const isWhole = rulesAt(path).some(
    ({ reference }) => reference === 'condition' || reference === 'expression',
  );
  return isWhole || isInsideTemplate(before);
}

/** Section → what to say of one of its things; nothing of one that does not exist. */
const ABOUT: Record<NameSection, (draft: FlowDraft, name: string) => string[]> = {
  steps: aboutStep,
  prompts: (draft, name) =>
    spokenBy(draft, name).map(([language, text]) => `${language ? `_${language}_: ` : ''}${escaped(text)}`),
  vars: aboutVariable,
  params({ params, source }, name) {
    const declared = own(params, name);
    if (declared === undefined) return [];
    const value = declared.default === undefined ? 'has to be given' : `default ${code(declared.default)}`;
    return [`${declared.type}, ${value}`, ...descriptionOf(own(source.params, name))];
  },
  env({ env, source }, name) {
    const declared = own(env, name);
    if (declared === undefined) return [];
    const value = declared.default === undefined ? 'has to be set' : `default ${code(declared.default)}`;
    const said = own(source.env, name);
    const description = typeof said === 'string' ? [escaped(said)] : descriptionOf(said);
    return [declared.secret ? 'secret' : value, ...description];
  },
  hours: ({ hours }, name) => [escaped(own(hours, name)?.timezone ?? '')].filter(Boolean),
  tables({ tables }, name) {
    const { columns, rows } = tables.get(name)?.table ?? { columns: [], rows: {} };
    return columns.length === 0
      ? []
      : [`${Object.keys(rows).length} rows of ${columns.map(code).join(', ')}`];
  },
};

function aboutStep(draft: FlowDraft, name: string): string[] {
  const step = draft.steps.find((one) => one.name === name);
  const drawn = draft.graph.steps.find((one) => one.name === name);
  if (!step || !drawn) return [];
  const targets = new Map(drawn.edges.map(({ outcome, to }) => [outcome, to]));
  const outcomes = outcomesOf(step).map(
    (outcome) => `- ${code(outcome.name)} → ${escaped(targets.get(outcome.name) ?? '…')}`,
  );
  return [step.content === undefined ? 'its verb is not valid' : code(drawn.verb), outcomes.join('\n')];
}

function aboutVariable({ vars, source }: FlowDraft, name: string): string[] {
  const declared = own(vars, name);
  if (declared === undefined) return [];
  const initial = declared.secret ? 'secret' : `initially ${code(declared.initial)}`;
  return [`${declared.type}, ${initial}`, ...descriptionOf(own(source.vars, name))];
}

function descriptionOf(declared: unknown): string[] {
  if (typeof declared !== 'object' || declared === null || !('description' in declared)) return [];
  return [escaped(String(declared.description))];
}

function own<Value>(things: Record<string, Value> | undefined, name: string): Value | undefined {
  return things && Object.hasOwn(things, name) ? things[name] : undefined;
}

/** Renders a value as it would be written in a flow. */
function code(value: string | number | boolean): string {
  const shown = typeof value === 'string' && !/^\w+$/.test(value) ? JSON.stringify(value) : String(value);
  return `\`${shown.replaceAll('`', "'")}\``;
}

/** Text that Markdown shows as it is. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!&]/g, String.raw`\$&`);
}
