/** Lists all keys, and switches single keys on and off. */
import { Dialog } from '../ui/dialog.tsx';
import { keyTable } from './key-table.ts';
import { areSingleKeysOn, isMac, switchSingleKeys } from './keys.ts';
import './keys-dialog.css';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" isWide onClose={onClose}>
      <div class="row">
        <label class="row">
          <input
            type="checkbox"
            checked={areSingleKeysOn.value}
            onChange={({ currentTarget }) => {
              switchSingleKeys(currentTarget.checked);
            }}
          />
          Single keys act
        </label>
        <span class="small muted">They never act while you type in a field.</span>
        <button type="button" class="button compact end" onClick={onClose}>
          Close
        </button>
      </div>
      <div class="key-groups">
        {keyTable.map(({ title, entries }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {entries.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: string }) {
  return (
    <>
      {keys.split(' ').map((key, index) => (
        <kbd key={index}>{nameKeys(key)}</kbd>
      ))}
    </>
  );
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Returns keys as they are printed on the keyboard: `Ctrl K`, on a Mac `⌘ K`. */
function nameKeys(keys: string): string {
  const parts = keys.split('+');
  const isLetter = parts.length > 1;
  return parts
    .map((part) =>
      part === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : (SYMBOLS[part] ?? (isLetter ? toCapital(part) : part)),
    )
    .join(' ');
}

function toCapital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
