/** Renders the report of an import for a terminal: the sums, then what is not the same, by weight. */
import { formatCount, joinList } from '../../language/text/index.ts';
import { reasons } from '../project/index.ts';
import type { Loss, Question, Imported, ImportedFlow } from '../project/index.ts';
import { renderEffects, renderEquality, renderMoves } from '../../verification/compare/index.ts';
import { describeSearch, grades, groupFaults, groupLosses, sumUp } from './sums.ts';

/** Maximum number of places that are shown for one reason. */
const MAX_PLACES = 3;

export function renderReport(imported: Imported): string {
  const { system, flows, losses, questions, unusedAnswers } = imported;
  const { nodes, byGrade } = sumUp(imported);
  const parts = grades.filter((grade) => byGrade[grade] > 0).map((grade) => `${byGrade[grade]} ${grade}`);
  return [
    `${system?.name ?? 'nothing'}: ${formatCount(nodes, 'node')}: ${joinList(parts)}`,
    ...flows.flatMap(renderFlow),
    ...questions.filter(({ isAnswered }) => !isAnswered).map(renderQuestion),
    ...renderUnused(unusedAnswers),
    ...groupLosses(losses).flatMap(([reason, ofReason]) => renderReason(reason, ofReason)),
    ...renderFaults(flows),
    ...flows.flatMap(({ name, comparison, searched }) =>
      comparison === undefined || searched === 'whole' ? [] : [`${name}: ${describeSearch(searched)}`],
    ),
    '',
  ].join('\n');
}

function renderFlow({ name, comparison }: ImportedFlow): string[] {
  if (comparison === undefined) return [`${name}: not compared alone`];
  const [first] = comparison.differences;
  return [
    `${name}: ${renderEquality(comparison)}`,
    ...(first === undefined
      ? []
      : [
          `  differs ${renderMoves(first.path)}:`,
          `    the original ${renderEffects(first.first, first.awaits[0])}`,
          `    the flow ${renderEffects(first.second, first.awaits[1])}`,
        ]),
  ];
}

/** Says what callers of the original met already, and what they meet because of stubs, by code. */
function renderFaults(flows: readonly ImportedFlow[]): string[] {
  return groupFaults(flows.flatMap(({ faults }) => faults)).flatMap(({ title, found }) => [
    `${title}, noted in the flow:`,
    ...[...Map.groupBy(found, ({ code }) => code)].map(([code, [first, ...others]]) => {
      const more = others.length === 0 ? '' : `, and ${others.length} more`;
      return `    ${code}: ${first?.message ?? ''}${more}`;
    }),
  ]);
}

function renderQuestion({ kind, key, places: [place] }: Question): string {
  const at = place === undefined ? '' : `${place.file}:${place.line}:${place.column}: `;
  return `question: ${at}${kind}: what is "${key}"?`;
}

/** Names the answers that nothing asks for: a key may be misspelt. */
function renderUnused(unused: Imported['unusedAnswers']): string[] {
  const names = unused.map(({ kind, key }) => `${kind} "${key}"`);
  return names.length === 0
    ? []
    : [`warning: nothing in the files asks for these answers: ${joinList(names)}`];
}

function renderReason(reason: Loss['reason'], losses: readonly Loss[]): string[] {
  const places = losses.slice(0, MAX_PLACES).map(({ file, span: { start }, detail }) => {
    const what = detail === undefined ? '' : ` ${detail}`;
    return `    ${file}:${start.line}:${start.column}${what}`;
  });
  const rest = losses.length - places.length;
  return [
    `${reason} (${losses.length}): ${reasons[reason].text}`,
    ...places,
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}
