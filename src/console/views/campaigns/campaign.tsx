/** One campaign: progress, control, recipients and results. */
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import {
  deleteCampaign,
  getCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign,
  stopCampaign,
} from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { BeforeIt } from './before-it.tsx';
import { CallsChart } from './calls-chart.tsx';
import { CallsOnLine } from './calls-on-line.tsx';
import { CampaignDialog } from './campaign-form.tsx';
import { HowItCalls } from './how-it-calls.tsx';
import { ProgressCard, StatePill } from './progress-card.tsx';
import type { Campaign } from './progress.ts';
import { Recipients } from './recipients.tsx';
import { Results, ResultsButton } from './results-card.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import './campaigns.css';

const REFRESH_MS = 2_000;

export function CampaignView(_: { path: string }) {
  const { project = '', id = '' } = useRoute().params;
  return <CampaignPage key={`${project} ${id}`} project={project} id={id} />;
}

interface CampaignRef {
  project: string;
  id: string;
}

function CampaignPage({ project, id }: CampaignRef) {
  const resource = useResource(
    `campaign ${project} ${id}`,
    () => unwrap(getCampaign({ path: { project, id } })),
    { everyMs: REFRESH_MS },
  );
  const campaign = resource.state.value.data;
  return (
    <Page
      title={id}
      path={[{ href: `/console/${project}/campaigns`, label: 'Campaigns' }]}
      actions={
        campaign !== undefined && (
          <CampaignActions project={project} campaign={campaign} onChanged={resource.refresh} />
        )
      }
    >
      <Loaded resource={resource} what="the campaign" height="page">
        {(loaded) => (
          <>
            {loaded.problem !== undefined && (
              <div class="problem" role="alert">
                <div>
                  <strong>Paused by the service.</strong> {loaded.problem}
                </div>
              </div>
            )}
            <ProgressCard campaign={loaded} />
            <div class="campaign-columns">
              <div class="column">
                {loaded.state === 'draft' && mayDo('campaigns.control', project) && (
                  <Recipients project={project} campaign={loaded} onLoaded={resource.refresh} />
                )}
                {loaded.startedAt !== undefined && <CallsChart project={project} campaign={loaded} />}
                {loaded.counts.calling > 0 && <CallsOnLine project={project} campaign={loaded} />}
                {loaded.state !== 'draft' && <Results project={project} campaign={loaded} />}
              </div>
              <div class="column">
                <HowItCalls campaign={loaded} />
                <BeforeIt project={project} campaign={loaded} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface ActionsProps {
  project: string;
  campaign: Campaign;
  onChanged: () => void;
}

const STEPS = { start: startCampaign, pause: pauseCampaign, resume: resumeCampaign, stop: stopCampaign };
type Step = keyof typeof STEPS;

const DONE_TEXTS: Record<Step, string> = {
  start: 'Started',
  pause: 'Paused',
  resume: 'Resumed',
  stop: 'Stopped',
};

/** The step that comes next in each state. */
const NEXT: Record<Campaign['state'], { step: Step; label: string } | undefined> = {
  draft: { step: 'start', label: 'Start' },
  running: { step: 'pause', label: 'Pause' },
  paused: { step: 'resume', label: 'Resume' },
  stopped: undefined,
  done: undefined,
};

/** Steps that are taken back by another one. */
const UNDO: Partial<Record<Step, Step>> = { pause: 'resume', resume: 'pause' };

function CampaignActions({ project, campaign, onChanged }: ActionsProps) {
  const [asked, setAsked] = useState<'change' | 'stop' | 'remove' | undefined>();
  const { id, state } = campaign;
  const close = () => {
    setAsked(undefined);
  };
  const take = async (step: Step) => {
    await unwrap(STEPS[step]({ path: { project, id } }));
    onChanged();
  };
  const takeAndTell = (step: Step) => {
    const undo = UNDO[step];
    take(step).then(
      () => {
        showToast(`${DONE_TEXTS[step]} ${id}.`, undo && (() => take(undo)));
      },
      (error: unknown) => {
        showFailure(`Could not ${step} ${id}`, error);
      },
    );
  };
  return (
    <>
      <StatePill campaign={campaign} />
      {state !== 'draft' && (
        <>
          <a class="button" href={`/console/${project}/calls?campaign=${id}`}>
            Calls
          </a>
          <ResultsButton project={project} id={id} />
        </>
      )}
      {mayDo('campaigns.control', project) && (
        <ControlButtons campaign={campaign} onAsk={setAsked} onStep={takeAndTell} />
      )}
      {asked === 'change' && (
        <CampaignDialog project={project} campaign={campaign} onSaved={onChanged} onClose={close} />
      )}
      {asked === 'stop' && (
        <Confirm
          title={`Stop ${id}?`}
          action="Stop campaign"
          onConfirm={() => {
            takeAndTell('stop');
          }}
          onClose={close}
        >
          <p>
            Recipients who wait are not called any more: {campaign.counts.waiting}. Calls on the line go on.
            This cannot be undone.
          </p>
        </Confirm>
      )}
      {asked === 'remove' && <RemoveCampaign project={project} id={id} onClose={close} />}
    </>
  );
}

interface ControlButtonsProps {
  campaign: Campaign;
  onAsk: (asked: 'change' | 'stop' | 'remove') => void;
  onStep: (step: Step) => void;
}

function ControlButtons({ campaign: { state, recipients }, onAsk, onStep }: ControlButtonsProps) {
  const next = NEXT[state];
  const ask = (asked: 'change' | 'stop' | 'remove', label: string, tone = '') => (
    <WriteButton
      class={`button ${tone}`}
      onClick={() => {
        onAsk(asked);
      }}
    >
      {label}
    </WriteButton>
  );
  return (
    <>
      {(state === 'draft' || state === 'paused') && ask('change', 'Change')}
      {(state === 'running' || state === 'paused') && ask('stop', 'Stop…', 'danger')}
      {(state === 'draft' || state === 'stopped' || state === 'done') && ask('remove', 'Remove…', 'danger')}
      {next !== undefined && (state !== 'draft' || recipients > 0) && (
        <WriteButton
          class="button primary"
          onClick={() => {
            onStep(next.step);
          }}
        >
          {next.label}
        </WriteButton>
      )}
    </>
  );
}

function RemoveCampaign({ project, id, onClose }: CampaignRef & { onClose: () => void }) {
  const { route } = useLocation();
  const remove = () => {
    unwrap(deleteCampaign({ path: { project, id } })).then(
      () => {
        showToast(`Removed ${id}.`);
        route(`/console/${project}/campaigns`);
      },
      (error: unknown) => {
        showFailure(`${id} was not removed`, error);
      },
    );
  };
  return (
    <Confirm title={`Remove ${id}?`} action="Remove campaign" typed={id} onConfirm={remove} onClose={onClose}>
      <p>Its recipients and results are removed too. This cannot be undone.</p>
    </Confirm>
  );
}
