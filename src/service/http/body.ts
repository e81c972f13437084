import { parseJson } from '../../platform/wire/index.ts';
import { Problem } from './problem.ts';

/** Decodes the body; undefined when it is empty. Throws a `Problem`, 400 `not_json`, for what is not JSON in UTF-8. */
export function decodeJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  try {
    return parseJson(body);
  } catch {
    throw new Problem('not_json', 'the body is not JSON in UTF-8');
  }
}
