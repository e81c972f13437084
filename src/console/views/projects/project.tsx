/** One project: its settings, its hook tokens, and its removal. */
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { deleteProject, getProject } from '../../api/generated/index.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { Permitted } from '../../shell/permitted.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import { HookTokens } from './hook-tokens.tsx';
import { ProjectDialog } from './project-form.tsx';
import type { Project } from './project-values.ts';
import { WriteButton } from '../../ui/write-button.tsx';

export function ProjectView(_: { path: string }) {
  const { project = '', id = '' } = useRoute().params;
  return (
    <Permitted title={id} action="hooks.write" project={id} role="admin">
      <ProjectPage key={id} current={project} id={id} />
    </Permitted>
  );
}

/** `current`: the project that the rail shows. */
function ProjectPage({ current, id }: { current: string; id: string }) {
  const resource = useResource(`project ${id}`, () => unwrap(getProject({ path: { project: id } })));
  const [asked, setAsked] = useState<'change' | 'remove' | undefined>();
  const project = resource.state.value.data;
  const mayChange = mayDo('projects.write') && project?.isDefault === false;
  const close = () => {
    setAsked(undefined);
  };
  return (
    <Page
      title={id}
      path={[{ href: `/console/${current}/projects`, label: 'Projects' }]}
      actions={mayChange && <ProjectActions onAsk={setAsked} />}
    >
      <Loaded resource={resource} what="the project">
        {(loaded) => (
          <section class="card">
            <header>
              <h2>Settings</h2>
            </header>
            <div class="body">
              {loaded.isDefault ? (
                <p>This project comes from the settings of the service. It is changed there.</p>
              ) : (
                <ProjectFacts project={loaded} />
              )}
            </div>
          </section>
        )}
      </Loaded>
      {project?.isDefault === false && <HookTokens project={id} />}
      {asked === 'change' && project !== undefined && (
        <ProjectDialog project={project} onSaved={resource.refresh} onClose={close} />
      )}
      {asked === 'remove' && <RemoveProject current={current} id={id} onClose={close} />}
    </Page>
  );
}

function ProjectActions({ onAsk }: { onAsk: (asked: 'change' | 'remove') => void }) {
  return (
    <>
      <WriteButton
        class="button danger"
        onClick={() => {
          onAsk('remove');
        }}
      >
        Remove…
      </WriteButton>
      <WriteButton
        class="button primary"
        onClick={() => {
          onAsk('change');
        }}
      >
        Change
      </WriteButton>
    </>
  );
}

interface RemoveProjectProps {
  current: string;
  id: string;
  onClose: () => void;
}

function RemoveProject({ current, id, onClose }: RemoveProjectProps) {
  const { route } = useLocation();
  const remove = () => {
    unwrap(deleteProject({ path: { project: id } })).then(
      () => {
        showToast(`Removed ${id}.`);
        // The rail cannot show a project that is gone.
        route(current === id ? '/console/default/projects' : `/console/${current}/projects`);
      },
      (error: unknown) => {
        showFailure(`${id} was not removed`, error);
      },
    );
  };
  return (
    <Confirm title={`Remove ${id}?`} action="Remove project" typed={id} onConfirm={remove} onClose={onClose}>
      <p>Its hook tokens stop working at once. This cannot be undone. Its flows and ended calls are kept.</p>
    </Confirm>
  );
}

type Facts = (readonly [string, string | number | undefined])[];

function ProjectFacts({ project: { platform, defaultFlow, limits, hooks } }: { project: Project }) {
  const account: Facts = [
    ['Application id', platform?.appId],
    ['Application key', platform?.appKey],
    ['Platform URL', platform?.url ?? 'that of the service'],
    [
      'Text messages',
      platform?.sms ? `${platform.sms.appId}, ${platform.sms.appKey}` : 'the same credentials',
    ],
    ['Video', platform?.video ? `${platform.video.appId}, ${platform.video.appKey}` : 'the same credentials'],
  ];
  const facts: Facts = [
    ...(platform === undefined ? [['Account at the platform', 'none'] as const] : account),
    ['Default flow', defaultFlow ?? 'none'],
    ['Concurrent calls', limits?.concurrentCalls ?? 'no limit'],
    ['Calls placed per second', limits?.dialsPerSecond ?? 'no limit'],
    ['Numbers that may be called', limits?.dialPrefixes?.join(', ') ?? 'any'],
    ['Addresses of the platform', hooks?.allow?.join(', ') ?? 'the setting of the service'],
    ['Maximum age of a notification', describeAge(hooks?.maxAgeSeconds)],
  ];
  return <FactList facts={facts} />;
}

function describeAge(seconds: number | undefined): string {
  if (seconds === undefined) return 'the setting of the service';
  return seconds === 0 ? 'no limit' : `${seconds} s`;
}
