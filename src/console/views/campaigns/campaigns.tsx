/** The campaigns of a project and how far they are; beside them the do-not-call list. */
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listCampaigns } from '../../api/generated/index.ts';
import { usePages } from '../../data/pages.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { CampaignDialog } from './campaign-form.tsx';
import { DoNotCallList } from './do-not-call.tsx';
import { ProgressBar, StatePill } from './progress-card.tsx';
import { computeProgress } from './progress.ts';
import type { Campaign } from './progress.ts';
import { WriteButton } from '../../ui/write-button.tsx';

const PAGE_SIZE = 50;
const REFRESH_MS = 5_000;
const COLUMNS = ['Campaign', 'State', 'Progress', 'Flow', 'Created'];

export function CampaignsView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  const { query } = useLocation();
  const home = `/console/${project}/campaigns`;
  const isDoNotCall = query.list === 'do-not-call';
  const tabs = mayDo('numbers.read', project) && (
    <nav class="tabs" aria-label="Campaigns">
      <a href={home} {...(!isDoNotCall && { 'aria-current': 'page' })}>
        Campaigns
      </a>
      <a href={`${home}?list=do-not-call`} {...(isDoNotCall && { 'aria-current': 'page' })}>
        Do not call
      </a>
    </nav>
  );
  if (isDoNotCall)
    return (
      <Permitted title="Do not call" action="numbers.read" project={project} role="author">
        <Page title="Do not call" tabs={tabs}>
          <DoNotCallList key={project} project={project} />
        </Page>
      </Permitted>
    );
  return (
    <Page title="Campaigns" tabs={tabs} actions={<CreateButton project={project} />}>
      <CampaignList key={project} project={project} />
    </Page>
  );
}

function CreateButton({ project }: { project: string }) {
  const { route } = useLocation();
  const [isCreating, setCreating] = useState(false);
  if (!mayDo('campaigns.control', project)) return null;
  return (
    <>
      <WriteButton
        class="button primary"
        onClick={() => {
          setCreating(true);
        }}
      >
        Create a campaign
      </WriteButton>
      {isCreating && (
        <CampaignDialog
          project={project}
          onSaved={(id) => {
            route(`/console/${project}/campaigns/${id}`);
          }}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
    </>
  );
}

function CampaignList({ project }: { project: string }) {
  const { resource, readMore } = usePages(
    `campaigns ${project}`,
    (after) => unwrap(listCampaigns({ path: { project }, query: { limit: PAGE_SIZE, ...after } })),
    { everyMs: REFRESH_MS },
  );
  return (
    <Loaded resource={resource} what="the campaigns" height="page">
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty
            command="ringflow campaign create reminders recipients.csv --flow <flow> --from +4930555000"
            needs="campaigns.control"
            project={project}
          >
            There are no campaigns.
          </Empty>
        ) : (
          <TableCard
            label="Campaigns"
            columns={COLUMNS}
            end={<MoreButton next={next} label="More campaigns" onMore={readMore} />}
          >
            {items.map((campaign) => (
              <CampaignRow key={campaign.id} project={project} campaign={campaign} />
            ))}
          </TableCard>
        )
      }
    </Loaded>
  );
}

function CampaignRow({ project, campaign }: { project: string; campaign: Campaign }) {
  const { id, flow, createdAt } = campaign;
  const progress = computeProgress(campaign);
  return (
    <tr>
      <th scope="row">
        <a href={`/console/${project}/campaigns/${id}`}>{id}</a>
      </th>
      <td>
        <StatePill campaign={campaign} />
      </td>
      <td class="campaign-progress">
        <ProgressBar progress={progress} />
        <span class="small muted">
          {formatNumber(progress.done)} of {formatNumber(progress.total)} done
        </span>
      </td>
      <td>{flow}</td>
      <td class="muted">
        <Moment at={createdAt} />
      </td>
    </tr>
  );
}
