import type { TextDocument } from 'vscode-languageserver-textdocument';
import { MarkupKind, type Hover, type Position } from 'vscode-languageserver';
import {
  isGroup,
  namedKinds,
  outcomesOf,
  type FlowDraft,
  type NameSection,
  type NameUse,
  type Range,
  type Rule,
} from '../../language/compiler/index.ts';
import { findNamed, toEditorRange, type OpenFlow } from './open-flow.ts';
import { FUNCTIONS, renderFunction } from './functions.ts';
import { members } from './members.ts';
import { describeFlow } from './flow-summary.ts';
import { escapeMarkdown, readDescription, readOwn, renderCode, renderDefault } from './markdown.ts';
import { SHARED_MEANINGS, splitDescription } from './outcome-meanings.ts';
import { findMapRules, findPlace, findRules, type Place } from './place.ts';
import { isInsideTemplate, listSpokenTexts } from './proposals.ts';

/** Returns the hover text for the name at a position. */
export function findHover(flow: OpenFlow, position: Position): Hover | undefined {
  const { draft, document } = flow;
  const at = findNamed(flow, position)?.at;
  if (at === undefined)
    return (
      findFlowHover(flow, position) ??
      findOutcomeHover(flow, position) ??
      findMemberHover(flow, position) ??
      findSchemaHover(flow, position)
    );
  return draft && describeName(draft, at, document);
}

/** Describes a name of a flow where it stands in a document. */
export function describeName(
  draft: FlowDraft,
  { section, name, range }: NameUse,
  document: TextDocument,
): Hover | undefined {
  const lines = ABOUT[section](draft, name);
  if (lines.length === 0) return undefined;
  const title = `**${escapeMarkdown(name)}** · ${namedKinds[section]}`;
  return createHover(document, range, { title, about: lines.join('\n\n') });
}

/** Returns the hover text for the name of a flow that a step runs. */
function findFlowHover({ draft, document }: OpenFlow, position: Position): Hover | undefined {
  const place = draft && findPlace(draft.document.root, document.offsetAt(position));
  if (draft === undefined || place?.kind !== 'value') return undefined;
  if (!findRules(place.path).some(({ reference }) => reference === 'flow')) return undefined;
  const name = String(place.node.value);
  const lines = describeFlow(name, draft.others);
  if (lines.length === 0) return undefined;
  const title = `**${escapeMarkdown(name)}** · flow`;
  return createHover(document, place.node.range, { title, about: lines.join('\n\n') });
}

/** Returns the hover text for an outcome that a step's `on` names. */
function findOutcomeHover({ draft, document }: OpenFlow, position: Position): Hover | undefined {
  const place = draft && findPlace(draft.document.root, document.offsetAt(position));
  if (draft === undefined || place?.kind !== 'key') return undefined;
  const [section, name, on, ...below] = place.path;
  if (section !== 'steps' || on !== 'on' || below.length > 0) return undefined;
  const verb = draft.steps.find((step) => step.name === name)?.content?.verb.name;
  const description = verb === undefined ? '' : findRules(['steps', String(name), verb])[0]?.description;
  const meaning = splitDescription(description ?? '').meanings.get(place.key) ?? SHARED_MEANINGS[place.key];
  const range = place.map.entries.get(place.key)?.keyRange;
  if (verb === undefined || meaning === undefined || range === undefined) return undefined;
  const title = `**${escapeMarkdown(place.key)}** · outcome of ${renderCode(verb)}`;
  return createHover(document, range, { title, about: meaning });
}

/** Returns the hover text for members such as `call.from` inside expressions. */
function findMemberHover({ draft, document }: OpenFlow, position: Position): Hover | undefined {
  const offset = document.offsetAt(position);
  const place = draft && findPlace(draft.document.root, offset);
  if (place?.kind !== 'value') return undefined;
  const text = document.getText();
  const called = findCall(text, offset);
  const description = called && readOwn(FUNCTIONS, called.name);
  if (description && isExpression(place, text.slice(place.node.range.from, called.range.from)))
    return createHover(document, called.range, {
      title: `**${escapeMarkdown(called.name)}** · function`,
      about: renderFunction(description),
    });
  const before = /[\w.]*$/.exec(text.slice(place.node.range.from, offset))?.[0] ?? '';
  const from = offset - before.length;
  const found = /^(\w+)\.(\w+)/.exec(text.slice(from, place.node.range.to));
  const [whole = '', holder = '', name = ''] = found ?? [];
  const member = readOwn(readOwn(members, holder), name);
  if (member === undefined || !isExpression(place, text.slice(place.node.range.from, from))) return undefined;
  const title = `**${escapeMarkdown(whole)}** · ${member.type}`;
  return createHover(document, { from, to: from + whole.length }, { title, about: member.about });
}

/** Returns the name at an offset that parentheses follow. */
function findCall(text: string, offset: number): { name: string; range: Range } | undefined {
  const from = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0].length ?? 0);
  const name = /^(\w+)\(/.exec(text.slice(from, from + 100))?.[1];
  return name === undefined ? undefined : { name, range: { from, to: from + name.length } };
}

/** Returns the schema's description of the key or the value at a position. */
function findSchemaHover({ draft, document }: OpenFlow, position: Position): Hover | undefined {
  const place = draft && findPlace(draft.document.root, document.offsetAt(position));
  return place && describePlace(place, document);
}

/** Returns the schema's description of a key or a value. `root` is the rule of the file; default: that of flows. */
export function describePlace(place: Place, document: TextDocument, root?: Rule): Hover | undefined {
  if (place.kind === 'key') {
    const rules = findMapRules(place, root).flatMap(({ properties }) => properties.get(place.key)?.() ?? []);
    const range = place.map.entries.get(place.key)?.keyRange;
    const about = rules.find(({ description }) => description !== '');
    return about && range && createHover(document, range, describeRule(place.key, about));
  }
  const { value, range } = place.node;
  const rule = findRules(place.path, root).find(({ values }) => values?.includes(value as string) === true);
  return rule && createHover(document, range, describeRule(String(value), rule));
}

function describeRule(
  name: string,
  { description, values, examples }: Rule,
): { title: string; about: string } {
  const shown = values ?? examples.filter((one) => typeof one === 'string');
  const said = shown.map((one) => renderCode(one)).join(', ');
  const label = values === undefined ? 'For example' : 'One of';
  return {
    title: `**${escapeMarkdown(name)}**`,
    about: [description, said && `${label}: ${said}`].filter(Boolean).join('\n\n'),
  };
}

function createHover(
  document: TextDocument,
  range: Range,
  { title, about }: { title: string; about: string },
): Hover {
  const contents = { kind: MarkupKind.Markdown, value: `${title}\n\n${about}` };
  return { contents, range: toEditorRange(document, range) };
}

function isExpression({ path }: Place, before: string): boolean {
  const isWhole = findRules(path).some(
    ({ reference }) => reference === 'condition' || reference === 'expression',
  );
  return isWhole || isInsideTemplate(before);
}

/** Section → the description of one of its entries; empty if there is no such entry. */
const ABOUT: Record<NameSection, (draft: FlowDraft, name: string) => string[]> = {
  steps: describeStep,
  prompts: (draft, name) =>
    listSpokenTexts(draft, name).map(
      ([language, text]) => `${language ? `_${language}_: ` : ''}${escapeMarkdown(text)}`,
    ),
  vars: describeVariable,
  params({ params, source }, name) {
    const declared = readOwn(params, name);
    if (declared === undefined) return [];
    return [
      `${declared.type}, ${renderDefault(declared.default)}`,
      ...readDescription(readOwn(source.params, name)),
    ];
  },
  env({ env, source }, name) {
    const declared = readOwn(env, name);
    if (declared === undefined) return [];
    const said = readOwn(source.env, name);
    const description = typeof said === 'string' ? [escapeMarkdown(said)] : readDescription(said);
    return [declared.secret ? 'secret' : renderDefault(declared.default), ...description];
  },
  hours({ hours, source }, name) {
    const { open = {}, holidays = [], exceptions = {} } = readOwn(source.hours, name) ?? {};
    const days = Object.entries(open).map(([day, times]) => `- ${day}: ${[times].flat().join(', ')}`);
    const others = [holidays].flat().length + Object.keys(exceptions).length;
    return [
      escapeMarkdown(readOwn(hours, name)?.timezone ?? ''),
      days.join('\n'),
      others === 0 ? '' : `${others} ${others === 1 ? 'other day' : 'other days'}`,
    ].filter(Boolean);
  },
  tables({ tables }, name) {
    const { columns, rows } = tables.get(name)?.table ?? { columns: [], rows: {} };
    return columns.length === 0
      ? []
      : [`${Object.keys(rows).length} rows of ${columns.map(renderCode).join(', ')}`];
  },
};

function describeStep(draft: FlowDraft, name: string): string[] {
  const step = draft.steps.find((one) => one.name === name);
  const drawn = draft.graph.steps.find((one) => one.name === name);
  if (!step || !drawn) return [];
  const targets = new Map(drawn.edges.map(({ outcome, to }) => [outcome, to]));
  const outcomes = outcomesOf(step)
    .filter((outcome) => !isGroup(outcome))
    .map(({ name: outcome }) => `- ${renderCode(outcome)} → ${escapeMarkdown(targets.get(outcome) ?? '…')}`);
  return [step.content === undefined ? 'the verb is not valid' : renderCode(drawn.verb), outcomes.join('\n')];
}

function describeVariable({ vars, source }: FlowDraft, name: string): string[] {
  const declared = readOwn(vars, name);
  if (declared === undefined) return [];
  const initial = declared.secret ? 'secret' : `initially ${renderCode(declared.initial)}`;
  return [`${declared.type}, ${initial}`, ...readDescription(readOwn(source.vars, name))];
}
