/** Renders an exported scenario as YAML with comments. */
import { Document, isMap, isNode, isSeq } from 'yaml';
import type { Line, Scenario } from '../../../schemas/types/scenario.ts';

interface FileSource {
  /** Comment lines at the head of the file. */
  remarks: readonly string[];
  /** Path of the flow file, relative to this one. Default: flow.yaml. */
  flow?: string;
  env?: Record<string, string>;
  scenario: ScenarioSource;
}

/** Renders the file. */
export function renderScenario({ remarks, flow, env = {}, scenario }: FileSource): string {
  const { script, ...head } = scenario;
  const document = new Document({
    ...(flow !== undefined && { flow }),
    ...(Object.keys(env).length > 0 && { env }),
    scenarios: [{ ...head, script: script.map(({ line }) => line) }],
  });
  document.commentBefore = remarks.map((remark) => ` ${remark}`).join('\n');
  const lines = document.getIn(['scenarios', 0, 'script']);
  if (isSeq(lines))
    for (const [index, { comment }] of script.entries()) finishLine(lines.items[index], comment);
  for (const path of SHORT) setFlowStyle(document.getIn(['scenarios', 0, ...path]));
  return document.toString({ lineWidth: 110, singleQuote: true, flowCollectionPadding: true });
}

const SHORT = [['start'], ['parties'], ['phones'], ['faults']];

function setFlowStyle(node: unknown): void {
  if (isMap(node) || isSeq(node)) node.flow = true;
}

/** Formats a line of the script: its value on one line, followed by its comment. */
function finishLine(line: unknown, comment: string | undefined): void {
  const value = isMap(line) ? line.items[0]?.value : line;
  setFlowStyle(value);
  if (comment !== undefined && isNode(value)) value.comment = ` ${comment}`;
}

/** A line of a script, with an optional comment. */
export interface ScriptEntry {
  line: Line;
  comment?: string;
}

/** A scenario before it is written as YAML. */
export interface ScenarioSource extends Omit<Scenario, 'script'> {
  script: ScriptEntry[];
}

/** Formats a duration as scenario files write it. */
export function formatDuration(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  return whole > 0 && whole % 1_000 === 0 ? `${whole / 1_000}s` : `${whole}ms`;
}
