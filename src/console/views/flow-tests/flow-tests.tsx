/** The scenarios of a flow: their results on the version in service, or on the one that the address names. */
import { useLocation, useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { listFlowVersions } from '../../api/generated/index.ts';
import { findRole, readDeployment } from '../../data/deployments.ts';
import { useResource } from '../../data/resource.ts';
import { FlowTabs, listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';
import { shortenVersion } from '../../ui/format.ts';
import { KnownFlow } from '../../ui/known-flow.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ScenariosCard } from '../../ui/scenarios-card.tsx';

export function FlowTestsView(_: { path: string }) {
  const { params, query } = useRoute();
  const { route } = useLocation();
  const { project = '', flow = '' } = params;
  const loaded = useResource(`tested ${project} ${flow}`, async () => {
    const [{ items }, deployment] = await Promise.all([
      unwrap(listFlowVersions({ path: { project }, query: { flow, limit: 200 } })),
      readDeployment({ project, flow }),
    ]);
    return { versions: items.toSorted((one, other) => other.createdAt - one.createdAt), deployment };
  });
  return (
    <Page title={flow} path={listFlowPath(project)} tabs={<FlowTabs project={project} flow={flow} />}>
      <Loaded resource={loaded} what="the versions" height="page">
        {({ versions, deployment }) => {
          const version = query.version ?? deployment?.live ?? versions[0]?.version;
          if (version === undefined)
            return (
              <section class="card">
                <KnownFlow project={project} flow={flow}>
                  <Empty command={`ringflow test flows/${flow}`}>
                    No version of this flow has been uploaded.
                  </Empty>
                </KnownFlow>
              </section>
            );
          return (
            <ScenariosCard project={project} flow={flow} version={version}>
              <label class="row small muted">
                Version
                <select
                  class="input"
                  value={version}
                  onChange={({ currentTarget }) => {
                    route(`/console/${project}/flows/${flow}/tests?version=${currentTarget.value}`, true);
                  }}
                >
                  {versions.map((one) => (
                    <option key={one.version} value={one.version}>
                      {[shortenVersion(one.version), findRole(deployment, one.version)]
                        .filter(Boolean)
                        .join(', ')}
                    </option>
                  ))}
                </select>
              </label>
            </ScenariosCard>
          );
        }}
      </Loaded>
    </Page>
  );
}
