/** Tells that the last save of the files of a flow has errors, so that the version before it goes on taking calls. */
import { unwrap } from '../../api/client.ts';
import { getDraft, getFlowVersion, uploadFlows } from '../../api/generated/index.ts';
import { asProblem } from '../../api/problem.ts';
import type { FlowRef } from '../../data/deployments.ts';
import { hasDraft } from '../../data/drafts.ts';
import { useResource } from '../../data/resource.ts';
import { mayDo } from '../../session/session.ts';
import { formatCount, shortenVersion } from '../../ui/format.ts';

const REFRESH_MS = 15_000;

interface LastSaveProps extends FlowRef {
  /** The version of the files that takes the calls. */
  version: string;
}

/** Shows nothing to callers who may not read drafts, and where the files are what takes the calls. */
export function LastSave({ project, flow, version }: LastSaveProps) {
  const isPermitted = mayDo('flows.write', project);
  const saved = useResource(
    `last save ${project} ${flow} ${version}`,
    async () => (isPermitted ? countErrors({ project, flow, version }) : 0),
    { everyMs: REFRESH_MS },
  );
  const errors = saved.state.value.data ?? 0;
  if (errors === 0) return null;
  return (
    <div class="notice-bar row" role="status">
      <span>
        The last save has {formatCount(errors, 'error')} and takes no calls: version {shortenVersion(version)}
        , the one before it, goes on.
      </span>
      <a class="button compact" href={`/console/${project}/flows/${flow}/edit`}>
        Show in the editor
      </a>
    </div>
  );
}

/** Counts the errors of the files as they are saved; 0 where they are those of the version. Throws an `ApiProblem`. */
async function countErrors({ project, flow, version }: LastSaveProps): Promise<number> {
  const path = { project, flow };
  if (!(await hasDraft(path))) return 0;
  const [draft, running] = await Promise.all([
    unwrap(getDraft({ path })),
    unwrap(getFlowVersion({ path: { ...path, version } })),
  ]);
  const isRunning = Object.entries(running.files).every(([file, text]) => draft.files[file] === text);
  if (draft.source !== 'files' || isRunning) return 0;
  return unwrap(uploadFlows({ path, body: { files: draft.files, check: true } })).then(
    () => 0,
    (error: unknown) => {
      const problem = asProblem(error);
      if (problem.isUnreachable) throw problem;
      const { diagnostics } = problem.details;
      return Array.isArray(diagnostics) ? (diagnostics as { severity: string }[]).filter(isError).length : 0;
    },
  );
}

function isError({ severity }: { severity: string }): boolean {
  return severity === 'error';
}
