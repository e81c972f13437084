/** The transcript of a call as a conversation: bubbles of the flow and the caller, and notes of the platform. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TranscriptLine } from './transcript-line.ts';
import './phone.css';

interface TranscriptProps {
  lines: readonly TranscriptLine[];
  /** Name for assistive technology; default: "Call transcript". */
  label?: string;
  /** True where its lines are read out by something else. */
  isSilent?: boolean;
}

/** Maximum number of lines shown. */
const SHOWN_LINES = 300;

export function Transcript({ lines, label = 'Call transcript', isSilent = false }: TranscriptProps) {
  const shown = lines.slice(-SHOWN_LINES);
  return (
    <ScrolledLog label={label} isSilent={isSilent} last={shown.at(-1)?.key}>
      {shown.map(({ key, by, text, language }) => (
        <li key={key} class={by === 'platform' ? 'note' : `bubble ${by}`} lang={language} dir="auto">
          {text}
        </li>
      ))}
    </ScrolledLog>
  );
}

interface ScrolledLogProps {
  label: string;
  /** Identifies the last line; the list scrolls when it changes. */
  last: string | number | undefined;
  isSilent?: boolean;
  children: ComponentChildren;
}

/** Distance from the end at which a list still counts as scrolled to its end, px. */
const END_DISTANCE = 24;

/** A log that stays scrolled to its end unless somebody scrolled back. */
export function ScrolledLog({ label, last, isSilent = false, children }: ScrolledLogProps) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (element !== null && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [last]);
  return (
    <div
      ref={list}
      class="bubbles"
      role="log"
      {...(isSilent && { 'aria-live': 'off' })}
      aria-label={label}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_DISTANCE;
      }}
    >
      <ol>{children}</ol>
    </div>
  );
}
