/** The audit log: who changed what, the newest first. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useId } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listAuditEntries } from '../../api/generated/index.ts';
import { useAddressState } from '../../data/address.ts';
import { usePages } from '../../data/pages.ts';
import { assignKeys } from '../../shell/key-table.ts';
import { Page } from '../../shell/page.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { filterEntries, listProjects } from './filter.ts';
import type { AuditEntry, AuditFilter } from './filter.ts';
import './audit.css';

const PAGE_SIZE = 50;
const ALL_PROJECTS = '*';

export function AuditView(_: { path: string }) {
  const [, , project = ''] = useLocation().path.split('/');
  return (
    <Permitted title="Audit log" action="audit.read" project={project} role="operator">
      <AuditLog />
    </Permitted>
  );
}

function AuditLog() {
  const { query, changeQuery } = useAddressState();
  const filter: AuditFilter = { text: query.text ?? '', project: query.project ?? '' };
  const { resource, readMore } = usePages('audit', (after) =>
    unwrap(listAuditEntries({ query: { limit: PAGE_SIZE, ...after } })),
  );
  const setFilter = (change: Partial<AuditFilter>) => {
    changeQuery(change, 'replace');
  };
  return (
    <Page title="Audit log">
      <Loaded resource={resource} what="the audit log" height="page">
        {({ items, next }) => (
          <>
            <FilterFields filter={filter} projects={listProjects(items)} onChange={setFilter} />
            <Entries
              entries={filterEntries(items, filter)}
              loaded={items.length}
              end={<MoreButton next={next} label="Older" onMore={readMore} />}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface FilterFieldsProps {
  filter: AuditFilter;
  projects: readonly string[];
  onChange: (change: Partial<AuditFilter>) => void;
}

function FilterFields({ filter, projects, onChange }: FilterFieldsProps) {
  const id = useId();
  const options =
    filter.project === '' || projects.includes(filter.project) ? projects : [...projects, filter.project];
  return (
    <div class="row audit-filter">
      <div class="field">
        <label for={`${id}-text`}>Action or subject</label>
        <input
          id={`${id}-text`}
          class="input"
          type="search"
          {...assignKeys('/')}
          value={filter.text}
          onInput={({ currentTarget }) => {
            onChange({ text: currentTarget.value });
          }}
        />
      </div>
      <div class="field">
        <label for={`${id}-project`}>Project of the entry</label>
        <select
          id={`${id}-project`}
          class="input"
          value={filter.project}
          onChange={({ currentTarget }) => {
            onChange({ project: currentTarget.value });
          }}
        >
          <option value="">any</option>
          {options.map((project) => (
            <option key={project} value={project}>
              {project === ALL_PROJECTS ? 'the service' : project}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface EntriesProps {
  entries: readonly AuditEntry[];
  /** Number of entries before the filter. */
  loaded: number;
  end: ComponentChildren;
}

const COLUMNS = ['When', 'Who', 'Action', 'Project', 'Details'];

function Entries({ entries, loaded, end }: EntriesProps) {
  if (entries.length === 0)
    return (
      <>
        <Empty>{loaded === 0 ? 'Nothing was changed yet.' : 'No loaded entry fits the filter.'}</Empty>
        {end}
      </>
    );
  return (
    <TableCard label="Changes, the newest first" columns={COLUMNS} end={end}>
      {entries.map((entry) => (
        <tr key={`${entry.at} ${entry.requestId ?? ''} ${entry.action} ${entry.subject}`}>
          <td>
            <Moment at={entry.at} />
          </td>
          <td>{entry.by}</td>
          <th scope="row">
            {entry.action} <span class="muted">{entry.subject}</span>
          </th>
          <td>{entry.project === ALL_PROJECTS ? 'the service' : entry.project}</td>
          <td>
            <Details entry={entry} />
          </td>
        </tr>
      ))}
    </TableCard>
  );
}

function Details({ entry: { detail, requestId } }: { entry: AuditEntry }) {
  const facts = Object.entries({ ...detail, ...(requestId !== undefined && { request: requestId }) });
  if (facts.length === 0) return null;
  return <FactList facts={facts} isSmall />;
}
