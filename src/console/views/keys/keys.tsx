/** API keys: who may do what, until when. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { listKeys, revokeKey } from '../../api/generated/index.ts';
import type { ListKeysResponse } from '../../api/generated/index.ts';
import { usePages } from '../../data/pages.ts';
import { Page } from '../../shell/page.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Revoke } from '../../ui/revoke.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { NewKeyDialog } from './new-key.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

type Key = ListKeysResponse['items'][number];

const PAGE_SIZE = 100;
const ALL_PROJECTS = '*';

export function KeysView(_: { path: string }) {
  return (
    <Permitted title="Keys" action="keys.manage" role="admin">
      <Keys />
    </Permitted>
  );
}

function Keys() {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key | undefined>();
  const { resource, readMore } = usePages('keys', (after) =>
    unwrap(listKeys({ query: { limit: PAGE_SIZE, ...after } })),
  );
  const create = (
    <WriteButton
      class="button primary"
      onClick={() => {
        setCreating(true);
      }}
    >
      Create a key
    </WriteButton>
  );
  return (
    <Page title="Keys" actions={create}>
      <Loaded resource={resource} what="the keys" height="page">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty command="ringflow keys create">There are no keys.</Empty>
          ) : (
            <KeyTable
              keys={items}
              onRevoke={setRevoked}
              end={<MoreButton next={next} label="More keys" onMore={readMore} />}
            />
          )
        }
      </Loaded>
      {isCreating && (
        <NewKeyDialog
          onCreated={resource.refresh}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {revoked !== undefined && (
        <Revoke
          kind="key"
          name={revoked.name}
          revoke={() => unwrap(revokeKey({ path: { id: revoked.id } }))}
          onRevoked={resource.refresh}
          onClose={() => {
            setRevoked(undefined);
          }}
        >
          Programs and people that use <strong>{revoked.name}</strong> are refused at once.
        </Revoke>
      )}
    </Page>
  );
}

interface KeyTableProps {
  keys: readonly Key[];
  onRevoke: (key: Key) => void;
  end: ComponentChildren;
}

const COLUMNS = ['Name', 'State', 'Roles', 'Created', 'Expires', ''];

function KeyTable({ keys, onRevoke, end }: KeyTableProps) {
  return (
    <TableCard label="API keys" columns={COLUMNS} end={end}>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name} <code class="faint">{key.id}</code>
          </th>
          <td>
            <KeyState apiKey={key} />
          </td>
          <td>
            <ul>
              {key.grants.map(({ project, role }) => (
                <li key={`${project} ${role}`}>
                  {role} of {project === ALL_PROJECTS ? 'all projects' : project}
                </li>
              ))}
            </ul>
          </td>
          <td class="muted">
            <Moment at={key.createdAt} />, {key.createdBy}
          </td>
          <td class="muted">{key.expiresAt === undefined ? 'never' : <Moment at={key.expiresAt} />}</td>
          <td class="actions">
            {key.revokedAt === undefined && (
              <WriteButton
                class="button compact danger"
                aria-label={`Revoke ${key.name}`}
                onClick={() => {
                  onRevoke(key);
                }}
              >
                Revoke…
              </WriteButton>
            )}
          </td>
        </tr>
      ))}
    </TableCard>
  );
}

function KeyState({ apiKey: { revokedAt, expiresAt } }: { apiKey: Key }) {
  if (revokedAt !== undefined) return <Pill>revoked</Pill>;
  if (expiresAt !== undefined && expiresAt <= Date.now()) return <Pill tone="warn">expired</Pill>;
  return <Pill tone="ok">active</Pill>;
}
