/** The checks below the text: phone, scenarios, findings and mistakes. */
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReadonlySignal } from '@preact/signals';
import { Segmented } from '../../ui/segmented.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { Mistakes } from './mistakes.tsx';
import { PhonePanel } from './phone-panel.tsx';
import { ScenariosPanel } from './scenarios-panel.tsx';
import type { Panel, Workbench } from './workbench.ts';

const PANELS: Record<Panel, string> = {
  phone: 'Phone',
  scenarios: 'Scenarios',
  findings: 'Findings',
  mistakes: 'Mistakes',
};

export function isPanel(name: string | undefined): name is Panel {
  return name !== undefined && Object.hasOwn(PANELS, name);
}

/** True where the phone has room beside the other panels; the style sheet knows the same width. */
const isWide = watchWidth('(width >= 1280px)');
/** True where scenarios and findings have room beside one another too. */
const isWidest = watchWidth('(width >= 1400px)');
/** True where there is room for one part of the editor only; the style sheet knows the same width. */
const isNarrow = watchWidth('(width < 1100px)');

function watchWidth(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const isMatching = signal(list.matches);
  list.addEventListener('change', ({ matches }) => {
    isMatching.value = matches;
  });
  return isMatching;
}

/** Lists the panels: those who may not write drafts read the text, its diagram and its mistakes only. */
function listPanels({ session }: Workbench): { value: Panel; label: string }[] {
  const names = Object.keys(PANELS) as Panel[];
  const offered = session.readOnly === 'role' ? (['mistakes'] as const) : names;
  return offered.map((value) => ({ value, label: PANELS[value] }));
}

/** Chooses the part of the editor that a narrow window shows. */
export function PartTabs({ bench }: { bench: Workbench }) {
  if (!isNarrow.value) return null;
  const { value: part } = bench.part;
  return (
    <div class="part-tabs">
      <Segmented
        label="Part of the editor"
        options={[
          { value: 'text', label: 'Text' },
          { value: 'diagram', label: 'Diagram' },
          ...listPanels(bench),
        ]}
        value={part === 'panel' ? bench.panel.value : part}
        onChange={(value) => {
          if (isPanel(value)) bench.showPanel(value);
          else bench.part.value = value === 'diagram' ? 'diagram' : 'text';
        }}
      />
    </div>
  );
}

/** The panels that stand beside one another; those of one column share it. */
function listColumns(bench: Workbench): Panel[][] {
  const offered = listPanels(bench).map(({ value }) => value);
  if (offered.length === 1 || !isWide.value) return [offered];
  return isWidest.value
    ? [['phone'], ['scenarios'], ['findings', 'mistakes']]
    : [['phone'], ['scenarios', 'findings', 'mistakes']];
}

/** Shows the panels: in narrow windows one at a time, in wide ones beside one another. */
export function PanelPane({ bench }: { bench: Workbench }) {
  return (
    <section class="panel" aria-label="Checks">
      {listColumns(bench).map((panels) => (
        <PanelColumn key={panels.join(' ')} bench={bench} panels={panels} />
      ))}
    </section>
  );
}

/** Shows one of the panels of a column: the one that was chosen last. */
function PanelColumn({ bench, panels }: { bench: Workbench; panels: readonly Panel[] }) {
  const { panel } = bench;
  const last = useSignal(panels[0]);
  const chosen = panels.includes(panel.value) ? panel.value : last.value;
  useEffect(() => {
    last.value = chosen;
  }, [chosen]);
  if (chosen === undefined) return null;
  const isPhoneAlone = panels.length === 1 && chosen === 'phone';
  return (
    <section class={isPhoneAlone ? 'panel-column panel-phone' : 'panel-column'} aria-label={PANELS[chosen]}>
      {!isNarrow.value && !isPhoneAlone && (
        <div class="panel-head">
          {panels.length === 1 ? (
            <h2>{PANELS[chosen]}</h2>
          ) : (
            <Segmented
              label="Checks"
              options={panels.map((value) => ({ value, label: PANELS[value] }))}
              value={chosen}
              onChange={(value) => {
                panel.value = value;
              }}
            />
          )}
        </div>
      )}
      <div class="panel-body">
        {chosen === 'phone' && <PhonePanel bench={bench} />}
        {chosen === 'scenarios' && <ScenariosPanel bench={bench} />}
        {chosen === 'findings' && <FindingsPanel bench={bench} />}
        {chosen === 'mistakes' && <MistakesPanel bench={bench} />}
      </div>
    </section>
  );
}

function MistakesPanel({ bench }: { bench: Workbench }) {
  return (
    <Mistakes
      mistakes={bench.mistakes.value}
      isReadOnly={bench.session.readOnly !== undefined}
      onGo={(mistake) => {
        bench.goTo(mistake);
      }}
      onFix={(fix) => {
        bench.applyFix(fix);
      }}
    />
  );
}
