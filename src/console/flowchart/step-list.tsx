/** A flow as a nested list: the same as its diagram, without the picture. */
import type { Flowchart } from '../../authoring/flowchart/index.ts';
import { describeStep, labelCode, labelTarget } from './labels.ts';
import { findMaxHeat, narrateMarks, readCardMarks } from './marks.ts';
import type { DiagramMarks } from './marks.ts';

interface StepListProps {
  chart: Flowchart;
  marks?: DiagramMarks;
  selected?: string | undefined;
  toHref: (step: string) => string;
}

export function StepList({ chart, marks = {}, selected, toHref }: StepListProps) {
  const maxHeat = findMaxHeat(marks);
  return (
    <ol class="step-list" aria-label={`Steps of ${chart.flow}`}>
      {chart.steps.map((step) => (
        <li key={step.id}>
          <a href={toHref(step.id)} {...(step.id === selected && { 'aria-current': 'true' })}>
            {step.id}
          </a>{' '}
          <span class="muted">
            {step.verb}, line {step.line}. {describeStep(chart, step)}{' '}
            {narrateMarks(readCardMarks(marks, step.id, maxHeat))}
          </span>
          <ul>
            {step.ways
              .filter(({ isUnhandled }) => !isUnhandled)
              .map(({ code, to, meaning }) => (
                <li key={code}>
                  {meaning ?? labelCode(code)} →{' '}
                  {'step' in to ? <a href={toHref(to.step)}>{to.step}</a> : labelTarget(to)}
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
