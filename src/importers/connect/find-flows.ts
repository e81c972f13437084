/**
 * Finds flows in files: a file may be a flow, or have flows inside of templates of CloudFormation or Terraform, of answers
 * of the service, or of JSON within a text.
 */
import type { Report } from '../../language/diagnostics/index.ts';
import { readSource, toText } from '../reading/index.ts';
import type { DataNode, ObjectNode, ReadSource } from '../reading/index.ts';
import { findField, placeAt } from './trees.ts';

/** A flow as it stands in a file. */
export interface FoundFlow {
  file: string;
  root: ObjectNode;
  /** Names by which others may refer to it, the best first: its own, that of its resource. */
  names: readonly string[];
  /** Kind as the wrapper tells it, such as `CONTACT_FLOW`. */
  kind?: string;
}

/** Number of texts within texts that are opened. */
const MAX_TEXT_DEPTH = 3;

interface Visit {
  node: DataNode;
  names: readonly string[];
  kind?: string;
  depth: number;
}

/** Finds the flows of a file. A text within it that should be a flow and cannot be read is reported. */
export function findFlows(source: ReadSource, report: Report = () => undefined): FoundFlow[] {
  if (source.format === 'xml') return [];
  const flows: FoundFlow[] = [];
  const visits: Visit[] = [{ node: source.root, names: [], depth: 0 }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { node, names, kind } = visit;
    if (isFlow(node))
      flows.push({ file: source.file, root: node, names, ...(kind !== undefined && { kind }) });
    else visits.push(...listInner(visit, source.file, report).reverse());
  }
  return flows;
}

/** True for a flow in one of the two forms. */
function isFlow(node: DataNode): node is ObjectNode {
  if (node.kind !== 'object') return false;
  const has = (key: string) => findField(node, key) !== undefined;
  if (findField(node, 'Actions')?.kind === 'list') return has('StartAction') || has('Version');
  return findField(node, 'modules')?.kind === 'list' && (has('start') || has('version'));
}

function listInner(visit: Visit, file: string, report: Report): Visit[] {
  const { node, names, depth } = visit;
  if (node.kind === 'list') return node.items.map((item) => ({ ...visit, node: item }));
  if (node.kind === 'scalar') return openText(visit, file, report);
  const joined = joinText(node);
  if (joined !== undefined)
    return openText({ ...visit, node: { kind: 'scalar', span: node.span, value: joined } }, file, report);
  const ownNames = ['Name', 'name', 'Arn', 'Id'].flatMap((key) => toText(findField(node, key)) ?? []);
  const ownKind = toText(findField(node, 'Type')) ?? toText(findField(node, 'type'));
  const kind = ownKind === undefined || ownKind.includes('::') ? visit.kind : ownKind;
  return node.entries.map(({ key, value }) => ({
    node: value,
    names: WRAPPERS.has(key) ? [...ownNames, ...names] : [key, ...ownNames, ...names],
    ...(kind !== undefined && { kind }),
    depth,
  }));
}

/** Keys that name no flow. */
const WRAPPERS = new Set(
  'Content content Properties Fn::Sub Fn::Join Resources resource ContactFlow ContactFlowModule'.split(' '),
);

/** Opens a text that is JSON. What it holds has the place of the text. */
function openText({ node, depth, ...rest }: Visit, file: string, report: Report): Visit[] {
  const text = toText(node)?.trim();
  if (text === undefined || depth >= MAX_TEXT_DEPTH || !/^[{"]/.test(text)) return [];
  if (!text.includes('Actions') && !text.includes('modules')) return [];
  const inner = text.startsWith('"') ? unquote(text) : text;
  const read = inner === undefined ? undefined : readSource({ file, text: inner });
  if (read === undefined || ('format' in read && read.format === 'xml')) return [];
  if (!('format' in read)) {
    report({ ...read, message: `within this text: ${read.message}`, span: node.span });
    return [];
  }
  return [{ ...rest, node: placeAt(read.root, node.span), depth: depth + 1 }];
}

function unquote(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of `Fn::Join` and of `Fn::Sub` with values of its own, with a placeholder for what a template puts in. */
function joinText(node: ObjectNode): string | undefined {
  const join = findField(node, 'Fn::Join');
  const sub = findField(node, 'Fn::Sub');
  if (sub?.kind === 'list') return toText(sub.items[0]);
  if (join?.kind !== 'list' || join.items[1]?.kind !== 'list') return undefined;
  return join.items[1].items
    .map((part) => toText(part) ?? `\${${describeReference(part)}}`)
    .join(toText(join.items[0]) ?? '');
}

function describeReference(part: DataNode): string {
  const reference = toText(findField(part, 'Ref'));
  const attribute = findField(part, 'Fn::GetAtt');
  const path =
    attribute?.kind === 'list'
      ? attribute.items.map((item) => toText(item) ?? '').join('.')
      : toText(attribute);
  return (reference ?? path ?? 'Value').replaceAll(/[^\w.:-]/g, '');
}
