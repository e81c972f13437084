/** The form of a project's settings, in a dialog. */
import { unwrap } from '../../api/client.ts';
import { putProject } from '../../api/generated/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinesField, TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PROJECT_ID, readName } from '../../ui/form/names.ts';
import { showToast } from '../../ui/toasts.tsx';
import { readProjectSettings, toProjectSettings } from './project-values.ts';
import type { Project, ProjectSettings } from './project-values.ts';

interface ProjectDialogProps {
  /** The project to change; absent: a new one. */
  project?: Project;
  /** Called after the project was saved, and after that was undone. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

const FIELDS = {
  invalid_url: 'platform.url',
  invalid_allow: 'hooks.allow',
  invalid_reference: 'platform.appId',
};

export function ProjectDialog({ project, onSaved, onClose }: ProjectDialogProps) {
  const save = async (id: string, settings: ProjectSettings) => {
    await unwrap(putProject({ path: { project: id }, body: settings }));
    onSaved(id);
  };
  const before = project && toProjectSettings(project);
  const editing = before?.editing;
  return (
    <Dialog title={project === undefined ? 'Create a project' : `Change ${project.id}`} onClose={onClose}>
      <Form
        action={project === undefined ? 'Create project' : 'Save'}
        failure="The project was not saved."
        fields={FIELDS}
        onSubmit={async (values) => {
          const id = readName(values, 'project', PROJECT_ID);
          await save(id, { ...readProjectSettings(values), ...(editing && { editing }) });
          onClose();
          if (before === undefined) showToast(`Created ${id}.`);
          else showToast(`Changed ${id}.`, () => save(id, before));
        }}
        onCancel={onClose}
      >
        <TextField
          label="Project"
          name="project"
          value={project?.id}
          isRequired
          isFixed={project !== undefined}
          hint="Lower-case letters, digits and hyphens, at most 40 characters."
        />
        <PlatformFields project={project} />
        <LimitFields project={project} />
      </Form>
    </Dialog>
  );
}

function PlatformFields({ project }: { project: Project | undefined }) {
  const { appId, appKey, url, sms, video } = project?.platform ?? {};
  const hint = (
    <>
      A reference to the secret on each node: <code>env:RINGFLOW_PROJECT_…</code> or <code>file:/path</code>.
      Empty: no account at the platform, only other carriers.
    </>
  );
  return (
    <>
      <TextField label="Application id" name="platform.appId" value={appId} hint={hint} />
      <TextField label="Application key" name="platform.appKey" value={appKey} hint={hint} />
      <TextField label="Platform URL" name="platform.url" value={url} hint="Empty: that of the service." />
      <details open={sms !== undefined || video !== undefined}>
        <summary>Own credentials for text messages and video</summary>
        <div class="column">
          <TextField label="Text messages: application id" name="platform.sms.appId" value={sms?.appId} />
          <TextField label="Text messages: application key" name="platform.sms.appKey" value={sms?.appKey} />
          <TextField label="Video: application id" name="platform.video.appId" value={video?.appId} />
          <TextField label="Video: application key" name="platform.video.appKey" value={video?.appKey} />
        </div>
      </details>
    </>
  );
}

function LimitFields({ project }: { project: Project | undefined }) {
  const { defaultFlow, limits, hooks } = project ?? {};
  return (
    <>
      <TextField
        label="Default flow"
        name="defaultFlow"
        value={defaultFlow}
        hint="Takes calls to numbers without a route."
      />
      <TextField
        label="Concurrent calls"
        name="limits.concurrentCalls"
        value={limits?.concurrentCalls}
        hint="Further calls are rejected. Empty: no limit."
      />
      <TextField
        label="Calls placed per second"
        name="limits.dialsPerSecond"
        value={limits?.dialsPerSecond}
        hint="1 to 20. Empty: no limit."
      />
      <LinesField
        label="Numbers that may be called"
        name="limits.dialPrefixes"
        lines={limits?.dialPrefixes ?? []}
        hint="How they begin, such as +49 or sip:, one a line. Empty: any number."
      />
      <LinesField
        label="Addresses of the platform"
        name="hooks.allow"
        lines={hooks?.allow ?? []}
        hint="Addresses or ranges from which notifications are accepted, one a line. Empty: the setting of the service."
      />
      <TextField
        label="Maximum age of a notification, seconds"
        name="hooks.maxAgeSeconds"
        value={hooks?.maxAgeSeconds}
        hint="0: no limit. Empty: the setting of the service."
      />
    </>
  );
}
