/** The uploaded versions of a flow, what they do in service, and the difference between two of them. */
import { useLocation, useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { listFlowVersions } from '../../api/generated/index.ts';
import type { ListFlowVersionsResponse } from '../../api/generated/index.ts';
import { findRole, readDeployment } from '../../data/deployments.ts';
import type { Deployment } from '../../data/deployments.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { FlowTabs, listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { DiffCard } from '../../ui/diff-card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment, shortenVersion } from '../../ui/format.ts';
import { KnownFlow } from '../../ui/known-flow.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RollBack } from '../../ui/roll-back.tsx';
import { VersionPill } from '../../ui/version-pill.tsx';

const REFRESH_MS = 15_000;

type Version = ListFlowVersionsResponse['items'][number];

interface LoadedVersions {
  versions: Version[];
  deployment: Deployment | undefined;
}

export function VersionsView(_: { path: string }) {
  const { project = '', flow = '' } = useRoute().params;
  const loaded = useResource(
    `versions ${project} ${flow}`,
    async (): Promise<LoadedVersions> => {
      const query = { flow, limit: 200 };
      const [{ items }, deployment] = await Promise.all([
        unwrap(listFlowVersions({ path: { project }, query })),
        readDeployment({ project, flow }),
      ]);
      return { versions: items.toSorted((one, other) => other.createdAt - one.createdAt), deployment };
    },
    { everyMs: REFRESH_MS },
  );
  const { data } = loaded.state.value;
  return (
    <Page
      title={flow}
      path={listFlowPath(project)}
      tabs={<FlowTabs project={project} flow={flow} />}
      actions={
        <RollBack project={project} flow={flow} deployment={data?.deployment} onChange={loaded.refresh} />
      }
    >
      <Loaded resource={loaded} what="the versions" height="page">
        {({ versions, deployment }) =>
          versions.length === 0 ? (
            <section class="card">
              <KnownFlow project={project} flow={flow}>
                <Empty command={`ringflow deploy flows/${flow}`} needs="deployments.write" project={project}>
                  No version of this flow has been uploaded.
                </Empty>
              </KnownFlow>
            </section>
          ) : (
            <>
              <VersionTable project={project} flow={flow} versions={versions} deployment={deployment} />
              {versions.length > 1 && (
                <Comparison project={project} flow={flow} versions={versions} live={deployment?.live} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

interface VersionTableProps {
  project: string;
  flow: string;
  versions: readonly Version[];
  deployment: Deployment | undefined;
}

function VersionTable({ project, flow, versions, deployment }: VersionTableProps) {
  return (
    <section class="card scroll-x">
      <table>
        <caption class="visually-hidden">Versions, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">In service</th>
            <th scope="col">Uploaded</th>
            <th scope="col">By</th>
            <th scope="col" class="number">
              Steps
            </th>
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, createdAt, createdBy, createdByName = createdBy, steps, source }) => (
            <tr key={version}>
              <th scope="row">
                <code>{shortenVersion(version)}</code>
              </th>
              <td>
                <VersionPill deployment={deployment} version={version} />
                {source === 'files' && <span class="small muted"> from files</span>}
              </td>
              <td class="muted">{formatMoment(createdAt)}</td>
              <td class="muted">{createdByName}</td>
              <td class="number">{steps}</td>
              <td class="number">
                <VersionLink project={project} flow={flow} version={version} deployment={deployment} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VersionLinkProps extends Omit<VersionTableProps, 'versions'> {
  version: string;
}

function VersionLink({ project, flow, version, deployment }: VersionLinkProps) {
  const isDeployable = findRole(deployment, version) === undefined && mayDo('deployments.write', project);
  const label = isDeployable ? 'Deploy' : 'Show';
  return (
    <a
      class="button compact"
      href={`/console/${project}/flows/${flow}/deploy/${version}`}
      aria-label={`${label} ${shortenVersion(version)}`}
    >
      {label}
    </a>
  );
}

interface ComparisonProps {
  project: string;
  flow: string;
  versions: readonly Version[];
  live: string | undefined;
}

/** Compares the two versions that the address names; at first the newest with the live one. */
function Comparison({ project, flow, versions, live }: ComparisonProps) {
  const { query } = useRoute();
  const { route } = useLocation();
  const [newest, second] = versions.map(({ version }) => version);
  const to = query.to ?? newest ?? '';
  const from = query.from ?? (live === undefined || live === to ? second : live) ?? '';
  const choose = (chosen: { from: string; to: string }) => {
    route(`/console/${project}/flows/${flow}/versions?from=${chosen.from}&to=${chosen.to}`, true);
  };
  return (
    <DiffCard title="What callers notice" {...{ project, flow, from, to }}>
      <VersionSelect
        label="from"
        versions={versions}
        value={from}
        onChange={(chosen) => {
          choose({ from: chosen, to });
        }}
      />
      <VersionSelect
        label="to"
        versions={versions}
        value={to}
        onChange={(chosen) => {
          choose({ from, to: chosen });
        }}
      />
    </DiffCard>
  );
}

interface VersionSelectProps {
  label: string;
  versions: readonly Version[];
  value: string;
  onChange: (version: string) => void;
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <label class="row small muted">
      {label}
      <select
        class="input"
        value={value}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      >
        {versions.map(({ version, createdAt }) => (
          <option key={version} value={version}>
            {shortenVersion(version)}, {formatMoment(createdAt)}
          </option>
        ))}
      </select>
    </label>
  );
}
