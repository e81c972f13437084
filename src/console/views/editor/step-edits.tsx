/** Edits of the chosen step. Each edit changes the text, and is undone in the editor. */
import { useId, useState } from 'preact/hooks';
import type { Flowchart, FlowchartStep } from '../../../authoring/flowchart/index.ts';
import type { NewWork, StepEdit } from '../../../authoring/edits/index.ts';
import { labelCode, labelTarget } from '../../flowchart/labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { Workbench } from './workbench.ts';

interface StepEditsProps {
  bench: Workbench;
  chart: Flowchart;
  step: FlowchartStep;
}

type Form = 'insert' | 'point' | 'remove' | 'extract';

const FORMS: Record<Form, string> = {
  insert: 'Insert a step behind',
  point: 'Point a way elsewhere',
  remove: 'Remove',
  extract: 'Extract a sub-flow',
};

export function StepEdits(props: StepEditsProps) {
  const { bench, step } = props;
  const [form, setForm] = useState<Form | undefined>(undefined);
  return (
    <div class="step-edits" role="toolbar" aria-label={`Edit the step ${step.id}`}>
      <strong>{step.id}</strong>
      {(Object.keys(FORMS) as Form[]).map((name) => (
        <button
          key={name}
          type="button"
          class="button compact"
          onClick={() => {
            setForm(name);
          }}
        >
          {FORMS[name]}
        </button>
      ))}
      <button
        type="button"
        class="button compact"
        onClick={() => {
          bench.renameStep(step.id);
        }}
      >
        Rename
      </button>
      {form !== undefined && (
        <EditDialog
          {...props}
          form={form}
          onClose={() => {
            setForm(undefined);
          }}
        />
      )}
    </div>
  );
}

interface EditDialogProps extends StepEditsProps {
  form: Form;
  onClose: () => void;
}

function EditDialog({ bench, chart, step, form, onClose }: EditDialogProps) {
  const [reason, setReason] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const refused = await bench.editStep(readEdit(form, step.id, fields));
    if (refused === undefined) onClose();
    else setReason(refused);
  };
  return (
    <Dialog title={`${FORMS[form]}: ${step.id}`} onClose={onClose}>
      <form class="column" onSubmit={(event) => void submit(event)}>
        {(form === 'insert' || form === 'point') && <WayField step={step} isOptional={form === 'insert'} />}
        {form === 'insert' && (
          <>
            <TextField label="Name" name="name" />
            <WorkFields />
          </>
        )}
        {(form === 'point' || form === 'remove') && (
          <TargetField chart={chart} step={step} isOptional={form === 'remove'} />
        )}
        {form === 'extract' && (
          <>
            <p class="muted small">
              The step, and the steps that are reached only through it, move into a flow of their own, which
              runs in their place.
            </p>
            <TextField
              label="Name of the sub-flow"
              name="flow"
              value={proposeFlowName(chart.flow, step.id)}
            />
          </>
        )}
        {reason !== '' && (
          <p class="bad" role="alert">
            {reason}
          </p>
        )}
        <div class="row">
          <button type="submit" class="button primary">
            {FORMS[form]}
          </button>
          <button type="button" class="button plain" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function readEdit(form: Form, step: string, fields: FormData): StepEdit {
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const [outcome, to] = [read('outcome'), read('to')];
  if (form === 'point') return { kind: 'retarget', step, outcome, to };
  if (form === 'extract') return { kind: 'extract', step, flow: read('flow') };
  if (form === 'remove') return { kind: 'remove', step, ...(to !== '' && { to }) };
  return {
    ...{ kind: 'insertBehind', step, name: read('name') },
    work: { verb: toVerb(read('verb')), value: read('value') },
    ...(outcome !== '' && { outcome }),
  };
}

type Verb = NewWork['verb'];

/** What an inserted step can do, and the name of the value that it takes. */
const WORKS: Record<Verb, { label: string; value: string }> = {
  say: { label: 'says a text', value: 'It says' },
  menu: { label: 'offers a choice', value: 'It asks, such as “To go on, press 1.”' },
  collect: { label: 'asks for digits', value: 'It asks' },
  connect: { label: 'connects the caller', value: 'Number' },
  wait: { label: 'waits', value: 'Time, such as 2s' },
  outcome: { label: 'records an outcome', value: 'Outcome' },
  run: { label: 'runs another flow', value: 'Name of the flow' },
};

function toVerb(name: string): Verb {
  return Object.hasOwn(WORKS, name) ? (name as Verb) : 'say';
}

function WorkFields() {
  const id = useId();
  const [verb, setVerb] = useState<Verb>('say');
  return (
    <>
      <div class="field">
        <label for={id}>What it does</label>
        <select
          id={id}
          name="verb"
          class="input"
          value={verb}
          onChange={({ currentTarget }) => {
            setVerb(toVerb(currentTarget.value));
          }}
        >
          {Object.entries(WORKS).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <TextField label={WORKS[verb].value} name="value" />
    </>
  );
}

function proposeFlowName(flow: string, step: string): string {
  return `${flow}-${step.replaceAll('_', '-')}`;
}

function TextField({ label, name, value = '' }: { label: string; name: string; value?: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} name={name} class="input" required autocomplete="off" defaultValue={value} />
    </div>
  );
}

function WayField({ step, isOptional }: { step: FlowchartStep; isOptional: boolean }) {
  const id = useId();
  const isStraight = step.ways.some(({ kind }) => kind === 'next');
  return (
    <div class="field">
      <label for={id}>Way</label>
      <select id={id} name="outcome" class="input">
        {isOptional && isStraight && <option value="">straight on</option>}
        {step.ways.map(({ code, to }) => (
          <option key={code} value={code}>
            {labelCode(code)} → {labelTarget(to)}
          </option>
        ))}
      </select>
    </div>
  );
}

function TargetField({ chart, step, isOptional }: Omit<StepEditsProps, 'bench'> & { isOptional: boolean }) {
  const id = useId();
  const isStraight = step.ways.some(({ kind, to }) => kind === 'next' && labelTarget(to) !== step.id);
  return (
    <div class="field">
      <label for={id}>{isOptional ? 'What led to it leads to' : 'To'}</label>
      <select id={id} name="to" class="input" required={isOptional && !isStraight}>
        {isOptional && !isStraight && (
          <option value="" disabled selected>
            choose a step
          </option>
        )}
        {isOptional && isStraight && <option value="">where it goes straight on</option>}
        {chart.steps
          .filter((one) => one.id !== step.id)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.id}
            </option>
          ))}
        <option value="hangup">hang up</option>
      </select>
    </div>
  );
}
