/** Translates the words with which other systems and first guesses name the outcomes of steps. */
import { indexByWord, normalizeWord } from '../read/words.ts';

/** Our outcomes, the preferred one first → other words for them, without separators. */
type Outcomes = Record<string, string>;

const ASKING: Outcomes = {
  'silent exhausted': 'timeout timedout noinput noanswer silence nothing',
  exhausted: 'nomatch invalid wrong maxattempts toomany maxretries giveup',
};

const OUTCOMES: Record<string, Outcomes> = {
  menu: ASKING,
  collect: ASKING,
  connect: {
    no_answer: 'timeout timedout noreply unanswered ringtimeout',
    busy: 'engaged occupied',
    failed: 'unavailable congestion invalidnumber',
    bridged: 'answered connected accepted',
    completed: 'hangup ended finished success',
  },
  http: {
    ok: 'success found',
    client_error: 'notfound forbidden rejected',
    server_error: 'unavailable error',
  },
  lookup: { not_found: 'missing none unknown empty notmatched', found: 'match matched ok' },
};

const INDEXED = new Map(Object.entries(OUTCOMES).map(([verb, outcomes]) => [verb, indexByWord(outcomes)]));

/** Returns what to write for a word that is no outcome of the verb, if it means one of the legal outcomes. */
export function findOtherOutcome({
  verb,
  word,
  legal,
}: {
  verb: string;
  word: string;
  legal: readonly string[];
}): string | undefined {
  const found = INDEXED.get(verb)?.get(normalizeWord(word))?.split(' ');
  const outcome = found?.find((one) => legal.includes(one));
  if (outcome === undefined) return undefined;
  const attempts =
    Object.hasOwn(ASKING_NOTES, outcome) && OUTCOMES[verb] === ASKING ? ASKING_NOTES[outcome] : '';
  return `it is called "${outcome}" here: on: { ${outcome}: <step> }${attempts}`;
}

/** Explanations of the outcomes of a question, because other systems report each attempt. */
const ASKING_NOTES: Record<string, string> = {
  silent: '; it comes when the last attempt was silence, and "no_input" is what the caller hears before that',
  exhausted:
    '; it comes after the last attempt, and "no_input" and "no_match" are what the caller hears before that',
};
