/** Loaded into a server (`--import`): tells its parent, when asked, how long its event loop stood still at most since it was asked last, ms. */
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
