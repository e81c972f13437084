/** A short state in words, with the colour of the state. */
import type { ComponentChildren } from 'preact';
import type { Tone } from './tone.ts';

interface PillProps {
  tone?: Tone;
  /** True for a state that lists are searched for by eye. */
  hasDot?: boolean;
  children: ComponentChildren;
}

export function Pill({ tone = 'neutral', hasDot = false, children }: PillProps) {
  return (
    <span class={`pill ${tone}`}>
      {hasDot && <span class="dot" />}
      {children}
    </span>
  );
}
