/** Loaded into a server (`--import`): on request, sends its parent the longest event loop delay since the last request, ms. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('message', () => {
    process.send?.(delay.max / 1e6);
    delay.reset();
  });
  process.channel?.unref();
}
