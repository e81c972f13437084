/** Writes texts so that they are spoken: a single word in lower case would be the name of a prompt. */
import type { Step } from '../../../schemas/types/flow.ts';
import type { Draft } from '../project/index.ts';

/** Members that hold what is spoken, of any step. */
const SPOKEN = new Set(['say', 'hangup', 'prompt', 'no_input', 'no_match', 'filler']);
const NAME = /^[a-z][a-z0-9_]*$/;

/** Returns the steps with such words written as texts. */
export function makeSpeakable({ steps, prompts = {} }: Draft['flow']): Record<string, Step> {
  const isName = (text: string) => NAME.test(text) && !Object.hasOwn(prompts, text);
  const change = (spoken: unknown): unknown => {
    if (typeof spoken === 'string') return isName(spoken) ? { text: spoken } : spoken;
    return Array.isArray(spoken) ? spoken.map(change) : spoken;
  };
  const changeMembers = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        SPOKEN.has(name) ? change(inner) : changeMembers(inner),
      ]),
    );
  };
  return Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, changeMembers(step) as Step]));
}
