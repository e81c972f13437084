/** Reachability of the service, as the last request found it. */
import { computed, signal } from '@preact/signals';

/** When the service was last reached, ms since 1970; undefined while it can be reached. */
export const unreachableSince = signal<number | undefined>(undefined);

/** True while the service cannot be reached: nothing can be changed. */
export const isOffline = computed(() => unreachableSince.value !== undefined);

/** What the shown view can do without the service; undefined: nothing is said about it. */
export const offlineNote = signal<string | undefined>(undefined);

let reachedAt = Date.now();

/** Records that the service answered. */
export function noteReached(): void {
  reachedAt = Date.now();
  unreachableSince.value = undefined;
}

/** Records that the service did not answer. */
export function noteUnreachable(): void {
  unreachableSince.value ??= reachedAt;
}
