/** The button that takes a deployment back. */
import { rollBack, withdraw } from '../data/deployments.ts';
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

/**
 * Rolls back in one click, or withdraws a flow that has no earlier version; the message offers to undo it. Nothing where a
 * withdrawal would return the flow to its files, which is another step.
 */
export function RollBack({ project, flow, deployment, onChange }: RollBackProps) {
  if (deployment === undefined || deployment.source === 'files') return null;
  const { live = '', canary, scheduled, history, files } = deployment;
  const [previous] = history;
  const isFirst = canary === undefined && scheduled === undefined && previous === undefined;
  if ((isFirst && files !== undefined) || !mayDo('deployments.write', project)) return null;
  const label =
    canary !== undefined
      ? `Roll back to ${shortenVersion(live)}`
      : scheduled !== undefined
        ? 'Cancel the schedule'
        : previous === undefined
          ? 'Withdraw from service'
          : `Roll back to ${shortenVersion(previous)}`;
  return (
    <WriteButton
      class="button danger"
      onClick={() => {
        (isFirst ? withdraw : rollBack)({ project, flow }, onChange).catch((error: unknown) => {
          showFailure(isFirst ? 'Not withdrawn' : 'Not rolled back', error);
        });
      }}
    >
      {label}
    </WriteButton>
  );
}
