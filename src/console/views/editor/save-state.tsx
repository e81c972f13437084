/** The state of saving the draft, in words. */
import { useEffect } from 'preact/hooks';
import { readDeployment } from '../../data/deployments.ts';
import { useResource } from '../../data/resource.ts';
import { formatClock, formatCount, shortenVersion } from '../../ui/format.ts';
import { findSavedFiles } from './stored-draft.ts';
import type { ReadOnlyReason, SavedFiles, StoredDraft } from './stored-draft.ts';
import type { DraftSession } from './draft-session.ts';

const REFRESH_MS = 15_000;

const REASONS: Record<ReadOnlyReason, string> = {
  role: 'Read only: this is the version in service. Drafts take the role author.',
  editing_off: 'Read only: editing is switched off for this project. Change the flow at its source.',
};

interface SaveStatusProps {
  session: DraftSession;
  /** Number of errors of the flow. */
  errors: number;
}

export function SaveStatus({ session, errors }: SaveStatusProps) {
  return (
    <span class="small muted" role="status">
      {describeState(session, errors)}
    </span>
  );
}

/** Tells what a save of files does that the service follows; a deployment may begin or end while they are edited. */
export function SaveEffect({ session, errors }: SaveStatusProps) {
  const { ref, ofFiles } = session;
  const deployed = useResource(
    `effect of a save ${ref.project} ${ref.flow}`,
    async () => findSavedFiles(await readDeployment(ref)),
    { everyMs: REFRESH_MS },
  );
  const { data } = deployed.state.value;
  useEffect(() => {
    if (data !== undefined) ofFiles.value = data;
  }, [data]);
  return <span class="small muted">{describeEffect(ofFiles.value, errors)}</span>;
}

function describeEffect(ofFiles: SavedFiles | undefined, errors: number): string {
  if (ofFiles === 'draft') return 'A save is a draft.';
  return errors === 0 ? 'A save takes calls at once.' : 'A save with errors takes no calls.';
}

function describeState({ readOnly, saved, state, ofFiles, isKept }: DraftSession, errors: number): string {
  if (readOnly !== undefined) return REASONS[readOnly];
  const { value } = state;
  switch (value.kind) {
    case 'saved':
      if (value.at === undefined) return 'As in service; no draft yet';
      return `Saved ${formatClock(value.at)}${ofFiles.value === 'in-service' && errors > 0 ? describeErrors(saved, errors) : describeBase(saved)}`;
    case 'unsaved':
      return isKept.value ? 'Unsaved changes' : 'Unsaved changes, too large to be kept in this browser';
    case 'saving':
      return 'Saving…';
    case 'away':
      return `Not saved since the service is away; ${isKept.value ? 'kept' : 'too large to be kept'} in this browser`;
    case 'refused':
      return `Not saved: ${value.problem.message}`;
  }
}

/** Tells that files which the service runs are not taken while the flow has errors. */
function describeErrors({ basedOn }: StoredDraft, errors: number): string {
  const goesOn = basedOn === undefined ? '' : '; the last version without errors goes on';
  return `, not in service because of ${formatCount(errors, 'error')}${goesOn}`;
}

/** Names the version with which editing began. */
function describeBase({ basedOn }: StoredDraft): string {
  return basedOn === undefined ? '' : ` · based on ${shortenVersion(basedOn)}`;
}
