/** The state of saving the draft, in words. */
import { formatClock } from '../../ui/format.ts';
import type { ReadOnlyReason } from './stored-draft.ts';
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

function describeState({ readOnly, state }: DraftSession): string {
  if (readOnly !== undefined) return REASONS[readOnly];
  const { value } = state;
  switch (value.kind) {
    case 'saved':
      return value.at === undefined ? 'As in service; no draft yet' : `Saved ${formatClock(value.at)}`;
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
