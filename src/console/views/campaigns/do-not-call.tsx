/** The do-not-call list of a project: numbers that no campaign calls. */
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import {
  addDoNotCallNumber,
  listDoNotCallNumbers,
  removeDoNotCallNumber,
} from '../../api/generated/index.ts';
import { usePages } from '../../data/pages.ts';
import { mayDo } from '../../session/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PHONE_NUMBER, readName } from '../../ui/form/names.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { TableCard } from '../../ui/table-card.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

const PAGE_SIZE = 100;
const COLUMNS = ['Number', 'Since', 'By', ''];

export function DoNotCallList({ project }: { project: string }) {
  const { resource, readMore } = usePages(`do not call ${project}`, (after) =>
    unwrap(listDoNotCallNumbers({ path: { project }, query: { limit: PAGE_SIZE, ...after } })),
  );
  return (
    <>
      {mayDo('campaigns.control', project) && <AddNumber project={project} onAdded={resource.refresh} />}
      <Loaded resource={resource} what="the do-not-call list" height="page">
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty>No number is on the do-not-call list.</Empty>
          ) : (
            <TableCard
              label="Do-not-call list"
              columns={COLUMNS}
              end={<MoreButton next={next} label="More numbers" onMore={readMore} />}
            >
              {items.map(({ number, at, by }) => (
                <tr key={number}>
                  <th scope="row">{number}</th>
                  <td class="muted">
                    <Moment at={at} />
                  </td>
                  <td class="muted">{by}</td>
                  <td>
                    {mayDo('campaigns.control', project) && (
                      <RemoveButton project={project} number={number} onRemoved={resource.refresh} />
                    )}
                  </td>
                </tr>
              ))}
            </TableCard>
          )
        }
      </Loaded>
    </>
  );
}

function AddNumber({ project, onAdded }: { project: string; onAdded: () => void }) {
  // A new key empties the form after a number was added.
  const [added, setAdded] = useState(0);
  return (
    <Form
      key={added}
      action="Add number"
      failure="The number was not added."
      fields={{ invalid_number: 'number' }}
      onSubmit={async (values) => {
        const number = readName(values, 'number', PHONE_NUMBER);
        await unwrap(addDoNotCallNumber({ path: { project, number } }));
        setAdded(added + 1);
        onAdded();
        showToast(`${number} is not called any more.`);
      }}
    >
      <TextField label="Number" name="number" isRequired hint="In E.164 form, such as +4915112345678." />
    </Form>
  );
}

interface RemoveButtonProps {
  project: string;
  number: string;
  onRemoved: () => void;
}

function RemoveButton({ project, number, onRemoved }: RemoveButtonProps) {
  const remove = async () => {
    await unwrap(removeDoNotCallNumber({ path: { project, number } }));
    onRemoved();
    showToast(`${number} may be called again.`, async () => {
      await unwrap(addDoNotCallNumber({ path: { project, number } }));
      onRemoved();
    });
  };
  return (
    <WriteButton
      class="button compact plain"
      aria-label={`Remove ${number}`}
      onClick={() => {
        remove().catch((error: unknown) => {
          showFailure(`${number} was not removed`, error);
        });
      }}
    >
      Remove
    </WriteButton>
  );
}
