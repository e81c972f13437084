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

/** Finds the place of an offset; undefined if no word is allowed there. */
export function findPlace(node: Node, offset: number, path: Path = []): Place | undefined {
  if (node.kind === 'map') return findPlaceInMap(node, offset, path);
  if (node.kind !== 'list') return isInRange(node, offset) ? { kind: 'value', path, node } : undefined;
  const index = node.items.findIndex((item) => isInRange(item, offset));
  const item = node.items[index];
  return item && findPlace(item, offset, [...path, index]);
}

function findPlaceInMap(map: MapNode, offset: number, path: Path): Place | undefined {
  for (const { key, keyRange, value } of map.entries.values()) {
    if (isInRange({ range: keyRange }, offset)) return { kind: 'key', path, map, key };
    if (isInRange(value, offset)) return findPlace(value, offset, [...path, key]);
  }
  return undefined;
}

function isInRange({ range }: Pick<Node, 'range'>, offset: number): boolean {
  return range.from <= offset && offset <= range.to;
}

/** Lists the schema rules for a path; several if alternatives are allowed. `root` is the rule of the whole file. */
export function findRules(path: Path, root: Rule = flowRule): readonly Rule[] {
  let rules = listBranches(root);
  for (const part of path) rules = rules.flatMap((rule) => listInnerRules(rule, part)).flatMap(listBranches);
  return rules;
}

/**
 * Lists the rules of a map that may define its keys: those that allow the other keys that are there, or all if none
 * does.
 */
export function findMapRules(
  { path, map, key }: Extract<Place, { kind: 'key' }>,
  root?: Rule,
): readonly Rule[] {
  const rules = findRules(path, root).filter(({ properties }) => properties.size > 0);
  const others = [...map.entries.keys()].filter((one) => one !== key);
  const fitting = rules.filter(({ properties }) => others.every((one) => properties.has(one)));
  return fitting.length > 0 ? fitting : rules;
}

function listInnerRules(rule: Rule, part: string | number): Rule[] {
  const inner = typeof part === 'number' ? rule.items : (rule.properties.get(part) ?? rule.others);
  return inner ? [inner()] : [];
}

function listBranches(rule: Rule): readonly Rule[] {
  return rule.branches.length > 0 ? rule.branches : [rule];
}
