/** The progress of a campaign: figures and a bar. */
import { Moment } from '../../ui/moment.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Tone } from '../../ui/tone.ts';
import { computeProgress, estimateRemaining, renderDuration } from './progress.ts';
import type { Campaign, Progress } from './progress.ts';
import { formatNumber } from '../../ui/format.ts';
import './campaigns.css';

const TONES: Record<Campaign['state'], Tone> = {
  draft: 'neutral',
  running: 'accent',
  paused: 'warn',
  stopped: 'neutral',
  done: 'ok',
};

export function StatePill({ campaign: { state, isLoading } }: { campaign: Campaign }) {
  return (
    <Pill tone={TONES[state]} hasDot={state === 'running'}>
      {isLoading ? 'loading recipients' : state}
    </Pill>
  );
}

/** The bar alone; its parts are told to assistive technology. */
export function ProgressBar({ progress: { parts } }: { progress: Progress }) {
  const shown = parts.filter(({ name, count }) => name !== 'waiting' && count > 0);
  let from = 0;
  const bars = shown.map(({ name, share }) => {
    const bar = { name, from, share };
    from += share;
    return bar;
  });
  const label = parts.map(({ label: part, count }) => `${part}: ${count}`).join(', ');
  return (
    <svg class="progress-bar" role="img" aria-label={label} height="12" width="100%">
      <rect class="track" width="100%" height="12" />
      {bars.map(({ name, from: start, share }) => (
        <rect key={name} class={`part ${name}`} x={`${start * 100}%`} width={`${share * 100}%`} height="12" />
      ))}
    </svg>
  );
}

export function ProgressCard({ campaign }: { campaign: Campaign }) {
  const progress = computeProgress(campaign);
  const { done, total, parts } = progress;
  return (
    <section class="card" aria-label="Progress">
      <div class="body column">
        <div class="row spread">
          <p class="progress-figure">
            <strong>{formatNumber(done)}</strong> of {formatNumber(total)} done
          </p>
          <Times campaign={campaign} progress={progress} />
        </div>
        <ProgressBar progress={progress} />
        <dl class="progress-parts">
          {parts.map(({ name, label, count }) => (
            <div key={name}>
              <dt>
                <span class={`mark ${name}`} /> {label}
              </dt>
              <dd>{count}</dd>
              <dd class="small muted">{describePart(name, count, { campaign, done })}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function describePart(
  name: string,
  count: number,
  { campaign, done }: { campaign: Campaign; done: number },
): string {
  if (name === 'calling') return `of ${campaign.pace.atOnce} at once`;
  if (name === 'waiting') return campaign.state === 'draft' ? 'not started' : 'first or further calls';
  if (name === 'do_not_call') return 'left out';
  return done === 0 ? '' : `${Math.round((count / done) * 100)} % of those done`;
}

function Times({ campaign, progress }: { campaign: Campaign; progress: Progress }) {
  const { startedAt, endedAt } = campaign;
  const remaining = estimateRemaining(campaign, progress, Date.now());
  if (startedAt === undefined) return null;
  return (
    <p class="small muted">
      began <Moment at={startedAt} />
      {endedAt !== undefined && (
        <>
          {' · ended '}
          <Moment at={endedAt} />
        </>
      )}
      {remaining !== undefined && ` · about ${renderDuration(remaining)} to go at this pace`}
    </p>
  );
}
