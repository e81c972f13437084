/** Describes a flow for the authors of flows that run it. */
import type { FlowCatalogue } from '../../language/compiler/index.ts';
import { escapeMarkdown, readDescription, readOwn, renderCode, renderDefault } from './markdown.ts';

/** Returns the description, parameters, results and outcomes of a flow; empty if there is no such flow. */
export function describeFlow(name: string, flows: FlowCatalogue): string[] {
  const [source, signature] = [flows.part(name)?.draft?.source, flows.signature(name)];
  if (source === undefined || signature === undefined) return [];
  const params = Object.entries(signature.params).map(([param, { type, default: value }]) => {
    const [about = ''] = readDescription(readOwn(source.params, param));
    return `- ${renderCode(param)}: ${type}, ${renderDefault(value)}. ${about}`.trimEnd();
  });
  const returns = Object.keys(signature.returns).map(renderCode);
  return [
    ...(source.description === undefined ? [] : [escapeMarkdown(source.description)]),
    ...(params.length === 0 ? [] : [params.join('\n')]),
    ...(returns.length === 0 ? [] : [`Returns ${returns.join(', ')}.`]),
    `Outcomes: ${[...signature.outcomes, 'failed'].map(renderCode).join(', ')}.`,
  ];
}
