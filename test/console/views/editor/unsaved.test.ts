/** Unsaved text in the browser: kept until it is saved or discarded, and never overwritten by later typing (UNSAVED-1, UNSAVED-2). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dropSetAside, takeUnsaved, UnsavedKeeper } from '../../../../src/console/views/editor/unsaved.ts';
import type { UnsavedCopy } from '../../../../src/console/views/editor/unsaved.ts';
import type { FlowRef } from '../../../../src/console/views/editor/stored-draft.ts';

/** The storage of a browser, with room for so many characters. */
function createStorage(room: number) {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new Error('QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => items.delete(key),
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size;
    },
    items,
  };
}

const ref = { project: 'default', flow: 'desk' };
const copy = (text: string) => ({ files: { 'flow.yaml': text }, at: 1 });
let storage: ReturnType<typeof createStorage>;

const page = new EventTarget();
const document = new EventTarget();

/** Edits a flow, and leaves the editor. */
function edit(flow: FlowRef, change: (keeper: UnsavedKeeper) => void): void {
  const keeper = new UnsavedKeeper(flow);
  change(keeper);
  keeper.end();
}

function keepUnsaved(flow: FlowRef, kept: UnsavedCopy): void {
  edit(flow, (keeper) => {
    keeper.keep(kept);
  });
}

function dropUnsaved(flow: FlowRef): void {
  edit(flow, (keeper) => {
    keeper.drop();
  });
}

beforeEach(() => {
  storage = createStorage(500);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', createStorage(100));
  vi.stubGlobal('document', document);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a copy that is found is offered until it is discarded, whatever is typed and saved meanwhile', () => {
  keepUnsaved(ref, copy('first'));
  expect(takeUnsaved(ref)).toEqual(copy('first'));
  keepUnsaved(ref, copy('second'));
  dropUnsaved(ref);
  expect(takeUnsaved(ref)).toEqual(copy('first'));
  dropSetAside(ref);
  expect(takeUnsaved(ref)).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('flows and projects have copies of their own', () => {
  keepUnsaved(ref, copy('mine'));
  expect(takeUnsaved({ project: 'default', flow: 'other' })).toBeUndefined();
  expect(takeUnsaved({ project: 'other', flow: 'desk' })).toBeUndefined();
});

test('where there is no room for a text, the copy before it stays', () => {
  keepUnsaved(ref, copy('short'));
  keepUnsaved(ref, copy('x'.repeat(600)));
  expect(takeUnsaved(ref)).toEqual(copy('short'));
});

test('tabs have copies of their own: a save in one leaves the other, and the newest is found first', () => {
  keepUnsaved(ref, { ...copy('first tab'), at: 2 });
  const otherTab = createStorage(100);
  vi.stubGlobal('sessionStorage', otherTab);
  keepUnsaved(ref, { ...copy('other tab'), at: 1 });
  expect(takeUnsaved(ref)?.files).toEqual(copy('first tab').files);
  dropSetAside(ref);
  keepUnsaved(ref, copy('saved'));
  dropUnsaved(ref);
  expect(takeUnsaved(ref)).toBeUndefined();
  keepUnsaved(ref, copy('other tab'));
  vi.stubGlobal('sessionStorage', createStorage(100));
  dropUnsaved(ref);
  expect(takeUnsaved(ref)?.files).toEqual(copy('other tab').files);
});

test('a text for which there is no room is told, and the page asks before it is left, until it is saved', () => {
  const keeper = new UnsavedKeeper(ref);
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    page.dispatchEvent(event);
    return event.defaultPrevented;
  };
  keeper.keep(copy('short'));
  expect(isAsked()).toBe(false);
  keeper.keep(copy('x'.repeat(600)));
  expect(isAsked()).toBe(true);
  expect(keeper.isKept.value).toBe(false);
  keeper.drop();
  expect(isAsked()).toBe(false);
  keeper.end();
});

describe('typing', () => {
  let keeper: UnsavedKeeper;

  beforeEach(() => {
    vi.useFakeTimers();
    keeper = new UnsavedKeeper(ref);
  });
  afterEach(() => {
    keeper.end();
    vi.useRealTimers();
  });

  const type = (keys: number) => {
    for (let key = 0; key < keys; key += 1) {
      keeper.keep(copy(`key ${key}`));
      vi.advanceTimersByTime(60);
    }
  };

  test('is kept when it pauses, and not between two keys', () => {
    type(10);
    expect(storage.items.size).toBe(0);
    vi.advanceTimersByTime(300);
    expect(takeUnsaved(ref)).toEqual(copy('key 9'));
  });

  test('that goes on is kept within two seconds', () => {
    type(33);
    expect(storage.items.size).toBe(0);
    type(2);
    expect(storage.items.size).toBe(1);
  });

  test.each([
    ['left', () => page.dispatchEvent(new Event('pagehide'))],
    ['hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'left for another view',
      () => {
        keeper.end();
      },
    ],
  ])('is kept at once when the page is %s', (_, leave) => {
    keeper.keep(copy('last key'));
    expect(storage.items.size).toBe(0);
    leave();
    expect(takeUnsaved(ref)).toEqual(copy('last key'));
  });

  test('that is saved meanwhile is not kept afterwards', () => {
    keeper.keep(copy('saved'));
    keeper.drop();
    vi.advanceTimersByTime(1_000);
    page.dispatchEvent(new Event('pagehide'));
    expect(takeUnsaved(ref)).toBeUndefined();
  });
});

test.each(['', '{', 'null', '{"files":null,"at":1}', '{"files":{"a":1},"at":1}', '{"files":{}}'])(
  'the stored text %j, which is no copy, is none',
  (text) => {
    storage.items.set('ringflow.unsaved.default/desk#1-2', text);
    expect(takeUnsaved(ref)).toBeUndefined();
  },
);
