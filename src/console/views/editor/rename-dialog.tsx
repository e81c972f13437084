/** Asks for a new name of a step, a variable or what else the cursor is on; a name that is not possible is told while it is typed. */
import { useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import type { Renaming } from './code/language.ts';
import type { Workbench } from './workbench.ts';

export function RenameDialog({ bench }: { bench: Workbench }) {
  const renaming = bench.renaming.value;
  if (renaming === undefined) return null;
  return (
    <NameDialog
      renaming={renaming}
      onClose={() => {
        bench.endRenaming();
      }}
    />
  );
}

function NameDialog({ renaming, onClose }: { renaming: Renaming; onClose: () => void }) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | undefined>();
  const typed = useRef(renaming.name);
  const check = async (name: string) => {
    typed.current = name;
    const found = await renaming.findRefusal(name);
    if (typed.current === name) setRefusal(found);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const found = await renaming.rename(typed.current);
    if (found === undefined) onClose();
    else setRefusal(found);
  };
  return (
    <Dialog title={`Rename: ${renaming.name}`} onClose={onClose}>
      <form class="column" onSubmit={(event) => void submit(event)}>
        <div class="field">
          <label for={id}>New name</label>
          <input
            id={id}
            class="input"
            autocomplete="off"
            spellcheck={false}
            defaultValue={renaming.name}
            aria-invalid={refusal !== undefined}
            aria-describedby={`${id}-notes`}
            onFocus={({ currentTarget }) => {
              currentTarget.select();
            }}
            onInput={({ currentTarget }) => void check(currentTarget.value.trim())}
          />
          <div id={`${id}-notes`} class="field">
            {refusal !== undefined && (
              <span class="mistake" role="alert">
                {refusal}
              </span>
            )}
            <span class="hint">It is changed everywhere in the draft.</span>
          </div>
        </div>
        <div class="row">
          <button type="submit" class="button primary" aria-disabled={refusal !== undefined}>
            Rename
          </button>
          <button type="button" class="button plain" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
