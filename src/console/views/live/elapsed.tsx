/** Time since a moment, which goes on. */
import { signal, useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatDuration } from '../../ui/time.ts';

const now = signal(Date.now());
let clocks = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** Time since a moment. All of them share one timer, and change a text without rendering. */
export function Elapsed({ since }: { since: number }) {
  useEffect(() => {
    clocks += 1;
    timer ??= setInterval(() => {
      now.value = Date.now();
    }, 1_000);
    return () => {
      clocks -= 1;
      if (clocks > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, []);
  const text = useComputed(() => formatDuration(now.value - since));
  return <>{text}</>;
}
