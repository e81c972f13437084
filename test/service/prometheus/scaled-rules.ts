/** The shipped rules with every duration divided, so that a test sees them fire and resolve without waiting for minutes. */
import { parse, stringify } from 'yaml';

const MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

interface RuleFile {
  groups: { name: string; rules: { expr: string; for: string }[] }[];
}

/** Divides ranges, offsets, steps of subqueries and the `for` of all rules; thresholds stay as they are. */
export function scaleRules(text: string, by: number): string {
  const { groups } = parse(text) as RuleFile;
  const scaled = groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({
      ...rule,
      for: scaleDuration(rule.for, by),
      expr: rule.expr.replaceAll(/(?<=\[|\[\w+:|offset )\d+[smhdw]\b/g, (found) => scaleDuration(found, by)),
    })),
  }));
  return stringify({ groups: scaled });
}

function scaleDuration(text: string, by: number): string {
  const unit = text.slice(-1) as keyof typeof MS;
  return `${Math.round((Number(text.slice(0, -1)) * MS[unit]) / by)}ms`;
}
