/** A flow whose files take its calls: the way to deploy it in steps, and the way back. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { deployVersion, withdraw } from '../../data/deployments.ts';
import type { Deployment, FlowRef } from '../../data/deployments.ts';
import { mayDo } from '../../session/session.ts';
import { shortenVersion } from '../../ui/format.ts';
import { showFailure } from '../../ui/toasts.tsx';
import { WriteButton } from '../../ui/write-button.tsx';
import { DeployRefusal } from './refusal.tsx';

interface FromFilesProps extends FlowRef {
  /** The version of the files. */
  version: string;
  onChange: () => void;
}

/** Tells what a save of the files does, and what it does once the flow is deployed in steps, which it offers. */
export function FromFiles({ project, flow, version, onChange }: FromFilesProps) {
  const { route } = useLocation();
  const [problem, setProblem] = useState<ApiProblem>();
  const deploy = (force?: { reason: string }) => {
    setProblem(undefined);
    deployVersion({ project, flow }, { version, ...(force && { force }) }, onChange).then(
      () => {
        route(`/console/${project}/flows/${flow}/deploy/${version}`);
      },
      (error: unknown) => {
        setProblem(asProblem(error));
      },
    );
  };
  return (
    <section class="card" aria-labelledby="from-files">
      <header>
        <h2 id="from-files">From files</h2>
      </header>
      <div class="body column">
        <p>
          The service runs this flow from files. Under <code>ringflow dev</code> a save takes calls at once;{' '}
          <code>ringflow serve</code> reads the files when it starts.
        </p>
        <p>
          Deployed in steps, version {shortenVersion(version)} goes on taking all calls. From then on a save
          is a draft: upload and deploy it to give it some of the calls or all of them. Each step can be
          rolled back, and the flow can return to its files.
        </p>
        {mayDo('deployments.write', project) ? (
          <div class="row">
            <WriteButton
              class="button primary"
              onClick={() => {
                deploy();
              }}
            >
              Deploy in steps
            </WriteButton>
          </div>
        ) : (
          <p class="muted">Deploying takes the role operator.</p>
        )}
      </div>
      <DeployRefusal problem={problem} onForce={deploy} />
    </section>
  );
}

interface ReturnToFilesProps extends FlowRef {
  deployment: Deployment;
  onChange: () => void;
}

/** Offers to withdraw the deployment of a flow that has files; nothing for other flows, and for callers who may not deploy. */
export function ReturnToFiles({ project, flow, deployment: { files }, onChange }: ReturnToFilesProps) {
  if (files === undefined || !mayDo('deployments.write', project)) return null;
  return (
    <section class="card" aria-labelledby="files">
      <header>
        <h2 id="files">Files</h2>
        <span class="small muted">version {shortenVersion(files)}</span>
      </header>
      <div class="body column">
        <p>
          The service also has files of this flow, which take no calls while a version is deployed. When the
          flow returns to them, their version takes all calls at once, and the deployment ends with its
          canary, schedule and history. Uploaded versions stay.
        </p>
        <div class="row">
          <WriteButton
            class="button danger"
            onClick={() => {
              withdraw({ project, flow }, onChange).catch((error: unknown) => {
                showFailure('Not returned to its files', error);
              });
            }}
          >
            Return to files
          </WriteButton>
        </div>
      </div>
    </section>
  );
}
