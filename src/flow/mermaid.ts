/** A flow's control graph as a Mermaid flowchart, steps in reading order, edges labelled with their outcomes. */
import { HANGUP } from './graph.ts';
import type { Edge, Graph, GraphStep } from './graph.ts';

/** Shapes tell what a step waits for: a hexagon asks the caller, a stadium another party, a plain box speaks. */
const shapes: Record<GraphStep['waits'], [string, string]> = {
  caller: ['{{', '}}'],
  party: ['([', '])'],
  playback: ['[', ']'],
  nothing: ['(', ')'],
};

/** The diagram as text, ending in a newline. */
export function toMermaid(graph: Graph): string {
  const lines = [
    'flowchart TD',
    `  start((call)) --> ${id(graph.entry)}`,
    ...graph.steps.map(box),
    ...graph.steps.flatMap((step) => step.edges.map((edge) => arrow(step.name, edge))),
    ...graph.always
      .filter(({ to }) => to !== 'repeat')
      .map(({ key, to }) => `  always((always)) -. "${label(key)}" .-> ${id(to)}`),
    ...(graph.endStep === undefined ? [] : [`  ended((ended)) -.-> ${id(graph.endStep)}`]),
  ];
  const hangsUp = [...graph.steps.flatMap(({ edges }) => edges), ...graph.always].some(
    ({ to }) => to === HANGUP,
  );
  if (hangsUp) lines.push(`  ${id(HANGUP)}((hang up))`);
  return `${lines.join('\n')}\n`;
}

function box({ name, verb, waits }: GraphStep): string {
  const [open, close] = shapes[waits];
  return `  ${id(name)}${open}"${name}<br/>${verb}"${close}`;
}

/** The ordinary way on is a plain arrow; a failure's way a dotted one. */
function arrow(from: string, { outcome, to, kind }: Edge): string {
  if (kind === 'error') return `  ${id(from)} -. "${label(outcome)}" .-> ${id(to)}`;
  if (kind === 'next') return `  ${id(from)} --> ${id(to)}`;
  return `  ${id(from)} -- "${label(outcome)}" --> ${id(to)}`;
}

/** Step names can be words that Mermaid keeps for itself, such as `end`. */
function id(step: string): string {
  return `s_${step}`;
}

/** `#` begins an entity in Mermaid. */
function label(outcome: string): string {
  return outcome.replaceAll('#', '#35;');
}
