/** Refreshes what counts calls when calls begin and end, but not with each event of a busy service. */
import { useEffect } from 'preact/hooks';
import { watchCalls } from './live.ts';
import type { Resource } from './resource.ts';

/** Time between the first event and the refresh, ms: counts of calls appear in the statistics this late. */
const DELAY_MS = 2_000;

/** Refreshes the resource after calls began or ended, at most every two seconds, and at once after a gap in the events. */
export function useRefreshOnCalls(project: string, resource: Resource<unknown>): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = watchCalls(project, (events) => {
      if (events.some(({ kind }) => kind === 'gap')) resource.refresh();
      if (events.every(({ kind }) => kind === 'call.moved')) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        resource.refresh();
      }, DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [project, resource]);
}
