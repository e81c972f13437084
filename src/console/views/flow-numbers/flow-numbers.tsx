/** The numbers of a flow: routes that lead to it, with a form for one more. */
import { useRoute } from 'preact-iso';
import { unwrap } from '../../api/client.ts';
import { deleteRoute, listRoutes, putRoute } from '../../api/generated/index.ts';
import type { FlowRef } from '../../data/deployments.ts';
import type { ListRoutesResponse } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { FlowTabs, listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { KnownFlow } from '../../ui/known-flow.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { SettingsRoutes } from '../../ui/settings-routes.tsx';
import { RouteForm } from './route-form.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

type Route = ListRoutesResponse['items'][number];

export function FlowNumbersView(_: { path: string }) {
  const { project = '', flow = '' } = useRoute().params;
  const routes = useResource(`routes ${project} ${flow}`, async () => {
    const { items, ofSettings = [] } = await unwrap(listRoutes({ path: { project }, query: { limit: 200 } }));
    const isOfFlow = (route: { flow: string }) => route.flow === flow;
    return { items: items.filter(isOfFlow), ofSettings: ofSettings.filter(isOfFlow) };
  });
  const isAllowed = mayDo('routes.write', project);
  return (
    <Page title={flow} path={listFlowPath(project)} tabs={<FlowTabs project={project} flow={flow} />}>
      <Loaded resource={routes} what="the numbers">
        {({ items, ofSettings }) => (
          <>
            {(items.length > 0 || ofSettings.length === 0) && (
              <section class="card scroll-x">
                {items.length === 0 ? (
                  <KnownFlow project={project} flow={flow}>
                    <Empty command={`ringflow route <number> ${flow}`} needs="routes.write" project={project}>
                      No number leads to this flow.
                    </Empty>
                  </KnownFlow>
                ) : (
                  <RouteTable project={project} flow={flow} routes={items} onChange={routes.refresh} />
                )}
              </section>
            )}
            <SettingsRoutes project={project} routes={ofSettings} />
          </>
        )}
      </Loaded>
      {isAllowed && <RouteForm project={project} flow={flow} onChange={routes.refresh} />}
    </Page>
  );
}

interface RouteTableProps extends FlowRef {
  routes: readonly Route[];
  onChange: () => void;
}

function RouteTable({ project, flow, routes, onChange }: RouteTableProps) {
  const isAllowed = mayDo('routes.write', project);
  return (
    <table>
      <caption class="visually-hidden">Numbers of {flow}</caption>
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col">Takes</th>
          <th scope="col">Route</th>
          <th scope="col">From</th>
          <th scope="col">Until</th>
          {isAllowed && (
            <th scope="col">
              <span class="visually-hidden">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {routes.map((route) => (
          <tr key={route.id}>
            <th scope="row">{route.number === '*' ? 'every other number' : route.number}</th>
            <td>{route.takes}</td>
            <td class="muted">{route.id}</td>
            <td class="muted">{formatOptional(route.from)}</td>
            <td class="muted">{formatOptional(route.until)}</td>
            {isAllowed && (
              <td class="number">
                <WriteButton
                  class="button compact danger"
                  aria-label={`Remove ${route.number}`}
                  onClick={() => {
                    removeRoute(project, route, onChange).catch((error: unknown) => {
                      showFailure('Not removed', error);
                    });
                  }}
                >
                  Remove
                </WriteButton>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function formatOptional(time: string | undefined): string {
  return time === undefined ? '–' : formatMoment(Date.parse(time));
}

async function removeRoute(project: string, { id, ...route }: Route, onChange: () => void): Promise<void> {
  const path = { project, id };
  await unwrap(deleteRoute({ path }));
  onChange();
  showToast(`${route.number} no longer leads to ${route.flow}`, async () => {
    await unwrap(putRoute({ path, body: route }));
    onChange();
  });
}
