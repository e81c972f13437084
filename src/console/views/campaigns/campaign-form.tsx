/** The form of a campaign's settings, in a dialog. */
import { unwrap } from '../../api/client.ts';
import { putCampaign } from '../../api/generated/index.ts';
import { useFlowNames } from '../../data/flow-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinesField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { readAll } from '../../ui/form/mistakes.ts';
import { ID, readName } from '../../ui/form/names.ts';
import { toParamLines } from '../../ui/form/params.ts';
import type { FormValues } from '../../ui/form/values.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { Campaign } from './progress.ts';
import { readCampaignSettings, RETRIED } from './settings.ts';
import { toWindowLines } from './windows.ts';
import './campaigns.css';

interface CampaignDialogProps {
  project: string;
  /** The campaign to change; absent: a new one. */
  campaign?: Campaign;
  onSaved: (id: string) => void;
  onClose: () => void;
}

const FIELDS = { flow_not_in_service: 'flow' };

export function CampaignDialog({ project, campaign, onSaved, onClose }: CampaignDialogProps) {
  return (
    <Dialog title={campaign === undefined ? 'Create a campaign' : `Change ${campaign.id}`} onClose={onClose}>
      <Form
        action={campaign === undefined ? 'Create campaign' : 'Save'}
        failure="The campaign was not saved."
        fields={FIELDS}
        check={(values) => readAll([() => readId(values), () => readCampaignSettings(values)])}
        onSubmit={async (values) => {
          const id = readId(values);
          const body = readCampaignSettings(values);
          await unwrap(putCampaign({ path: { project, id }, body }));
          onClose();
          onSaved(id);
          showToast(campaign === undefined ? `Created ${id}.` : `Changed ${id}.`);
        }}
        onCancel={onClose}
      >
        <CallFields project={project} campaign={campaign} />
        <PaceFields campaign={campaign} />
        <details>
          <summary>Columns, parameters and further calls</summary>
          <div class="column">
            <FileFields campaign={campaign} />
            <RetryFields campaign={campaign} />
          </div>
        </details>
      </Form>
    </Dialog>
  );
}

function readId(values: FormValues): string {
  return readName(values, 'id', ID);
}

interface FieldsProps {
  campaign: Campaign | undefined;
}

function CallFields({ project, campaign }: FieldsProps & { project: string }) {
  const names = useFlowNames(project);
  return (
    <>
      <TextField
        label="Name"
        name="id"
        value={campaign?.id}
        isRequired
        isFixed={campaign !== undefined}
        hint="Lower-case letters, digits and hyphens, at most 64 characters."
      />
      <TextField label="Flow" name="flow" value={campaign?.flow} isRequired proposals={names} />
      <TextField
        label="From"
        name="from"
        value={campaign?.from}
        isRequired
        hint="The number that recipients see, such as +4930555000."
      />
    </>
  );
}

const WAYS = [
  { value: 'calls', label: 'one request for each call' },
  { value: 'broadcast', label: 'one request for the calls of a second' },
];

function PaceFields({ campaign }: FieldsProps) {
  return (
    <>
      <TextField
        label="Calls started per second"
        name="pace.perSecond"
        value={campaign?.pace.perSecond ?? 1}
        isRequired
        range={{ min: 0.01, max: 20, step: 'any' }}
      />
      <TextField
        label="Calls at once"
        name="pace.atOnce"
        value={campaign?.pace.atOnce ?? 10}
        isRequired
        range={{ min: 1, max: 5_000, step: 1 }}
      />
      <SelectField label="Placed with" name="by" value={campaign?.by} options={WAYS} />
      <LinesField
        label="Calling hours"
        name="windows"
        lines={toWindowLines(campaign?.windows)}
        hint={
          <>
            One a line, such as <code>mon-fri 09:00-20:00</code>, by the clock of the recipient. Empty: at any
            time.
          </>
        }
      />
    </>
  );
}

function FileFields({ campaign }: FieldsProps) {
  return (
    <>
      <LinesField
        label="Parameters for all recipients"
        name="params"
        lines={toParamLines(campaign?.params)}
        hint={
          <>
            One a line, such as <code>language = de</code>.
          </>
        }
      />
      <LinesField
        label="Columns of the file"
        name="columns"
        lines={toParamLines(campaign?.columns)}
        hint={
          <>
            One a line, such as <code>number = Mobile phone</code>, for <code>number</code>,{' '}
            <code>time_zone</code> and the parameters of the flow. Empty: the columns of the same names.
          </>
        }
      />
      <TextField
        label="Country"
        name="country"
        value={campaign?.country}
        hint="Two letters, for numbers that do not begin with +."
      />
    </>
  );
}

function RetryFields({ campaign }: FieldsProps) {
  return (
    <>
      {RETRIED.map(({ result, label }) => (
        <div key={result} class="retry-fields">
          <TextField
            label={`${label}: further calls`}
            name={`retries.${result}.times`}
            value={campaign?.retries?.[result]?.times}
          />
          <TextField
            label={`${label}: after seconds`}
            name={`retries.${result}.afterSeconds`}
            value={campaign?.retries?.[result]?.afterSeconds}
          />
        </div>
      ))}
    </>
  );
}
