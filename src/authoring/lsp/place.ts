import {
  flowRule,
  type MapNode,
  type Node,
  type Path,
  type Rule,
  type ScalarNode,
} from '../../language/compiler/index.ts';

/** Position of the cursor in the tree of a document: at a key of a map, or at a value. */
export type Place =
  { kind: 'key'; path: Path; map: MapNode; key: string } | { kind: 'value'; path: Path; node: ScalarNode };

/** The place of an offset, if it is one where a word can stand. */
export function placeAt(node: Node, offset: number, path: Path = []): Place | undefined {
  if (node.kind === 'map') return placeInMap(node, offset, path);
  if (node.kind !== 'list') return holds(node, offset) ? { kind: 'value', path, node } : undefined;
  const index = node.items.findIndex((item) => holds(item, offset));
  const item = node.items[index];
  return item && placeAt(item, offset, [...path, index]);
}

function placeInMap(map: MapNode, offset: number, path: Path): Place | undefined {
  for (const { key, keyRange, value } of map.entries.values()) {
    if (holds({ range: keyRange }, offset)) return { kind: 'key', path, map, key };
    if (holds(value, offset)) return placeAt(value, offset, [...path, key]);
  }
  return undefined;
}

function holds({ range }: Pick<Node, 'range'>, offset: number): boolean {
  return range.from <= offset && offset <= range.to;
}

/** Lists the schema rules for a path; several if alternatives are allowed. */
export function rulesAt(path: Path): readonly Rule[] {
  let rules = branchesOf(flowRule);
  for (const part of path) rules = rules.flatMap((rule) => inside(rule, part)).flatMap(branchesOf);
  return rules;
}

function inside(rule: Rule, part: string | number): Rule[] {
  const inner = typeof part === 'number' ? rule.items : (rule.properties.get(part) ?? rule.others);
  return inner ? [inner()] : [];
}

function branchesOf(rule: Rule): readonly Rule[] {
  return rule.branches.length > 0 ? rule.branches : [rule];
}
