/** The draft as a diagram: the step under the cursor is chosen, and choosing a step moves the cursor. */
import { useLocation } from 'preact-iso';
import { useCallback, useMemo } from 'preact/hooks';
import type { Diagnostic } from '../../../language/diagnostics/index.ts';
import { renderQuery } from '../../data/address.ts';
import { Diagram } from '../../flowchart/diagram.tsx';
import type { DiagramMarks } from '../../flowchart/marks.ts';
import { Empty } from '../../ui/empty.tsx';
import type { DrawnFlow } from './draft-checks.ts';
import { StepEdits } from './step-edits.tsx';
import type { Workbench } from './workbench.ts';

export function DiagramPane({ bench }: { bench: Workbench }) {
  const { path } = useLocation();
  const toHref = useCallback((step: string) => `${path}${renderQuery({ step })}`, [path]);
  const drawn = bench.checks.drawn.value;
  const lit = bench.litPath.value;
  const marks = useMemo(() => toMarks(lit), [lit]);
  const selected = bench.selectedStep.value;
  const step = drawn?.chart.steps.find(({ id }) => id === selected);
  const mayEdit = bench.session.readOnly === undefined && drawn?.source === 'draft';
  return (
    <section
      class="chart"
      aria-label="Diagram"
      onClick={(event) => {
        chooseClicked(event, bench);
      }}
    >
      {drawn === undefined ? (
        <Empty>
          {bench.mistakes.value === undefined
            ? 'The diagram is being drawn…'
            : 'No step can be read yet: mend the first mistake, and the diagram appears.'}
        </Empty>
      ) : (
        <>
          {drawn.source !== 'draft' && (
            <StaleNote source={drawn.source} error={drawn.error} onGo={bench.goToLine.bind(bench)} />
          )}
          <Diagram
            chart={drawn.chart}
            marks={marks}
            selected={selected}
            toHref={toHref}
            isStale={drawn.source !== 'draft'}
            isFolded
          />
          {mayEdit && step !== undefined && <StepEdits bench={bench} chart={drawn.chart} step={step} />}
        </>
      )}
    </section>
  );
}

interface StaleNoteProps {
  source: Exclude<DrawnFlow['source'], 'draft'>;
  error: Diagnostic | undefined;
  onGo: (path: string, line: number) => void;
}

/** Tells which diagram stands in for that of the draft, and why. */
function StaleNote({ source, error, onGo }: StaleNoteProps) {
  return (
    <div class="stale-note small" role="status">
      <span>The flow has errors. {STAND_INS[source]}</span>
      {error !== undefined && (
        <button
          type="button"
          class="link"
          title={error.message}
          onClick={() => {
            onGo(error.file, error.span.start.line);
          }}
        >
          Line {error.span.start.line}: {error.message}
        </button>
      )}
    </div>
  );
}

const STAND_INS: Readonly<Record<StaleNoteProps['source'], string>> = {
  earlier: 'This is the last diagram without them.',
  in_service: 'This is the version in service.',
  sketch: 'These are the steps that can be read.',
};

/** Links of the diagram change the address; a click on the step that it names already moves the cursor too. */
function chooseClicked({ target }: Event, bench: Workbench): void {
  const card = target instanceof Element ? target.closest('[data-step]') : null;
  const step = card?.getAttribute('data-step');
  if (typeof step === 'string') bench.goToStep(step);
}

/** The path of the call, or of the finding that is stepped through. */
function toMarks(path: readonly string[]): DiagramMarks {
  const now = path.at(-1);
  return now === undefined ? {} : { path: [...new Set(path)], now };
}
