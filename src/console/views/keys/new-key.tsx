/** The form that creates a key, and the key, which is shown this once. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { createKey, listProjects } from '../../api/generated/index.ts';
import type { CreateKeyData } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import type { FormValues } from '../../ui/form/values.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Secret } from '../../ui/secret.tsx';
import './keys.css';

interface NewKeyDialogProps {
  onCreated: () => void;
  onClose: () => void;
}

const FIELDS = { invalid_expiry: 'expiresAt', unknown_project: 'grants.0.project' };

export function NewKeyDialog({ onCreated, onClose }: NewKeyDialogProps) {
  const [key, setKey] = useState<string | undefined>();
  const [grants, setGrants] = useState(1);
  const submit = async (values: FormValues) => {
    const created = await unwrap(createKey({ body: readKey(values, grants) }));
    setKey(created.key);
    onCreated();
  };
  if (key !== undefined)
    return (
      <Dialog title="The new key" onClose={onClose}>
        <p>Copy the key now: it is not shown again, and the service keeps only a hash of it.</p>
        <Secret label="Key" value={key} />
        <div>
          <button type="button" class="button primary" onClick={onClose}>
            Done
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form
        action="Create key"
        failure="The key was not created."
        fields={FIELDS}
        onSubmit={submit}
        onCancel={onClose}
      >
        <TextField label="Name" name="name" isRequired hint="Who or what uses the key." />
        <GrantFields count={grants} />
        <div>
          <button
            type="button"
            class="button compact"
            onClick={() => {
              setGrants(grants + 1);
            }}
          >
            Another project
          </button>
        </div>
        <TextField
          label="Expires"
          name="expiresAt"
          type="datetime-local"
          hint="In your time zone; empty: never."
        />
      </Form>
    </Dialog>
  );
}

type KeyBody = CreateKeyData['body'];
type Role = KeyBody['grants'][number]['role'];

const ROLES: { value: Role; label: string }[] = [
  { value: 'viewer', label: 'viewer: reads' },
  { value: 'author', label: 'author: also uploads and tests flows' },
  { value: 'operator', label: 'operator: also deploys, places calls, runs campaigns' },
  { value: 'admin', label: 'admin: also manages keys, projects and tokens' },
];

const NO_PROJECT = '';

function GrantFields({ count }: { count: number }) {
  const projects = useResource('projects of keys', () => unwrap(listProjects({ query: { limit: 200 } })));
  return (
    <Loaded resource={projects} what="the projects" height="line">
      {({ items }) => {
        const named = items.map(({ id }) => ({ value: id, label: id }));
        const options = [...named, { value: '*', label: 'all projects' }];
        return Array.from({ length: count }, (_, index) => (
          <fieldset key={index} class="grant">
            <legend class="visually-hidden">Role {index + 1}</legend>
            <SelectField
              label="Project"
              name={`grants.${index}.project`}
              options={index === 0 ? options : [{ value: NO_PROJECT, label: 'none' }, ...options]}
            />
            <SelectField label="Role" name={`grants.${index}.role`} options={ROLES} />
          </fieldset>
        ));
      }}
    </Loaded>
  );
}

function readKey(values: FormValues, count: number): KeyBody {
  const expiresAt = values.time('expiresAt');
  const grants = Array.from({ length: count }, (_, index) => ({
    project: values.text(`grants.${index}.project`),
    role: values.text(`grants.${index}.role`) as Role,
  }));
  return {
    name: values.text('name'),
    grants: grants.filter(({ project }) => project !== NO_PROJECT),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
