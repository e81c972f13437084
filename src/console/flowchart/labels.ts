/** Short texts on a diagram. */
import type { Flowchart, FlowchartStep, FlowchartTarget } from '../../authoring/flowchart/index.ts';

/** Outcomes whose codes say less to a person than a word. */
const CODE_LABELS: Readonly<Record<string, string>> = {
  completed: 'talked',
  otherwise: 'else',
  exhausted: 'no match',
};

const WORD_LABELS = { hangup: 'hang up', return: 'return', repeat: 'said again', back: 'back' } as const;

/** Returns the label of a way out. */
export function labelCode(code: string): string {
  return CODE_LABELS[code] ?? code.replaceAll('_', ' ');
}

/** Returns the label of a port with these ways. */
export function labelPort(codes: readonly string[]): string {
  const isNoAnswer = codes.length === 2 && codes.includes('exhausted') && codes.includes('silent');
  return isNoAnswer ? 'none' : codes.map(labelCode).join(' · ');
}

/** Returns the label of a target. */
export function labelTarget(to: FlowchartTarget): string {
  return 'step' in to ? to.step : WORD_LABELS[to.word];
}

/** Width of a character of ports and badges in relation to its size. */
export const PORT_CHAR_WIDTH = 0.53;

/** Shortens a text to a number of characters. */
export function shorten(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, Math.max(1, maxChars - 1)).trimEnd()}…`;
}

/** Returns the second line of a card: what the step says or does. */
export function describeStep({ languages }: Flowchart, step: FlowchartStep): string {
  const { prompt = {}, detail, flow, verb } = step;
  const [first] = languages.flatMap((language) => prompt[language] ?? []);
  return first ?? detail ?? flow ?? verb;
}

/** Returns the label of a card for assistive technology. */
export function narrateStep(chart: Flowchart, step: FlowchartStep, marks: string): string {
  const ways = step.ways
    .filter(({ isUnhandled }) => !isUnhandled)
    .map(({ code, to }) => `${labelCode(code)} to ${labelTarget(to)}`);
  const text = describeStep(chart, step);
  return [
    `${step.id}, ${step.verb}, line ${step.line}.`,
    text === step.verb ? '' : endSentence(text),
    marks,
    ways.length === 0 ? '' : `Ways: ${ways.join(', ')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
