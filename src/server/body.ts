import { Problem } from './problem.ts';

/** The decoded body; undefined when it is empty. Refuses what is not JSON. */
export function fromJson(body: unknown): unknown {
  if (typeof body !== 'string' || body.trim() === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw new Problem(400, 'not_json', 'the body is not JSON');
  }
}
