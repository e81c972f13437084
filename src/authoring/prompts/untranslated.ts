/** Texts that stand in steps, and the languages in which callers come there. */
import { isTranslatable, languagesHeard } from '../../language/model/index.ts';
import type { CompiledFlow, Graph, PromptPart } from '../../language/model/index.ts';

/** How calls go through a flow. */
export interface Paths {
  graph: Graph;
  /** Of the flows that it runs, by name. */
  graphs: Record<string, Graph>;
  /** Another flow leads to it. */
  isLedTo?: boolean;
}

/** The languages in which callers hear a step, in the order of the flow; without paths none is known. */
export function languagesByStep({ languages }: CompiledFlow, paths?: Paths): (step: string) => string[] {
  if (paths === undefined) return () => [];
  const { graph, graphs, isLedTo = false } = paths;
  const heard = languagesHeard(graph, { languages, graphOf: (flow) => graphs[flow], isLedTo });
  return (step) => languages.filter((language) => heard.get(step)?.has(language));
}

/** True for words that say neither which language they are, nor what else. */
export function needsTranslation(part: PromptPart): boolean {
  if ((part.kind !== 'text' && part.kind !== 'ssml') || part.language !== undefined) return false;
  if (part.kind === 'text' && part.as !== undefined) return false;
  const template = part.kind === 'text' ? part.text : part.ssml;
  return isTranslatable(template.filter((piece) => typeof piece === 'string').join(' '));
}
