/** The journal as a list with filters. A row expands to all fields of its entry. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EmulatorFeed } from './feed.ts';
import { filterRows } from './journal-rows.ts';
import type { JournalRow } from './journal-rows.ts';
import { journalGroups } from './journal-text.ts';
import type { JournalGroup } from './journal-text.ts';
import { Section } from './section.tsx';

export function Journal({ feed }: { feed: EmulatorFeed }) {
  const [hidden, setHidden] = useState<ReadonlySet<JournalGroup>>(new Set());
  const [wanted, setWanted] = useState('');
  const [isOnlyCurrent, setOnlyCurrent] = useState(false);
  const voiceId = isOnlyCurrent ? (feed.phone.voiceId.value ?? '') : undefined;
  const rows = filterRows(feed.rows.value, {
    hidden,
    wanted,
    ...(voiceId !== undefined && { voiceId }),
  });
  return (
    <Section title="Journal" place="desk-journal">
      {() => (
        <>
          <div class="row filters">
            <GroupChoice hidden={hidden} onChange={setHidden} />
            <FilterField wanted={wanted} onChange={setWanted} />
            <label class="choice">
              <input
                type="checkbox"
                checked={isOnlyCurrent}
                onChange={({ currentTarget }) => {
                  setOnlyCurrent(currentTarget.checked);
                }}
              />
              Current call only
            </label>
            <button
              type="button"
              class="button compact"
              onClick={() => {
                feed.clearJournal();
              }}
            >
              Clear
            </button>
          </div>
          <Rows rows={rows} />
        </>
      )}
    </Section>
  );
}

interface GroupChoiceProps {
  hidden: ReadonlySet<JournalGroup>;
  onChange: (hidden: ReadonlySet<JournalGroup>) => void;
}

function GroupChoice({ hidden, onChange }: GroupChoiceProps) {
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Entry types</legend>
      {journalGroups.map((group) => (
        <label key={group} class="choice">
          <input
            type="checkbox"
            checked={!hidden.has(group)}
            onChange={() => {
              onChange(hidden.symmetricDifference(new Set([group])));
            }}
          />
          {group}
        </label>
      ))}
    </fieldset>
  );
}

function FilterField({ wanted, onChange }: { wanted: string; onChange: (wanted: string) => void }) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>Filter</label>
      <input
        id={id}
        class="input"
        type="search"
        autocomplete="off"
        value={wanted}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.value);
        }}
      />
    </div>
  );
}

/** Distance from the end at which the list still counts as scrolled to its end, px. */
const END_DISTANCE = 24;

function Rows({ rows }: { rows: readonly JournalRow[] }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  const last = rows.at(-1)?.entry.seq;
  useLayoutEffect(() => {
    if (list.current !== null && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return (
    <ol
      ref={list}
      class="journal-rows"
      aria-label="Journal entries, newest last"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_DISTANCE;
      }}
    >
      {rows.map((row) => (
        <Row key={row.entry.seq} row={row} />
      ))}
    </ol>
  );
}

/** Number of digits shown of a call's id; its end distinguishes calls. */
const SHOWN_DIGITS = 6;

function Row({ row: { entry, group, text, isTrouble } }: { row: JournalRow }) {
  const [isOpen, setOpen] = useState(false);
  const { at, voice_id: voiceId = '' } = entry;
  return (
    <li>
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
        }}
      >
        <summary>
          <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>
          <span class="group">{group}</span>
          <code title={voiceId}>{voiceId.slice(-SHOWN_DIGITS)}</code>
          <span class={isTrouble ? 'text bad' : 'text'}>{text}</span>
        </summary>
        {isOpen && <pre>{JSON.stringify(entry, null, 2)}</pre>}
      </details>
    </li>
  );
}

function formatTime(at: number): string {
  return `${new Date(at).toTimeString().slice(0, 8)}.${String(at % 1_000).padStart(3, '0')}`;
}
