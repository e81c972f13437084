/** A draft before it is uploaded: its mistakes, its scenarios, and the upload that makes a version of it. */
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { unwrap } from '../../api/client.ts';
import { getDraft, uploadFlows } from '../../api/generated/index.ts';
import type { GetDraftResponse, UploadFlowsResponse } from '../../api/generated/index.ts';
import { asProblem, type ApiProblem } from '../../api/problem.ts';
import { readDeployment } from '../../data/deployments.ts';
import type { FlowRef } from '../../data/deployments.ts';
import { hasDraft } from '../../data/drafts.ts';
import { describeTests } from '../../data/tests.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { listFlowPath } from '../../shell/flow-tabs.tsx';
import { Page } from '../../shell/page.tsx';
import { Diagnostics } from '../../ui/diagnostics.tsx';
import { Empty } from '../../ui/empty.tsx';
import { formatMoment } from '../../ui/format.ts';
import { KnownFlow } from '../../ui/known-flow.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { FromFiles } from './from-files.tsx';
import { Refusal } from './refusal.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

export function DraftToDeploy({ project, flow }: FlowRef) {
  return (
    <Page title="Deploy the draft" path={listFlowPath(project, flow)}>
      {mayDo('flows.write', project) ? (
        <Draft project={project} flow={flow} />
      ) : (
        <section class="card">
          <Empty>Uploading a draft takes the role author.</Empty>
        </section>
      )}
    </Page>
  );
}

function Draft({ project, flow }: FlowRef) {
  const draft = useResource(`draft ${project} ${flow}`, async () => {
    const [found, deployment] = await Promise.all([
      readDraft({ project, flow }),
      readDeployment({ project, flow }),
    ]);
    return { found, deployment };
  });
  return (
    <Loaded resource={draft} what="the draft" height="page">
      {({ found, deployment }) => {
        if (found === undefined) return <NoDraft project={project} flow={flow} />;
        if (found.source === 'files' && deployment?.source === 'files')
          return (
            <FromFiles {...{ project, flow }} version={deployment.live ?? ''} onChange={draft.refresh} />
          );
        return <Upload project={project} flow={flow} draft={found} />;
      }}
    </Loaded>
  );
}

/** Reads the draft; undefined when there is none. Throws an `ApiProblem`. */
async function readDraft(path: FlowRef): Promise<GetDraftResponse | undefined> {
  return (await hasDraft(path)) ? unwrap(getDraft({ path })) : undefined;
}

function NoDraft({ project, flow }: FlowRef) {
  const home = `/console/${project}/flows/${flow}`;
  return (
    <section class="card">
      <KnownFlow project={project} flow={flow}>
        <Empty
          action={
            <div class="row">
              <a class="button primary" href={`${home}/edit`}>
                Edit the flow
              </a>
              <a class="button" href={`${home}/versions`}>
                Show its versions
              </a>
            </div>
          }
          command={`ringflow deploy flows/${flow}`}
          needs="deployments.write"
          project={project}
        >
          This flow has no draft: nothing was changed since its last version.
        </Empty>
      </KnownFlow>
    </section>
  );
}

interface UploadProps extends FlowRef {
  draft: GetDraftResponse;
}

type Checked = { result: UploadFlowsResponse } | { problem: ApiProblem };

function Upload({ project, flow, draft: { files, savedAt } }: UploadProps) {
  const { route } = useLocation();
  const [refused, setRefused] = useState<ApiProblem>();
  const check = useResource(`check ${project} ${flow} ${savedAt}`, () =>
    unwrap(uploadFlows({ path: { project }, body: { files, check: true } })).then(
      (result): Checked => ({ result }),
      (error: unknown): Checked => ({ problem: asProblem(error) }),
    ),
  );
  const upload = async (force?: { reason: string }) => {
    setRefused(undefined);
    try {
      const body = { files, ...(force && { force }) };
      const { versions } = await unwrap(uploadFlows({ path: { project }, body }));
      const uploaded = versions.find((one) => one.flow === flow);
      showToast(`${flow}: the draft is uploaded`);
      route(
        uploaded === undefined
          ? `/console/${project}/flows/${flow}/versions`
          : `/console/${project}/flows/${flow}/deploy/${uploaded.version}`,
      );
    } catch (error) {
      setRefused(asProblem(error));
    }
  };
  const editor = `/console/${project}/flows/${flow}/edit`;
  return (
    <section class="card" aria-labelledby="draft">
      <header>
        <h2 id="draft">Draft</h2>
        <span class="small muted">saved {formatMoment(savedAt)}</span>
        <a class="button compact end" href={editor}>
          Edit
        </a>
      </header>
      <Loaded resource={check} what="the check of the draft">
        {(checked) => {
          const problem = refused ?? ('problem' in checked ? checked.problem : undefined);
          if (problem !== undefined)
            return (
              <Refusal
                problem={problem}
                what="The draft cannot be uploaded"
                files={files}
                action="Upload"
                editor={editor}
                onForce={(reason) => void upload({ reason })}
              />
            );
          return 'result' in checked ? (
            <Ready files={files} result={checked.result} editor={editor} onUpload={() => void upload()} />
          ) : null;
        }}
      </Loaded>
    </section>
  );
}

interface ReadyProps {
  files: GetDraftResponse['files'];
  result: UploadFlowsResponse;
  editor: string;
  onUpload: () => void;
}

function Ready({ files, result: { tests, diagnostics }, editor, onUpload }: ReadyProps) {
  return (
    <>
      <div class="body column">
        <p>
          {tests.cases.length === 0 ? 'The draft has no scenarios' : describeTests(tests)}. An uploaded
          version takes no calls before it is put into service.
        </p>
        <div class="row">
          <WriteButton class="button primary" onClick={onUpload}>
            Upload the draft
          </WriteButton>
        </div>
      </div>
      {diagnostics.length > 0 && <Diagnostics diagnostics={diagnostics} files={files} editor={editor} />}
    </>
  );
}
