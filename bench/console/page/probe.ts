/**
 * Measures inside a page of the console, or of the floor. The benchmark adds this script to the page before it loads, with its
 * types removed. Every time ends when the frame that shows the result is painted.
 */

interface Shown {
  /** Text that the element has; absent: any. */
  text?: string;
  /** Least number of elements; default: 1. */
  count?: number;
}

interface Frames {
  perSecond: number;
  /** Time between two frames that 95 % of the frames keep, ms. */
  p95Ms: number;
  /** Live events that arrived meanwhile. */
  events: number;
}

/** Time of the last input of the user, on the clock of the page. */
let inputAt = 0;
/** Times from a pressed key to the frame that shows its effect, ms. */
let keyTimes: number[] = [];
let openKeys = 0;

/** Resolves with the time at which the next frame is painted. */
function nextPaint(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        resolve(performance.now());
      };
      port2.postMessage(undefined);
    });
  });
}

/** Opens the channel of the live events. It has the name of the lock that the tab which reads the stream holds. */
async function openLiveChannel(): Promise<BroadcastChannel> {
  const { held = [] } = await navigator.locks.query();
  const lock = held.find(({ name }) => name?.startsWith('ringflow-live-'));
  if (lock?.name === undefined) throw new Error('no tab reads the stream');
  return new BroadcastChannel(lock.name);
}

addEventListener(
  'click',
  ({ timeStamp }) => {
    inputAt = timeStamp;
  },
  { capture: true },
);

addEventListener(
  'keydown',
  ({ timeStamp }) => {
    inputAt = timeStamp;
    openKeys += 1;
    void nextPaint().then((at) => {
      keyTimes.push(at - timeStamp);
      openKeys -= 1;
    });
  },
  { capture: true },
);

const probe = {
  /** Resolves when the page shows an element: with its time on the clock of the page, and since the last input, ms. */
  async untilShown(
    selector: string,
    { text, count = 1 }: Shown = {},
  ): Promise<{ at: number; after: number }> {
    const isShown = () => {
      const found = [...document.querySelectorAll(selector)].filter(
        ({ textContent }) => text === undefined || textContent === text,
      );
      return found.length >= count;
    };
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!isShown()) return;
        changes.disconnect();
        resolve();
      };
      const changes = new MutationObserver(check);
      changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      check();
    });
    const at = await nextPaint();
    return { at, after: at - inputAt };
  },

  /** Resolves with the times of all keys since the last call, as soon as each has its frame. */
  async readKeys(): Promise<number[]> {
    while (openKeys > 0) await nextPaint();
    const times = keyTimes;
    keyTimes = [];
    return times;
  },

  /** Counts frames and live events for some time. */
  async countFrames(ms: number): Promise<Frames> {
    const channel = await openLiveChannel();
    let events = 0;
    channel.onmessage = () => {
      events += 1;
    };
    const times: number[] = [];
    const end = performance.now() + ms;
    await new Promise<void>((resolve) => {
      const note = (at: number) => {
        times.push(at);
        if (at < end) requestAnimationFrame(note);
        else resolve();
      };
      requestAnimationFrame(note);
    });
    channel.close();
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
    const elapsed = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return {
      perSecond: (1_000 * gaps.length) / elapsed,
      p95Ms: gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length * 0.95)] ?? NaN,
      events,
    };
  },

  /**
   * Sends live events to the console as the tab that reads the stream does; resolves with the frames and the time until the
   * text of all these elements is another one.
   */
  async repaint(
    messages: readonly object[],
    selectors: readonly string[],
  ): Promise<{ frames: number; ms: number }> {
    const read = () => selectors.map((selector) => document.querySelector(selector)?.textContent);
    const before = read();
    const channel = await openLiveChannel();
    await nextPaint();
    const from = performance.now();
    for (const message of messages) channel.postMessage(message);
    let frames = 0;
    while (read().some((text, index) => text === before[index])) {
      await nextPaint();
      frames += 1;
      if (frames > 600) throw new Error('the steps did not change');
    }
    const ms = performance.now() - from;
    channel.close();
    return { frames, ms };
  },

  /** Shows markup in an empty page; resolves with the time until it is painted, ms. */
  async showMarkup(markup: string): Promise<number> {
    const from = performance.now();
    document.body.innerHTML = markup;
    await nextPaint();
    return performance.now() - from;
  },

  /** Changes the text of elements of an empty page; resolves with the time until it is painted, ms. */
  async changeTexts(selectors: readonly string[]): Promise<number> {
    const from = performance.now();
    for (const selector of selectors) {
      const element = document.querySelector(selector);
      if (element) element.textContent = `${element.textContent}.`;
    }
    await nextPaint();
    return performance.now() - from;
  },
};

Object.assign(globalThis, { probe });
