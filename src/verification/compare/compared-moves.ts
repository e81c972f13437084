/** Lists the moves with which a comparison goes on: what means something to either side, and what means nothing. */
import type { Awaits, Move, ServiceReply } from './side.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
/** Maximum number of answers of each kind that are tried at one question. */
const MAX_EXAMPLES = 24;

/** Lists the moves for what both sides wait for. */
export function listMoves(first: Awaits, second: Awaits): Move[] {
  return [...listExpected(first, second), { kind: 'hangs_up' }];
}

function listExpected(first: Awaits, second: Awaits): Move[] {
  if (first.kind === 'answer' && second.kind === 'answer') return listAnswers(first, second);
  if (first.kind === 'reply' && second.kind === 'reply')
    return listReplies([...first.replies, ...second.replies]);
  if (first.kind === 'message' && second.kind === 'message')
    return unite(first.texts, second.texts).map((text) => ({ kind: 'texts', text }));
  if (first.kind === 'party')
    return (['talked', 'busy', 'no_answer', 'failed'] as const).map((does) => ({ kind: 'party', does }));
  return first.kind === 'time' ? [{ kind: 'passes' }] : [];
}

type Answer = Extract<Awaits, { kind: 'answer' }>;

function listAnswers(first: Answer, second: Answer): Move[] {
  const keys = unite(first.keys, second.keys).slice(0, MAX_EXAMPLES);
  const other = KEYS.find((key) => !keys.some((known) => known.startsWith(key)));
  const words = unite(first.words, second.words).slice(0, MAX_EXAMPLES);
  return [
    ...unite(keys, ['*', '#'], other === undefined ? [] : [other], findOvershoot(keys)).map(
      (keys) => ({ kind: 'presses', keys }) as const,
    ),
    ...words.map((words) => ({ kind: 'says', words }) as const),
    ...(words.length > 0 ? [{ kind: 'says', words: OTHER_WORDS } as const] : []),
    { kind: 'stays_silent' },
  ];
}

/** Returns keys that begin with a known key that is the beginning of another one, and then fit neither. */
function findOvershoot(keys: readonly string[]): string[] {
  const short = keys.find((key) => keys.some((other) => other !== key && other.startsWith(key)));
  if (short === undefined) return [];
  const wrong = DIGITS.map((digit) => `${short}${digit}`).find(
    (entry) => !keys.some((key) => key.startsWith(entry)),
  );
  return wrong === undefined ? [] : [wrong];
}

const DIGITS = '0123456789'.split('');

/** Words that no flow expects. */
const OTHER_WORDS = 'purple elephants';

const FAILURES: readonly ServiceReply[] = [
  { status: 404, json: {} },
  { status: 500, json: {} },
  'timeout',
  'unreachable',
];

function listReplies(replies: readonly ServiceReply[]): Move[] {
  const all = [...replies, ...FAILURES].map((reply) => [JSON.stringify(reply), reply] as const);
  return [...new Map(all).values()].map((reply) => ({ kind: 'replies', reply }));
}

function unite(...lists: (readonly string[])[]): string[] {
  return [...new Set(lists.flat())];
}
