/** The settings of a campaign, as a list of terms and values. */
import type { ComponentChildren } from 'preact';
import { FactList } from '../../ui/fact-list.tsx';
import { toParamLines } from '../../ui/form/params.ts';
import type { Campaign } from './progress.ts';
import { describeRetry, RETRIED } from './settings.ts';
import { toWindowLines } from './windows.ts';

export function HowItCalls({ campaign }: { campaign: Campaign }) {
  return (
    <section class="card" aria-labelledby="how">
      <header>
        <h2 id="how">How it calls</h2>
      </header>
      <FactList facts={listFacts(campaign)} isLined />
    </section>
  );
}

type Fact = readonly [name: string, value: ComponentChildren];

function listFacts(campaign: Campaign): Fact[] {
  const { flow, from, pace, by, windows, params, columns, country } = campaign;
  const paced = `${pace.perSecond} a second, ${pace.atOnce} at once`;
  const hours = toWindowLines(windows).join(', ');
  return [
    ['Flow', flow],
    ['From', from],
    ['Pace', by === 'broadcast' ? `${paced}, with one request for the calls of a second` : paced],
    ['Hours', hours === '' ? 'at any time' : <Hours hours={hours} />],
    ...RETRIED.map(({ result, label }): Fact => [label, describeRetry(campaign, result)]),
    ['Rejected', 'not again'],
    ...(params === undefined ? [] : [['Parameters', toParamLines(params).join(', ')] as const]),
    ...(columns === undefined ? [] : [['Columns', toParamLines(columns).join(', ')] as const]),
    ...(country === undefined ? [] : [['Country', country] as const]),
  ];
}

function Hours({ hours }: { hours: string }) {
  return (
    <>
      {hours} <span class="muted">by the clock of the recipient</span>
    </>
  );
}
