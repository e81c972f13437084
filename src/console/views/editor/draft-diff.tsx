/** Compares the lines of a draft with those of the version with which editing began. */
import { useMemo, useState } from 'preact/hooks';
import { useResource } from '../../data/resource.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { shortenVersion } from '../../ui/format.ts';
import { compareLines } from '../../ui/line-diff.ts';
import { Loaded } from '../../ui/loaded.tsx';
import type { DraftFiles } from '../../worker/protocol.ts';
import type { DraftSession } from './draft-session.ts';
import { readVersionFiles } from './stored-draft.ts';
import './draft-diff.css';

export function DiffButton({ session }: { session: DraftSession }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button"
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        Diff
      </button>
      {isOpen && (
        <DraftDiff
          session={session}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface DraftDiffProps {
  session: DraftSession;
  onClose: () => void;
}

/** Compares with the version; a draft that is based on none, or takes calls at once, with what is saved. */
function DraftDiff({ session, onClose }: DraftDiffProps) {
  const { ref, saved } = session;
  const { basedOn } = saved;
  const before = useResource(`files ${ref.project} ${ref.flow} ${basedOn ?? 'saved'}`, () =>
    basedOn === undefined ? Promise.resolve(saved.files) : readVersionFiles(ref, basedOn),
  );
  const since = basedOn === undefined ? 'the last save' : shortenVersion(basedOn);
  return (
    <Dialog title={`Changes since ${since}`} isWide onClose={onClose}>
      <Loaded resource={before} what={`the files of ${since}`}>
        {(files) => <FileDiffs before={files} after={session.files.value} />}
      </Loaded>
      <div class="row">
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function FileDiffs({ before, after }: { before: DraftFiles; after: DraftFiles }) {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const changed = paths.filter((path) => before[path] !== after[path]);
  if (changed.length === 0) return <p class="muted">The draft changes nothing.</p>;
  return (
    <>
      {changed.map((path) => (
        <FileDiff key={path} path={path} before={before[path] ?? ''} after={after[path] ?? ''} />
      ))}
    </>
  );
}

const SIGNS: Readonly<Record<string, { tone: string; label: string }>> = {
  '-': { tone: 'removed', label: 'Removed: ' },
  '+': { tone: 'added', label: 'Added: ' },
};

/** Shows the changed lines of a file, each stretch after the number of its first line. */
function FileDiff({ path, before, after }: { path: string; before: string; after: string }) {
  const hunks = useMemo(() => compareLines(before, after), [before, after]);
  return (
    <section class="file-diff" aria-label={path}>
      <h3>{path}</h3>
      <pre role="region" tabIndex={0} aria-label={`Changes of ${path}`}>
        {hunks.map(({ line: first, lines }) => (
          <span key={first} class="hunk">
            <span class="faint">{`Line ${first}\n`}</span>
            {lines.map((line, index) => {
              const sign = SIGNS[line.charAt(0)];
              return (
                <span key={index} class={sign?.tone}>
                  {sign !== undefined && <span class="visually-hidden">{sign.label}</span>}
                  {`${line}\n`}
                </span>
              );
            })}
          </span>
        ))}
      </pre>
    </section>
  );
}
