/** The checks below the text: phone, scenarios, findings and mistakes. */
import { signal } from '@preact/signals';
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

/** Shows the panels one at a time; in wide windows the phone stays beside the other ones. */
export function PanelPane({ bench }: { bench: Workbench }) {
  const { panel } = bench;
  const panels = listPanels(bench);
  const hasPhoneBeside = isWide.value && panels.some(({ value }) => value === 'phone');
  const offered = panels.filter(({ value }) => !hasPhoneBeside || value !== 'phone');
  const chosen = (offered.find(({ value }) => value === panel.value) ?? offered[0])?.value;
  return (
    <section class={hasPhoneBeside ? 'panel with-phone' : 'panel'} aria-label="Checks">
      {hasPhoneBeside && (
        <section class="panel-phone" aria-label="Phone">
          <PhonePanel bench={bench} />
        </section>
      )}
      {!isNarrow.value && chosen !== undefined && (
        <div class="panel-head">
          <Segmented
            label="Checks"
            options={offered}
            value={chosen}
            onChange={(value) => {
              panel.value = value;
            }}
          />
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
