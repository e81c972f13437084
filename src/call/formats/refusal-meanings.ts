/**
 * The meanings of refusals in traces of earlier releases, which hold the platform's code alone. Frozen: a refusal of today
 * carries its meaning.
 */
type OldMeaning = 'party_talks' | 'not_bridged' | 'already_recording' | 'name_taken' | 'busy_with_play';

const oldMeanings: Readonly<Record<string, Readonly<Record<string, OldMeaning>>>> = {
  play: { 6112: 'party_talks', 6122: 'busy_with_play' },
  record: { 408: 'already_recording', 409: 'not_bridged', 6137: 'name_taken' },
};

/** Returns the meaning of a refusal by the kind of its command and the platform's code, if it has one. */
export function findOldMeaning(kind: string, code: string): OldMeaning | undefined {
  return oldMeanings[kind]?.[code];
}
