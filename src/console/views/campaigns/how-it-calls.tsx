/** The settings of a campaign, as a list of terms and values. */
import { toParamLines } from '../../ui/form/params.ts';
import type { Campaign } from './progress.ts';
import { describeRetry, RETRIED } from './settings.ts';
import { toWindowLines } from './windows.ts';

export function HowItCalls({ campaign }: { campaign: Campaign }) {
  const { flow, from, pace, by, windows, params, columns, country } = campaign;
  const hours = toWindowLines(windows).join(', ');
  return (
    <section class="card">
      <header>
        <h2>How it calls</h2>
      </header>
      <dl class="facts body">
        <dt>Flow</dt>
        <dd>{flow}</dd>
        <dt>From</dt>
        <dd>{from}</dd>
        <dt>Pace</dt>
        <dd>
          {pace.perSecond} a second, {pace.atOnce} at once
          {by === 'broadcast' && ', with one request for the calls of a second'}
        </dd>
        <dt>Hours</dt>
        <dd>
          {hours === '' ? (
            'at any time'
          ) : (
            <>
              {hours} <span class="muted">by the clock of the recipient</span>
            </>
          )}
        </dd>
        {RETRIED.map(({ result, label }) => (
          <div key={result} class="fact">
            <dt>{label}</dt>
            <dd>{describeRetry(campaign, result)}</dd>
          </div>
        ))}
        <dt>Rejected</dt>
        <dd>not again</dd>
        {params !== undefined && (
          <>
            <dt>Parameters</dt>
            <dd>{toParamLines(params).join(', ')}</dd>
          </>
        )}
        {columns !== undefined && (
          <>
            <dt>Columns</dt>
            <dd>{toParamLines(columns).join(', ')}</dd>
          </>
        )}
        {country !== undefined && (
          <>
            <dt>Country</dt>
            <dd>{country}</dd>
          </>
        )}
      </dl>
    </section>
  );
}
