/** Revoking a credential, which asks first, since it cannot be undone. */
import type { ComponentChildren } from 'preact';
import { Confirm } from './dialog.tsx';
import { showFailure, showToast } from './toasts.tsx';

interface RevokeProps {
  /** Kind of the credential, in lower case: `key`. */
  kind: string;
  name: string;
  /** The consequence. */
  children: ComponentChildren;
  revoke: () => Promise<unknown>;
  onRevoked: () => void;
  onClose: () => void;
}

export function Revoke({ kind, name, children, revoke, onRevoked, onClose }: RevokeProps) {
  const confirm = () => {
    revoke().then(
      () => {
        showToast(`Revoked ${name}.`);
        onRevoked();
      },
      (error: unknown) => {
        showFailure(`${name} was not revoked`, error);
      },
    );
  };
  return (
    <Confirm title={`Revoke the ${kind}?`} action={`Revoke ${kind}`} onConfirm={confirm} onClose={onClose}>
      <p>{children} This cannot be undone.</p>
    </Confirm>
  );
}
