/** The checks below the text: phone, scenarios, findings and mistakes. */
import { signal } from '@preact/signals';
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
const wide = matchMedia('(width >= 1280px)');
const isWide = signal(wide.matches);
wide.addEventListener('change', ({ matches }) => {
  isWide.value = matches;
});

/** Shows the panels one at a time; in wide windows the phone stays beside the other ones. */
export function PanelPane({ bench }: { bench: Workbench }) {
  const { panel } = bench;
  const chosen = isWide.value && panel.value === 'phone' ? 'scenarios' : panel.value;
  const offered = (Object.keys(PANELS) as Panel[]).filter((one) => !isWide.value || one !== 'phone');
  return (
    <section class="panel" aria-label="Checks">
      {isWide.value && (
        <section class="panel-phone" aria-label="Phone">
          <PhonePanel bench={bench} />
        </section>
      )}
      <div class="panel-head">
        <Segmented
          label="Checks"
          options={offered.map((value) => ({ value, label: PANELS[value] }))}
          value={chosen}
          onChange={(value) => {
            panel.value = value;
          }}
        />
      </div>
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
