/** The time line of a call: steps back and forth, plays, and shows the keys that were pressed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatDuration, formatOffset } from '../../ui/time.ts';
import { listTicks } from './timeline.ts';
import type { Moment } from './timeline.ts';

interface PlayerProps {
  moments: readonly Moment[];
  index: number;
  /** Length of the time line, ms. */
  endMs: number;
  onChoose: (index: number) => void;
}

/** Pauses between two moments are played in this range, ms: nobody waits for a long silence. */
const PLAY_MS = { least: 300, most: 2_000 };

export function Player({ moments, index, endMs, onChoose }: PlayerProps) {
  const [isPlaying, setPlaying] = useState(false);
  const last = moments.length - 1;
  // Keys may be pressed faster than the view is rendered: each counts from the moment that the one before it chose.
  const chosen = useRef(index);
  chosen.current = index;
  const move = (by: 1 | -1) => {
    const next = chosen.current + by;
    if (next < 0 || next > last) return;
    chosen.current = next;
    onChoose(next);
  };
  const toggle = () => {
    if (!isPlaying && index === last) onChoose(0);
    setPlaying(!isPlaying);
  };
  useKeys({
    ArrowLeft: () => {
      move(-1);
    },
    ArrowRight: () => {
      move(1);
    },
    ' ': toggle,
  });
  useEffect(() => {
    if (!isPlaying) return undefined;
    const [here, next] = [moments[index], moments[index + 1]];
    if (here === undefined || next === undefined) {
      setPlaying(false);
      return undefined;
    }
    const pause = Math.min(PLAY_MS.most, Math.max(PLAY_MS.least, next.offsetMs - here.offsetMs));
    const timer = setTimeout(() => {
      onChoose(index + 1);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [isPlaying, index, moments]);
  const moment = moments[index];
  return (
    <section class="player" aria-label="Time line">
      <div class="row">
        <button
          type="button"
          class="button compact"
          aria-label="Previous moment"
          disabled={index === 0}
          onClick={() => {
            move(-1);
          }}
        >
          ◀
        </button>
        <button type="button" class="button compact" onClick={toggle}>
          {isPlaying ? 'Pause' : '▶ Play'}
        </button>
        <button
          type="button"
          class="button compact"
          aria-label="Next moment"
          disabled={index === last}
          onClick={() => {
            move(1);
          }}
        >
          ▶|
        </button>
        <strong>{formatOffset(moment?.offsetMs ?? 0)}</strong>
        <span class="muted" aria-live="polite">
          move {index + 1} of {moments.length} · {moment?.title}
        </span>
        <span class="player-keys small faint">
          <kbd>←</kbd> <kbd>→</kbd> move by move <kbd>Space</kbd> play
        </span>
      </div>
      <TimeLine moments={moments} index={index} endMs={endMs} onChoose={onChoose} />
    </section>
  );
}

/** Width of the drawing, in its own units. */
const WIDTH = 1_000;

function TimeLine({ moments, index, endMs, onChoose }: PlayerProps) {
  const end = Math.max(endMs, 1);
  const toX = (ms: number) => 10 + (Math.min(ms, end) / end) * (WIDTH - 20);
  const toPlace = (ms: number) => `${toX(ms) / (WIDTH / 100)}%`;
  const now = moments[index]?.offsetMs ?? 0;
  return (
    <div class="time-line">
      <svg viewBox={`0 0 ${WIDTH} 40`} preserveAspectRatio="none" aria-hidden="true">
        <line class="rest" x1={toX(0)} x2={toX(end)} y1="28" y2="28" />
        <line class="past" x1={toX(0)} x2={toX(now)} y1="28" y2="28" />
      </svg>
      {moments.map((moment, at) => (
        <span
          key={moment.seq}
          class={`tick ${at <= index ? 'past' : ''} ${at === index ? 'now' : ''}`}
          aria-hidden="true"
          style={{ left: toPlace(moment.offsetMs) }}
        >
          {moment.keys !== undefined && <span class="key">{moment.keys}</span>}
        </span>
      ))}
      <input
        type="range"
        aria-label="Moment of the call"
        aria-valuetext={`${formatOffset(now)}, ${moments[index]?.title ?? ''}`}
        min={1}
        max={moments.length}
        value={index + 1}
        onInput={({ currentTarget }) => {
          onChoose(Number(currentTarget.value) - 1);
        }}
      />
      <div class="scale small faint" aria-hidden="true">
        {listTicks(end).map((ms) => (
          <span key={ms} style={{ left: toPlace(ms) }}>
            {formatDuration(ms)}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Handles keys of the page, except in fields and where a modifier is held. */
function useKeys(handlers: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isFree(event.target, event.key)) return;
      const handler = handlers[event.key];
      if (handler === undefined) return;
      event.preventDefault();
      handler();
    };
    document.addEventListener('keydown', handle);
    return () => {
      document.removeEventListener('keydown', handle);
    };
  });
}

/** False where the key means something else: in fields, in dialogs, Space on a button or a link, arrows in the diagram. */
function isFree(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return true;
  const taken = key === ' ' ? 'button, a, summary, ' : 'svg a, ';
  return target.closest(`${taken}input, select, textarea, dialog`) === null;
}
