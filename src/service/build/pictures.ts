/** Draws versions, describes them as charts and compares them. */
import {
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesText,
  compareFlows,
} from '../../authoring/diff/index.ts';
import { createPicture, toDot, toMermaid, toSvg } from '../../authoring/drawing/index.ts';
import { buildFlowchart } from '../../authoring/flowchart/index.ts';
import { compileBundle, Refusal } from '../management/index.ts';
import type { BundledFlow, BundleFiles } from '../management/index.ts';

const drawers = { mermaid: toMermaid, dot: toDot, svg: toSvg };

type DrawingFormat = keyof typeof drawers;

const renderers = { json: renderChangesJson, text: renderChangesText, markdown: renderChangesMarkdown };

type ChangesFormat = keyof typeof renderers;

interface Drawing {
  flow: string;
  /** Source files of the version. */
  files: BundleFiles;
  format: DrawingFormat;
  /** Includes failures that no step handles. */
  all: boolean;
}

/** Draws a version. Throws a `Refusal`: `invalid_version`. */
export async function draw({ flow, files, format, all }: Drawing): Promise<string> {
  const { graph } = compileFlow(files, flow);
  return drawers[format](createPicture(graph, { title: flow, all }));
}

/** Describes the steps of a version and the ways between them as JSON. Throws a `Refusal`: `invalid_version`. */
export function chart({ flow, files }: Pick<Drawing, 'flow' | 'files'>): string {
  return JSON.stringify(buildFlowchart(compileFlow(files, flow)));
}

interface Comparison {
  flow: string;
  before: BundleFiles;
  after: BundleFiles;
  format: ChangesFormat;
}

/** Describes the changes that a caller notices between two versions. Throws a `Refusal`: `invalid_version`. */
export function compare({ flow, before, after, format }: Comparison): string {
  const changes = compareFlows(compileFlow(before, flow), compileFlow(after, flow));
  return renderers[format](changes, `What changed in ${flow}`);
}

/** Compiles the stored sources again: a version of an earlier release may have errors under the current rules. */
function compileFlow(files: BundleFiles, name: string): BundledFlow {
  const found = compileBundle(files).flows.find(({ flow }) => flow.name === name);
  if (found === undefined)
    throw new Refusal('invalid_version', `this version of "${name}" has errors under the current rules`);
  return found;
}
