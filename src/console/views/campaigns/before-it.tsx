/** The campaign that called with the same flow before this one, for comparison. */
import { unwrap } from '../../api/client.ts';
import { listCampaigns } from '../../api/generated/index.ts';
import { readPages } from '../../data/list-pages.ts';
import { useResource } from '../../data/resource.ts';
import { formatCount, formatNumber } from '../../ui/format.ts';
import { ProgressBar, StatePill } from './progress-card.tsx';
import { computeProgress, findCampaignBefore } from './progress.ts';
import type { Campaign } from './progress.ts';

const PAGE_SIZE = 200;
/** Pages that are read at most. */
const MAX_PAGES = 5;

interface BeforeItProps {
  project: string;
  campaign: Campaign;
}

/** Shows nothing for the first campaign of a flow: the page says all the same without it. */
export function BeforeIt({ project, campaign }: BeforeItProps) {
  const { id, startedAt } = campaign;
  const before = useResource(`campaign before ${project} ${id} ${startedAt ?? ''}`, async () => {
    const { items } = await readPages(
      (after) => unwrap(listCampaigns({ path: { project }, query: { limit: PAGE_SIZE, ...after } })),
      MAX_PAGES,
    );
    return findCampaignBefore(items, campaign);
  }).state.value.data;
  if (before === undefined) return null;
  const progress = computeProgress(before);
  return (
    <section class="card" aria-labelledby="before">
      <header>
        <h2 id="before">Before it</h2>
      </header>
      <div class="body column">
        <div class="row spread">
          <span class="row">
            <a class="plain-link" href={`/console/${project}/campaigns/${before.id}`}>
              <strong>{before.id}</strong>
            </a>
            <StatePill campaign={before} />
          </span>
          <span class="small muted">{formatCount(before.recipients, 'recipient')}</span>
        </div>
        <ProgressBar progress={progress} />
        <ul class="before-counts small">
          {progress.parts
            .filter(({ count }) => count > 0)
            .map(({ name, label, count }) => (
              <li key={name}>
                <strong>{formatNumber(count)}</strong> <span class="muted">{label.toLowerCase()}</span>
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}
