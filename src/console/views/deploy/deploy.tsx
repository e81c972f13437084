/** A version before and after it is put into service: what callers notice, tests, recorded calls, canary and roll-back. */
import { useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { getFlowVersion } from '../../api/generated/index.ts';
import type { GetFlowVersionResponse } from '../../api/generated/index.ts';
import { deployVersion, findRole, readDeployment } from '../../data/deployments.ts';
import type { Deployment, FlowRef } from '../../data/deployments.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { DiffCard } from '../../ui/diff-card.tsx';
import { formatMoment, formatRecent, shortenVersion } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { RollBack } from '../../ui/roll-back.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { VersionPill } from '../../ui/version-pill.tsx';
import { CanaryCard } from './canary-card.tsx';
import { DeployForm } from './deploy-form.tsx';
import { DraftToDeploy } from './draft.tsx';
import { FromFiles, ReturnToFiles } from './from-files.tsx';
import { PreviewCard } from './preview-card.tsx';
import { ProofCard } from './proof-card.tsx';
import { ScenariosCard } from '../../ui/scenarios-card.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import './deploy.css';

const REFRESH_MS = 10_000;

/** The version in the address that stands for the draft. */
const DRAFT = 'draft';

export function DeployView(_: { path: string }) {
  const { project = '', flow = '', version = '' } = useRoute().params;
  return version === DRAFT ? (
    <DraftToDeploy project={project} flow={flow} />
  ) : (
    <VersionToDeploy key={version} project={project} flow={flow} version={version} />
  );
}

interface LoadedVersion {
  deployment: Deployment | undefined;
  meta: GetFlowVersionResponse;
}

function VersionToDeploy({ project, flow, version }: FlowRef & { version: string }) {
  const loaded = useResource(
    `deploy ${project} ${flow} ${version}`,
    async (): Promise<LoadedVersion> => {
      const [deployment, meta] = await Promise.all([
        readDeployment({ project, flow }),
        unwrap(getFlowVersion({ path: { project, flow, version } })),
      ]);
      return { deployment, meta };
    },
    { everyMs: REFRESH_MS },
  );
  const { data } = loaded.state.value;
  const place = { project, flow, version, onChange: loaded.refresh };
  return (
    <Page
      title="Deploy"
      path={listFlowPath(project, flow)}
      actions={data !== undefined && <Actions {...place} deployment={data.deployment} />}
    >
      <Loaded resource={loaded} what="the version" height="page">
        {({ deployment, meta }) => (
          <>
            <Title version={version} deployment={deployment} meta={meta} />
            <div class="deploy">
              <Evidence {...place} deployment={deployment} meta={meta} />
              <div class="column">
                <Service {...place} deployment={deployment} />
                {deployment !== undefined && <ReturnToFiles {...place} deployment={deployment} />}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface PlaceProps extends FlowRef {
  version: string;
  deployment: Deployment | undefined;
  onChange: () => void;
}

function Actions({ project, flow, version, deployment, onChange }: PlaceProps) {
  const role = findRole(deployment, version);
  if (role === undefined) return null;
  const promote = () => {
    deployVersion({ project, flow }, { version }, onChange).catch((error: unknown) => {
      showFailure('Not deployed', error);
    });
  };
  return (
    <>
      {role === 'canary' && (
        <span class="small muted">Canary since {formatRecent(deployment?.canary?.since ?? 0)}</span>
      )}
      <RollBack project={project} flow={flow} deployment={deployment} onChange={onChange} />
      {role === 'canary' && mayDo('deployments.write', project) && (
        <WriteButton class="button primary" onClick={promote}>
          Give it all calls
        </WriteButton>
      )}
    </>
  );
}

function Title({ version, deployment, meta }: { version: string } & LoadedVersion) {
  const { canary, live } = deployment ?? {};
  return (
    <div class="row">
      <span class="deploy-title">{shortenVersion(version)}</span>
      <VersionPill deployment={deployment} version={version} />
      <span class="muted">
        {canary?.version === version &&
          `beside ${shortenVersion(live ?? '')}, which takes ${100 - canary.percent} of 100 calls · `}
        {meta.source === 'files'
          ? 'from files'
          : `uploaded ${formatMoment(meta.createdAt)} by ${meta.createdByName ?? meta.createdBy}`}
      </span>
    </div>
  );
}

/** Facts about the version before it takes calls. */
function Evidence({
  project,
  flow,
  version,
  deployment,
  meta,
}: PlaceProps & { meta: LoadedVersion['meta'] }) {
  const from = deployment?.live === version ? deployment.history[0] : deployment?.live;
  return (
    <div class="column">
      {from === undefined ? (
        <section class="card">
          <p class="body muted">There is no other version in service to compare it with.</p>
        </section>
      ) : (
        <DiffCard title="What callers will notice" {...{ project, flow, from }} to={version}>
          <span class="small muted">compared with {shortenVersion(from)}</span>
        </DiffCard>
      )}
      {mayDo('flows.write', project) && <PreviewCard project={project} flow={flow} version={version} />}
      <ScenariosCard project={project} flow={flow} version={version} onlyFailed />
      {mayDo('drafts.write', project) && (
        <ProofCard {...meta} editor={`/console/${project}/flows/${flow}/edit`} />
      )}
    </div>
  );
}

/** The role of the version in service, or the ways to deploy it. */
function Service(place: PlaceProps) {
  const { project, flow, version, deployment, onChange } = place;
  const canary = deployment?.canary?.version === version ? deployment.canary : undefined;
  const takenBack = deployment?.takenBack?.version === version ? deployment.takenBack : undefined;
  if (deployment?.source === 'files' && deployment.live === version) return <FromFiles {...place} />;
  if (deployment !== undefined && canary !== undefined)
    return (
      <CanaryCard project={project} flow={flow} canary={canary} deployment={deployment} onChange={onChange} />
    );
  if (deployment?.live === version)
    return (
      <section class="card">
        <p class="body">This version takes all calls since {formatMoment(deployment.changedAt)}.</p>
        <p class="body row">
          {mayDo('calls.read', project) && (
            <a href={`/console/${project}/live?flow=${flow}`}>Watch its calls</a>
          )}
          {mayDo('routes.read', project) && (
            <a href={`/console/${project}/flows/${flow}/numbers`}>Numbers that lead to it</a>
          )}
        </p>
      </section>
    );
  return (
    <>
      {takenBack !== undefined && (
        <section class="card">
          <p class="body">
            <strong class="bad">Its guard rolled this version back</strong> at {formatRecent(takenBack.at)}:{' '}
            {takenBack.reason}.
          </p>
        </section>
      )}
      {mayDo('deployments.write', project) ? (
        <DeployForm {...place} />
      ) : (
        <section class="card">
          <p class="body muted">Putting a version into service takes the role operator.</p>
        </section>
      )}
    </>
  );
}
