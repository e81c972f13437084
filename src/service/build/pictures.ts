/** Versions as they are looked at: drawn, or beside one another. */
import {
  renderChangesJson,
  renderChangesMarkdown,
  renderChangesText,
  compareFlows,
} from '../../authoring/diff/index.ts';
import { createPicture, toDot, toMermaid, toSvg } from '../../authoring/drawing/index.ts';
import { compileBundle, Refusal } from '../management/index.ts';
import type { BundledFlow, BundleFiles } from '../management/index.ts';

const drawers = { mermaid: toMermaid, dot: toDot, svg: toSvg };

/** Languages in which a flow can be drawn. */
type DrawingFormat = keyof typeof drawers;

const renderers = { json: renderChangesJson, text: renderChangesText, markdown: renderChangesMarkdown };

/** How changes can be told. */
type ChangesFormat = keyof typeof renderers;

/** A flow that is to be drawn. */
interface Drawing {
  flow: string;
  /** What the version was made from. */
  files: BundleFiles;
  format: DrawingFormat;
  /** Also failures that no step routes. */
  all: boolean;
}

/** Draws a version. Throws a `Refusal`: `invalid_version`. */
export async function draw({ flow, files, format, all }: Drawing): Promise<string> {
  const { graph } = flowIn(files, flow);
  return drawers[format](createPicture(graph, { title: flow, all }));
}

/** Two versions of a flow. */
interface Comparison {
  flow: string;
  before: BundleFiles;
  after: BundleFiles;
  format: ChangesFormat;
}

/** Tells what a caller notices of going from one version to the other. Throws a `Refusal`: `invalid_version`. */
export function compare({ flow, before, after, format }: Comparison): string {
  const changes = compareFlows(flowIn(before, flow), flowIn(after, flow));
  return renderers[format](changes, `What changed in ${flow}`);
}

/** A version that an earlier release has compiled may be none any more for this one. */
function flowIn(files: BundleFiles, name: string): BundledFlow {
  const found = compileBundle(files).flows.find(({ flow }) => flow.name === name);
  if (found === undefined)
    throw new Refusal('invalid_version', `this version of "${name}" has errors under the current rules`);
  return found;
}
