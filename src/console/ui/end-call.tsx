/** Ends a live call after a confirmation. */
import { useState } from 'preact/hooks';
import { unwrap } from '../api/client.ts';
import { endCall } from '../api/generated/index.ts';
import { mayDo } from '../session/session.ts';
import { Confirm } from './dialog.tsx';
import { showFailure, showToast } from './toasts.tsx';
import { WriteButton } from './write-button.tsx';

interface EndCallProps {
  project: string;
  id: string;
  /** The remote party's number. */
  number: string;
}

/** A button for callers who may control calls; nothing for others. */
export function EndCall({ project, id, number }: EndCallProps) {
  const [isAsking, setAsking] = useState(false);
  if (!mayDo('calls.control', project)) return null;
  const end = () => {
    unwrap(endCall({ path: { project, id } })).then(
      () => {
        showToast(`The call of ${number} is being ended.`);
      },
      (error: unknown) => {
        showFailure('The call was not ended', error);
      },
    );
  };
  return (
    <>
      <WriteButton
        class="button danger"
        onClick={() => {
          setAsking(true);
        }}
      >
        End call
      </WriteButton>
      {isAsking && (
        <Confirm
          title={`End the call of ${number}?`}
          action="End call"
          onConfirm={end}
          onClose={() => {
            setAsking(false);
          }}
        >
          The caller is cut off. This cannot be undone.
        </Confirm>
      )}
    </>
  );
}
