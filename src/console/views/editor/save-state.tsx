/** The state of saving the draft, in words. */
import { formatClock, shortenVersion } from '../../ui/format.ts';
import type { ReadOnlyReason, StoredDraft } from './stored-draft.ts';
import type { DraftSession } from './draft-session.ts';

const REASONS: Record<ReadOnlyReason, string> = {
  role: 'Read only: this is the version in service. Drafts take the role author.',
  editing_off: 'Read only: editing is switched off for this project. Change the flow at its source.',
};

export function SaveStatus({ session }: { session: DraftSession }) {
  return (
    <span class="small muted" role="status">
      {describeState(session)}
    </span>
  );
}

function describeState({ readOnly, saved, state }: DraftSession): string {
  if (readOnly !== undefined) return REASONS[readOnly];
  const { value } = state;
  switch (value.kind) {
    case 'saved':
      if (value.at === undefined) return 'As in service; no draft yet';
      return `Saved ${formatClock(value.at)}${describeBase(saved)}`;
    case 'unsaved':
      return 'Unsaved changes';
    case 'saving':
      return 'Saving…';
    case 'away':
      return 'Not saved since the service is away; kept in this browser';
    case 'refused':
      return `Not saved: ${value.problem.message}`;
  }
}

/** Names the version with which editing began. */
function describeBase({ basedOn }: StoredDraft): string {
  return basedOn === undefined ? '' : ` · based on ${shortenVersion(basedOn)}`;
}
