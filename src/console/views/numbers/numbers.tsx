/** Numbers and the flows that take their calls and messages. */
import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listRoutes } from '../../api/generated/index.ts';
import { usePages } from '../../data/pages.ts';
import { useResource } from '../../data/resource.ts';
import { readSettingsRoutes } from '../../data/settings-routes.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SettingsRoutes } from '../../ui/settings-routes.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { removeRoute } from './route-changes.ts';
import type { Route } from './route-changes.ts';
import { RouteDialog } from './route-form.tsx';
import { KIND_TEXTS, Validity } from './route-facts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

const PAGE_SIZE = 100;
const COLUMNS = ['Number', 'Name', 'Takes', 'Flow', 'Valid', ''];

export function NumbersView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  const [edited, setEdited] = useState<Route | 'new' | undefined>();
  const { resource, readMore } = usePages(`routes ${project}`, (after) =>
    unwrap(listRoutes({ path: { project }, query: { limit: PAGE_SIZE, warnings: true, ...after } })),
  );
  const fixed = useResource(`settings routes ${project}`, () => readSettingsRoutes(project));
  const ofSettings = fixed.state.value.data ?? [];
  const add = mayDo('routes.write', project) && (
    <WriteButton
      class="button primary"
      onClick={() => {
        setEdited('new');
      }}
    >
      Add a number
    </WriteButton>
  );
  return (
    <Page title="Numbers" actions={add}>
      <Loaded resource={resource} what="the numbers" height="page">
        {({ items, next }) =>
          items.length === 0 && ofSettings.length > 0 ? null : items.length === 0 ? (
            <Empty command="ringflow route +4930555000 <flow>" needs="routes.write" project={project}>
              No number has a flow in this project.
            </Empty>
          ) : (
            <TableCard
              label="Numbers and their flows"
              columns={COLUMNS}
              end={<MoreButton next={next} label="More numbers" onMore={readMore} />}
            >
              {items.map((route) => (
                <RouteRow
                  key={route.id}
                  project={project}
                  route={route}
                  onEdit={setEdited}
                  onChanged={resource.refresh}
                />
              ))}
            </TableCard>
          )
        }
      </Loaded>
      <SettingsRoutes project={project} routes={ofSettings} />
      {edited !== undefined && (
        <RouteDialog
          project={project}
          {...(edited !== 'new' && { route: edited })}
          onChanged={resource.refresh}
          onClose={() => {
            setEdited(undefined);
          }}
        />
      )}
    </Page>
  );
}

interface RouteRowProps {
  project: string;
  route: Route;
  onEdit: (route: Route) => void;
  onChanged: () => void;
}

function RouteRow({ project, route, onEdit, onChanged }: RouteRowProps) {
  const { id, number, takes, carrier, flow, warnings = [] } = route;
  return (
    <tr>
      <th scope="row">{number === '*' ? 'every number' : number}</th>
      <td>{id}</td>
      <td>
        {KIND_TEXTS[takes]}
        {carrier !== undefined && ` of ${carrier}`}
      </td>
      <td>
        <a href={`/console/${project}/flows/${flow}`}>{flow}</a>
        {warnings.map(({ code, message }) => (
          <div key={message} class="small">
            <Pill tone="warn">{WARNING_TEXTS[code]}</Pill> <span class="muted">{message}</span>
          </div>
        ))}
      </td>
      <td class="muted">
        <Validity route={route} />
      </td>
      <td class="actions">
        {mayDo('routes.write', project) && (
          <div class="row">
            <WriteButton
              class="button compact"
              aria-label={`Change ${id}`}
              onClick={() => {
                onEdit(route);
              }}
            >
              Change
            </WriteButton>
            <WriteButton
              class="button compact plain"
              aria-label={`Remove ${id}`}
              onClick={() => {
                removeRoute(project, route, onChanged).catch((error: unknown) => {
                  showFailure(`${number} was not removed`, error);
                });
              }}
            >
              Remove
            </WriteButton>
          </div>
        )}
      </td>
    </tr>
  );
}

const WARNING_TEXTS = {
  unknown_carrier: 'no such carrier',
  not_in_service: 'not in service',
  invalid_params: 'wrong parameters',
  carrier_lacks: 'carrier cannot run it',
} as const;
