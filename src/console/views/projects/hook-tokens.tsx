/** Tokens in the hook URLs of a project: list, create, revoke. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { createHookToken, listHookTokens, revokeHookToken } from '../../api/generated/index.ts';
import type { CreateHookTokenResponse, ListHookTokensResponse } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { FormValues } from '../../ui/form/values.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Revoke } from '../../ui/revoke.tsx';
import { Secret } from '../../ui/secret.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

type Token = ListHookTokensResponse['items'][number];

const COLUMNS = ['Hook token', 'Created', 'Expires', ''];

export function HookTokens({ project }: { project: string }) {
  const resource = useResource(`hook tokens ${project}`, () => unwrap(listHookTokens({ path: { project } })));
  const [asked, setAsked] = useState<Token | 'new' | undefined>();
  const close = () => {
    setAsked(undefined);
  };
  return (
    <>
      <div class="row">
        <h2>Hook tokens</h2>
        <WriteButton
          class="button compact"
          onClick={() => {
            setAsked('new');
          }}
        >
          Create a token
        </WriteButton>
      </div>
      <Loaded resource={resource} what="the hook tokens">
        {({ items }) =>
          items.length === 0 ? (
            <Empty>Without a token the platform cannot send notifications to this project.</Empty>
          ) : (
            <TableCard label="Hook tokens" columns={COLUMNS}>
              {items.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={setAsked} />
              ))}
            </TableCard>
          )
        }
      </Loaded>
      {asked === 'new' && <NewTokenDialog project={project} onCreated={resource.refresh} onClose={close} />}
      {asked !== undefined && asked !== 'new' && (
        <Revoke
          kind="token"
          name={asked.name}
          revoke={() => unwrap(revokeHookToken({ path: { project, id: asked.id } }))}
          onRevoked={resource.refresh}
          onClose={close}
        >
          Notifications to the URLs with <strong>{asked.name}</strong> are refused at once.
        </Revoke>
      )}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: (token: Token) => void }) {
  const { id, name, createdAt, createdBy, expiresAt } = token;
  return (
    <tr>
      <th scope="row">
        {name} <code class="faint">{id}</code>
      </th>
      <td class="muted">
        <Moment at={createdAt} />, {createdBy}
      </td>
      <td class="muted">{expiresAt === undefined ? 'never' : <Moment at={expiresAt} />}</td>
      <td class="actions">
        <WriteButton
          class="button compact danger"
          aria-label={`Revoke ${name}`}
          onClick={() => {
            onRevoke(token);
          }}
        >
          Revoke…
        </WriteButton>
      </td>
    </tr>
  );
}

interface TokenDialogProps {
  project: string;
  onClose: () => void;
}

function NewTokenDialog({ project, onCreated, onClose }: TokenDialogProps & { onCreated: () => void }) {
  const [created, setCreated] = useState<CreateHookTokenResponse | undefined>();
  const submit = async (values: FormValues) => {
    const body = readToken(values);
    setCreated(await unwrap(createHookToken({ path: { project }, body })));
    onCreated();
  };
  if (created !== undefined)
    return (
      <Dialog title="The new hook URLs" onClose={onClose}>
        <p>Copy them to the platform now: they contain the token, which is not shown again.</p>
        <Secret label="Voice URL" value={created.addresses.voice} />
        <Secret label="Text message URL" value={created.addresses.sms} />
        <Secret label="Video URL" value={created.addresses.video} />
        <div>
          <button type="button" class="button primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create a hook token" onClose={onClose}>
      <Form action="Create token" failure="The token was not created." onSubmit={submit} onCancel={onClose}>
        <TextField label="Name" name="name" isRequired hint="Where the token is used." />
        <TextField
          label="Expires"
          name="expiresAt"
          type="datetime-local"
          hint="In your time zone; empty: never."
        />
        <SelectField
          label="The other tokens"
          name="overlapSeconds"
          options={OVERLAPS}
          hint="Set the new URLs at the platform before the other tokens expire."
        />
      </Form>
    </Dialog>
  );
}

const OVERLAPS = [
  { value: '', label: 'stay valid' },
  { value: '86400', label: 'expire in a day' },
  { value: '3600', label: 'expire in an hour' },
  { value: '0', label: 'expire now' },
];

function readToken(values: FormValues): { name: string; expiresAt?: string; overlapSeconds?: number } {
  const [expiresAt, overlapSeconds] = [values.time('expiresAt'), values.number('overlapSeconds')];
  return {
    name: values.text('name'),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(overlapSeconds !== undefined && { overlapSeconds }),
  };
}
