/** Splits whose result is known because a widget has just found out what they test. */
import { compilePattern } from '../../../language/model/index.ts';
import { isTemplate, parseLiquid } from '../liquid/syntax.ts';
import { findTestKind, splitValues } from '../tests.ts';
import { findNext, type Condition, type StudioFlow, type Widget } from '../widgets.ts';
import { findSource } from './references.ts';

/**
 * What a widget has found out: path below its name → value, as a text of the flow. What is not there is empty; what only the call
 * knows is an expression, and no test of it is decided here.
 */
export type Findings = Readonly<Record<string, string>>;

/** Maximum number of splits in a row. */
const MAX_SPLITS = 20;

/**
 * Returns the widget to which a call comes from `next` when a widget has just found these values: past all splits that test
 * nothing else.
 */
export function passKnownSplits(
  flow: StudioFlow,
  next: string | undefined,
  known: { widget: Widget; findings: Findings },
): { next: string | undefined; passed: readonly Widget[] } {
  const splits: Widget[] = [];
  let name = next;
  for (let passed = 0; passed < MAX_SPLITS && name !== undefined; passed += 1) {
    const split = flow.byName.get(name);
    const way = split?.does.kind === 'split' ? decide(split, known) : undefined;
    if (split === undefined || way === undefined) break;
    splits.push(split);
    name = way.next;
  }
  return { next: name, passed: splits };
}

/** Returns where a split leads; undefined if that is not known. */
function decide(
  split: Widget,
  known: { widget: Widget; findings: Findings },
): { next: string | undefined } | undefined {
  for (const { event, next, conditions } of split.transitions) {
    if (event !== 'match' || conditions.length === 0) continue;
    const results = conditions.map((condition) => evaluate(condition, known));
    if (results.includes(undefined)) return undefined;
    if (!results.includes(false)) return { next };
  }
  return { next: findNext(split, 'noMatch') };
}

function evaluate(
  { type, left, right }: Condition,
  { widget, findings }: { widget: Widget; findings: Findings },
): boolean | undefined {
  const [node, ...others] = parseLiquid(left.trim());
  const isPath = node?.kind === 'output' && others.length === 0 && node.value.filters.length === 0;
  if (!isPath || node.value.operand.kind !== 'path' || isTemplate(right)) return undefined;
  const source = findSource(node.value.operand.path);
  if (source.kind !== 'output' || source.widget !== widget.name) return undefined;
  const name = source.path.join('.');
  const found = Object.hasOwn(findings, name) ? (findings[name] ?? '') : '';
  if (isExpression(found)) return undefined;
  const value = found.trim().toLowerCase();
  const kind = findTestKind(type);
  const result = kind && compareConstant(kind.asks, value, right.trim());
  return result === undefined || kind === undefined ? undefined : result !== kind.isNot;
}

function isExpression(text: string): boolean {
  return text.startsWith('${');
}

function compareConstant(asks: string, value: string, written: string): boolean | undefined {
  const other = written.toLowerCase();
  if (asks === 'equal') return value === other;
  if (asks === 'any_of') return splitValues(other).includes(value);
  if (asks === 'contains') return value.includes(other);
  if (asks === 'starts_with') return value.startsWith(other);
  if (asks === 'regex') return compilePattern(`(?i)^(?:${written})$`)?.isFound(value);
  return asks === 'blank' ? value === '' : undefined;
}
