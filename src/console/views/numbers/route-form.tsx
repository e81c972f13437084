/** The form of a route, in a dialog. */
import { useState } from 'preact/hooks';
import { useFlowNames } from '../../data/flow-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinesField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { ID, readName } from '../../ui/form/names.ts';
import { readParamLines, toParamLines } from '../../ui/form/params.ts';
import { toFieldTime } from '../../ui/form/values.ts';
import type { FormValues } from '../../ui/form/values.ts';
import { saveRoute } from './route-changes.ts';
import type { Route, RouteConflict } from './route-changes.ts';
import { RouteFacts } from './route-facts.tsx';

interface RouteDialogProps {
  project: string;
  /** The route to change; absent: a new one. */
  route?: Route;
  onChanged: () => void;
  onClose: () => void;
}

const FIELDS = { invalid_number: 'number', invalid_window: 'until' };

export function RouteDialog({ project, route, onChanged, onClose }: RouteDialogProps) {
  const [conflict, setConflict] = useState<RouteConflict | undefined>();
  const save = async (mine: Route, before: Route | undefined) => {
    const found = await saveRoute({ project, route: mine, before, onChanged });
    if (found === undefined) onClose();
    else setConflict(found);
  };
  const title = route === undefined ? 'Add a number' : `Change ${route.id}`;
  return (
    <Dialog title={title} onClose={onClose}>
      {conflict === undefined ? (
        <Form
          action={route === undefined ? 'Add number' : 'Save'}
          failure="The number was not saved."
          fields={FIELDS}
          onSubmit={(values) => save(readRoute(values), route)}
          onCancel={onClose}
        >
          <RouteFields project={project} route={route} />
        </Form>
      ) : (
        <ConflictNote
          conflict={conflict}
          onKeepMine={() => save(conflict.mine, conflict.stored)}
          onKeepStored={() => {
            onChanged();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function readRoute(values: FormValues): Route {
  const [from, until] = [values.time('from'), values.time('until')];
  const carrier = values.text('carrier');
  return {
    id: readName(values, 'id', ID),
    number: values.text('number'),
    takes: values.text('takes') === 'messages' ? 'messages' : 'calls',
    flow: values.text('flow'),
    ...(carrier !== '' && { carrier }),
    ...readParamLines(values.lines('params')),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
  };
}

const KINDS = [
  { value: 'calls', label: 'Calls' },
  { value: 'messages', label: 'Text messages' },
];

function RouteFields({ project, route }: { project: string; route: Route | undefined }) {
  const names = useFlowNames(project);
  return (
    <>
      <TextField
        label="Name"
        name="id"
        value={route?.id}
        isRequired
        isFixed={route !== undefined}
        hint="Lower-case letters, digits and hyphens, at most 64 characters."
      />
      <TextField
        label="Number"
        name="number"
        value={route?.number}
        isRequired
        hint={
          <>
            <code>+4930555000</code>, all that begin with <code>+4930*</code>, or <code>*</code> for every
            number.
          </>
        }
      />
      <SelectField label="Takes" name="takes" value={route?.takes} options={KINDS} />
      <TextField label="Flow" name="flow" value={route?.flow} isRequired proposals={names} />
      <LinesField
        label="Parameters"
        name="params"
        lines={toParamLines(route?.params)}
        hint={
          <>
            One a line, such as <code>language = de</code>.
          </>
        }
      />
      <TextField
        label="Carrier"
        name="carrier"
        value={route?.carrier}
        hint={
          <>
            Only what comes from it, such as <code>platform</code>; empty: from any.
          </>
        }
      />
      <TextField label="From" name="from" type="datetime-local" value={toFieldTime(route?.from)} />
      <TextField
        label="Until"
        name="until"
        type="datetime-local"
        value={toFieldTime(route?.until)}
        hint="Both in your time zone; empty: no limit."
      />
    </>
  );
}

interface ConflictNoteProps {
  conflict: RouteConflict;
  onKeepMine: () => Promise<void>;
  onKeepStored: () => void;
}

function ConflictNote({ conflict: { mine, stored }, onKeepMine, onKeepStored }: ConflictNoteProps) {
  return (
    <Form
      action="Save mine"
      failure="The number was not saved."
      onSubmit={onKeepMine}
      onCancel={onKeepStored}
      cancel="Keep the stored one"
    >
      <p role="alert">
        {stored === undefined
          ? 'Somebody removed this route after you opened it.'
          : 'Somebody else saved this route after you opened it.'}
      </p>
      <h3>Yours</h3>
      <RouteFacts route={mine} />
      {stored !== undefined && (
        <>
          <h3>Stored</h3>
          <RouteFacts route={stored} />
        </>
      )}
    </Form>
  );
}
