/** What the outcomes of verbs mean, as the descriptions of the schema say it. */

/** Meanings of outcomes that many verbs share. */
export const SHARED_MEANINGS: Readonly<Record<string, string>> = {
  done: 'it is done',
  filled: 'an input fits',
  otherwise: 'no condition is true',
  busy: 'the line is busy',
  no_answer: 'nobody answers in time',
  failed: 'it cannot be done',
};

/** Splits a description that ends in `Outcomes: done, failed (why).` into the purpose of the verb and its outcomes. */
export function splitDescription(description: string): { does: string; meanings: Map<string, string> } {
  const [sentence = '', list = ''] = /\s*Outcomes?(?: [^:.]*)?: (.*)\.$/.exec(description) ?? [];
  const named = [...list.matchAll(/(?<=^|, )([a-z_]+)(?: \(([^)]*)\))?(?=, |$)/g)];
  return {
    does: sentence === '' ? description : description.replace(sentence, ''),
    meanings: new Map(named.map(([, name = '', meaning]) => [name, meaning ?? SHARED_MEANINGS[name] ?? ''])),
  };
}
