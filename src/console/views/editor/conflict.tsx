/** Shows both texts when somebody else has saved the draft since, and lets the user choose. */
import { Dialog } from '../../ui/dialog.tsx';
import type { DraftFiles } from '../../worker/protocol.ts';

interface ConflictProps {
  mine: DraftFiles;
  theirs: DraftFiles;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs, onClose }: ConflictProps) {
  const paths = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].sort();
  return (
    <Dialog title="Somebody else has saved this draft" onClose={onClose}>
      <p>Nothing is lost yet: choose the text that stays. The other one is replaced in the draft.</p>
      {paths
        .filter((path) => mine[path] !== theirs[path])
        .map((path) => (
          <section key={path} class="conflict" aria-label={path}>
            <h3>{path}</h3>
            <div class="texts">
              <Text label={`Your ${path}`} text={mine[path]} other={theirs[path]} />
              <Text label={`Saved ${path}`} text={theirs[path]} other={mine[path]} />
            </div>
          </section>
        ))}
      <div class="row">
        <button type="button" class="button primary" onClick={onKeepMine}>
          Keep my text
        </button>
        <button type="button" class="button" onClick={onTakeTheirs}>
          Take the saved text
        </button>
        <button type="button" class="button plain" onClick={onClose}>
          Keep editing
        </button>
      </div>
    </Dialog>
  );
}

interface TextProps {
  label: string;
  text: string | undefined;
  other: string | undefined;
}

/** One of the texts; lines that the other one lacks are marked. */
function Text({ label, text = '', other = '' }: TextProps) {
  const known = new Set(other.split('\n'));
  return (
    <pre role="region" tabIndex={0} aria-label={label}>
      {text.split('\n').map((line) => (known.has(line) ? `${line}\n` : <mark>{`${line}\n`}</mark>))}
    </pre>
  );
}
