/** A scenario as a file: YAML, with what its reader has to know as comments. */
import { Document, isMap, isNode, isSeq } from 'yaml';
import type { Line, Scenario } from '../../../schemas/types/scenario.ts';

/** A file with one scenario. */
interface FileSource {
  /** Stands at its head, line by line. */
  remarks: readonly string[];
  /** The flow file as seen from this one; absent: flow.yaml beside it. */
  flow?: string;
  env?: Record<string, string>;
  scenario: ScenarioSource;
}

/** The text of the file. */
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

/** Parts that are written on one line. */
const SHORT = [['start'], ['parties'], ['phones'], ['faults']];

function setFlowStyle(node: unknown): void {
  if (isMap(node) || isSeq(node)) node.flow = true;
}

/** A line of the script: what is expected on one line, its comment behind it. */
function finishLine(line: unknown, comment: string | undefined): void {
  const value = isMap(line) ? line.items[0]?.value : line;
  setFlowStyle(value);
  if (comment !== undefined && isNode(value)) value.comment = ` ${comment}`;
}

/** A line of a script, with a comment for its reader. */
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
