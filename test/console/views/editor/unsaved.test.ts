/** Unsaved text in the browser: kept until it is saved or discarded, and never overwritten by later typing (UNSAVED-1). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  dropSetAside,
  dropUnsaved,
  keepUnsaved,
  takeUnsaved,
} from '../../../../src/console/views/editor/unsaved.ts';

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
    items,
  };
}

const ref = { project: 'default', flow: 'desk' };
const copy = (text: string) => ({ files: { 'flow.yaml': text }, at: 1 });
let storage: ReturnType<typeof createStorage>;

beforeEach(() => {
  storage = createStorage(500);
  vi.stubGlobal('localStorage', storage);
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

test('a text for which there is no room is told, and the copy before it stays', () => {
  expect(keepUnsaved(ref, copy('short'))).toBe(true);
  expect(keepUnsaved(ref, copy('x'.repeat(600)))).toBe(false);
  expect(takeUnsaved(ref)).toEqual(copy('short'));
});

test.each(['', '{', 'null', '{"files":null,"at":1}', '{"files":{"a":1},"at":1}', '{"files":{}}'])(
  'the stored text %j, which is no copy, is none',
  (text) => {
    storage.items.set('ringflow.unsaved.default/desk', text);
    expect(takeUnsaved(ref)).toBeUndefined();
  },
);
