/** Finds flows, steps, calls, numbers and commands as one types. The focus stays in the field; arrow keys choose. */
import { useEffect, useId, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Dialog } from '../../ui/dialog.tsx';
import { formatCount } from '../../ui/format.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import type { RailEntry } from '../rail-entry.ts';
import { findMatches } from './match.ts';
import type { Findable } from './match.ts';
import { useFindables } from './sources.ts';
import './find.css';

interface FindProps {
  project: string;
  entries: readonly RailEntry[];
  onClose: () => void;
}

export function Find({ project, entries, onClose }: FindProps) {
  const { route } = useLocation();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const { items, isReading, problem } = useFindables(project, entries, query);
  const groups = findMatches(items, query);
  const found = groups.flatMap((group) => group.items);
  const list = useId();
  const current = Math.min(chosen, found.length - 1);
  const toId = (index: number) => `${list}-${index}`;
  useEffect(() => {
    document.getElementById(toId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const open = ({ target }: Findable) => {
    onClose();
    if (typeof target === 'string') route(target);
    else target();
  };
  const handleKey = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = found[current];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) setChosen((before) => Math.max(0, Math.min(found.length - 1, before + by)));
    else if (item !== undefined) open(item);
  };
  return (
    <Dialog title="Find" isWide onClose={onClose}>
      <input
        class="input"
        role="combobox"
        aria-label="Flow, step, call, number or command"
        placeholder="Flow, step, call, number or command"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={list}
        {...(found.length > 0 && { 'aria-activedescendant': toId(current) })}
        autocomplete="off"
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={handleKey}
      />
      {problem !== undefined && <ProblemNote problem={problem} what="Cannot load what could be found" />}
      <p role="status" class={found.length > 0 ? 'visually-hidden' : 'muted'}>
        {found.length > 0
          ? formatCount(found.length, 'result')
          : isReading
            ? 'Still looking…'
            : 'Nothing found.'}
      </p>
      <div id={list} role="listbox" aria-label="Results" class="find-results">
        {groups.map(({ group, items: ofGroup }) => (
          <div key={group} role="group" aria-labelledby={`${list}-${group}`}>
            <h3 id={`${list}-${group}`} role="presentation">
              {group}
            </h3>
            {ofGroup.map((item) => {
              const index = found.indexOf(item);
              return (
                <div
                  key={index}
                  id={toId(index)}
                  role="option"
                  class="find-option"
                  aria-selected={index === current}
                  onClick={() => {
                    open(item);
                  }}
                >
                  <strong>{item.label}</strong> <span class="small muted">{item.detail}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </Dialog>
  );
}
