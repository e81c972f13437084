/** A failure in a view: what failed, its code and request id, and another attempt. */
import type { ApiProblem } from '../api/problem.ts';

interface ProblemNoteProps {
  problem: ApiProblem;
  /** What failed, as a sentence without its full stop; default: nothing. */
  what?: string;
  onRetry?: () => void;
}

export function ProblemNote({ problem, what, onRetry }: ProblemNoteProps) {
  const { code, requestId, message } = problem;
  return (
    <div class="problem" role="alert">
      <div>
        {what !== undefined && <strong>{what}: </strong>}
        {message}
        <div class="small muted">
          <code>{code}</code>
          {requestId !== undefined && (
            <>
              {' · request '}
              <code>{requestId}</code>
            </>
          )}
        </div>
      </div>
      {onRetry !== undefined && (
        <button type="button" class="button compact" onClick={onRetry}>
          Retry
        </button>
      )}
    </div>
  );
}
