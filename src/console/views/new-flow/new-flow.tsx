/** A new flow: a name and a template, from which a draft is made. */
import { useLocation, useRoute } from 'preact-iso';
import { DEFAULT_TEMPLATE, FLOW_NAME_RULE, TEMPLATES } from '../../../authoring/templates/index.ts';
import type { TemplateName } from '../../../authoring/templates/index.ts';
import { Page } from '../../shell/page.tsx';
import { listFlowPath } from '../../shell/flow-tabs.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { createFlow } from './create-flow.ts';
import './new-flow.css';

/** Refusals that a different name solves. */
const FIELDS = { invalid_path: 'name' };

export function NewFlowView(_: { path: string }) {
  const { project = '' } = useRoute().params;
  const { route } = useLocation();
  return (
    <Permitted title="New flow" action="drafts.write" project={project} role="author">
      <Page title="New flow" path={listFlowPath(project)}>
        <section class="card new-flow">
          <div class="body">
            <Form
              action="Create flow"
              failure="The flow was not created."
              fields={FIELDS}
              onSubmit={async (values) => {
                const name = values.text('name');
                await createFlow({ project, flow: name }, values.text('template') as TemplateName | '');
                route(`/console/${project}/flows/${name}/edit`);
              }}
              onCancel={() => {
                route(`/console/${project}/flows`);
              }}
            >
              <TextField label="Name" name="name" isRequired hint={`${capitalize(FLOW_NAME_RULE)}.`} />
              <TemplateField />
            </Form>
          </div>
        </section>
      </Page>
    </Permitted>
  );
}

function TemplateField() {
  const choices = [
    ...Object.entries(TEMPLATES).map(([value, purpose]) => ({ value, label: value, purpose })),
    { value: '', label: 'Empty flow', purpose: 'one step that says a sentence' },
  ];
  return (
    <fieldset class="templates">
      <legend>Template</legend>
      {choices.map(({ value, label, purpose }) => (
        <label key={value}>
          <input type="radio" name="template" value={value} defaultChecked={value === DEFAULT_TEMPLATE} />
          <span>
            <strong>{label}</strong>
            <span class="small muted">{capitalize(purpose)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
