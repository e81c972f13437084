import type { Reference } from '../types.ts';

/** True for text that is read out as it is written; what stands under `url` or `ssml` is not. */
export function isSpokenText({ kind, path }: Reference): boolean {
  const key = path.at(-1);
  if (kind === 'prompt') return true;
  if (path[0] === 'prompts') return key !== 'url' && key !== 'ssml' && key !== 'stored';
  return key === 'text' && path[2] !== 'http';
}
