/** A short state in words, with the colour of the state. */
import type { ComponentChildren } from 'preact';
import type { Tone } from './tone.ts';

export function Pill({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}
