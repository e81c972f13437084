/** Stands for what a flow does not have, such as a version in service, if there is a flow of its name; else says that there is none. */
import type { ComponentChildren } from 'preact';
import { findClosest } from '../../language/diagnostics/index.ts';
import { unwrap } from '../api/client.ts';
import { listDeployments, listDrafts, listFlowVersions } from '../api/generated/index.ts';
import type { FlowRef } from '../data/deployments.ts';
import { useResource } from '../data/resource.ts';
import { mayDo } from '../session/session.ts';
import { Empty } from './empty.tsx';
import { Loaded } from './loaded.tsx';

interface KnownFlowProps extends FlowRef {
  children: ComponentChildren;
}

export function KnownFlow({ project, flow, children }: KnownFlowProps) {
  const found = useResource(`known ${project} ${flow}`, () => findFlow({ project, flow }));
  return (
    <Loaded resource={found} what="the flows" height="line">
      {({ isKnown, names }) => (isKnown ? children : <UnknownFlow {...{ project, flow, names }} />)}
    </Loaded>
  );
}

interface FoundFlow {
  /** True when the flow has a version, a deployment, or a draft that the caller may read. */
  isKnown: boolean;
  /** Names of the flows of the project. */
  names: readonly string[];
}

/** Maximum number of names that are read: one page of the API. */
const MAX_NAMES = 200;

async function findFlow({ project, flow }: FlowRef): Promise<FoundFlow> {
  const path = { project };
  const readDrafts = async (query: { flow?: string; limit: number }) =>
    mayDo('drafts.read', project) ? (await unwrap(listDrafts({ path, query }))).items : [];
  const read = (query: { flow?: string; limit: number }) =>
    Promise.all([
      unwrap(listDeployments({ path, query })).then(({ items }) => items),
      unwrap(listFlowVersions({ path, query })).then(({ items }) => items),
      readDrafts(query),
    ]);
  const [own, all] = await Promise.all([read({ flow, limit: 1 }), read({ limit: MAX_NAMES })]);
  const names = new Set(all.flat().map((one) => one.flow));
  return { isKnown: own.flat().length > 0, names: [...names].toSorted() };
}

/** Number of flows that are listed where no name is close. */
const MAX_LISTED = 8;

function UnknownFlow({ project, flow, names }: FlowRef & Pick<FoundFlow, 'names'>) {
  const flows = `/console/${project}/flows`;
  const meant = findClosest(flow, names);
  const offered = meant === undefined ? names.slice(0, MAX_LISTED) : [meant];
  return (
    <Empty
      action={
        <>
          {offered.length > 0 && (
            <p>
              {meant === undefined ? 'Flows: ' : 'Did you mean '}
              {offered.map((name, at) => (
                <span key={name}>
                  {at > 0 && ', '}
                  <a href={`${flows}/${name}`}>{name}</a>
                </span>
              ))}
              {meant === undefined ? offered.length < names.length && ' …' : '?'}
            </p>
          )}
          <div class="row">
            <a class="button" href={flows}>
              All flows
            </a>
            {mayDo('drafts.write', project) && (
              <a class="button" href={`/console/${project}/new-flow`}>
                New flow
              </a>
            )}
          </div>
        </>
      }
    >
      {mayDo('drafts.read', project)
        ? `There is no flow "${flow}".`
        : `There is no flow "${flow}" of which a version is uploaded.`}
    </Empty>
  );
}
