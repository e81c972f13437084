/** Why an upload or a deployment was refused: the problem, its diagnostics and failed scenarios, and what can be done. */
import { useState } from 'preact/hooks';
import type { ApiProblem } from '../../api/problem.ts';
import type { TestResults } from '../../data/tests.ts';
import { Diagnostics } from '../../ui/diagnostics.tsx';
import type { ApiDiagnostic } from '../../ui/diagnostics.tsx';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { TestCases } from '../../ui/test-cases.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

interface RefusalProps {
  problem: ApiProblem;
  what: string;
  /** Texts of the files, by path. */
  files: Readonly<Record<string, string>>;
  /** What the button does that proceeds all the same: `Deploy` or `Upload`. */
  action: string;
  /** Address of the editor, where the files can be changed. */
  editor?: string;
  /** Tries again with a reason for the audit log. */
  onForce: (reason: string) => void;
}

export function Refusal({ problem, what, files, action, editor, onForce }: RefusalProps) {
  const { diagnostics, tests } = problem.details;
  return (
    <div class="column">
      <ProblemNote problem={problem} what={what} />
      {Array.isArray(diagnostics) && (
        <Diagnostics diagnostics={diagnostics as ApiDiagnostic[]} files={files} editor={editor} />
      )}
      {typeof tests === 'object' && tests !== null && (
        <TestCases results={tests as TestResults} files={files} onlyFailed />
      )}
      {problem.code in FORCED && (
        <ForceForm action={`${action} although ${FORCED[problem.code]}`} onForce={onForce} />
      )}
    </div>
  );
}

interface DeployRefusalProps {
  problem: ApiProblem | undefined;
  /** Deploys with a reason for the audit log. */
  onForce: (force: { reason: string }) => void;
}

/** Why a deployment was refused; nothing if it was not. */
export function DeployRefusal({ problem, onForce }: DeployRefusalProps) {
  if (problem === undefined) return null;
  return (
    <Refusal
      problem={problem}
      what="Not deployed"
      files={{}}
      action="Deploy"
      onForce={(reason) => {
        onForce({ reason });
      }}
    />
  );
}

/** Refusals that a reason overrides → what it overrides. */
const FORCED: Readonly<Record<string, string>> = {
  tests_failed: 'scenarios fail',
  carrier_lacks: 'a carrier cannot run it',
};

function ForceForm({ action, onForce }: Pick<RefusalProps, 'action' | 'onForce'>) {
  const [reason, setReason] = useState('');
  return (
    <form
      class="row force"
      onSubmit={(event) => {
        event.preventDefault();
        onForce(reason);
      }}
    >
      <label class="field">
        Reason, for the audit log
        <input
          class="input"
          required
          maxLength={500}
          value={reason}
          onInput={({ currentTarget }) => {
            setReason(currentTarget.value);
          }}
        />
      </label>
      <WriteButton type="submit" class="button danger">
        {action}
      </WriteButton>
    </form>
  );
}
