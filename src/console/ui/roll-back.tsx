/** The button that takes a deployment back. */
import { rollBack } from '../data/deployments.ts';
import type { Deployment } from '../data/deployments.ts';
import { mayDo } from '../session/session.ts';
import { shortenVersion } from './format.ts';
import { showFailure } from './toasts.tsx';
import { WriteButton } from './write-button.tsx';

interface RollBackProps {
  project: string;
  flow: string;
  deployment: Deployment | undefined;
  onChange: () => void;
}

/** Rolls back in one click; the message offers to undo it. */
export function RollBack({ project, flow, deployment, onChange }: RollBackProps) {
  if (deployment === undefined || deployment.source === 'files') return null;
  const { canary, scheduled, history } = deployment;
  const [previous] = history;
  if (canary === undefined && scheduled === undefined && previous === undefined) return null;
  if (!mayDo('deployments.write', project)) return null;
  const label =
    canary !== undefined
      ? 'Roll the canary back'
      : scheduled !== undefined
        ? 'Cancel the schedule'
        : `Roll back to ${shortenVersion(previous ?? '')}`;
  return (
    <WriteButton
      class="button danger"
      onClick={() => {
        rollBack({ project, flow }, onChange).catch((error: unknown) => {
          showFailure('Not rolled back:', error);
        });
      }}
    >
      {label}
    </WriteButton>
  );
}
