/** Constructs of FreeSWITCH menus and what becomes of them. */
import type { MappingRow } from '../project/index.ts';

const rows = [
  {
    theirs: ['menu'],
    detail:
      '`greet-long`, `greet-short`, `invalid-sound`, `timeout`, `inter-digit-timeout`, `digit-len`, `max-failures`, `max-timeouts`',
    ours: '`menu` with `attempts: 1`; failures and time-outs are counted apart in variables, as in the original',
    grade: 'exact',
  },
  {
    theirs: ['file', 'phrase'],
    detail: 'a sound of the system: `ivr/welcome.wav`, `phrase:welcome`',
    ours: '`stored`, or the `url` of the answers',
    grade: 'near',
    reason: 'PROMPT_LIBRARY',
  },
  { theirs: ['say', 'https'], detail: '`say:` and addresses', ours: 'text, `url`', grade: 'exact' },
  { theirs: ['exit-sound'], ours: '`say` behind the outermost menu', grade: 'exact' },
  {
    theirs: ['exec-on-max-failures', 'exec-on-max-timeouts'],
    ours: 'the step of the application',
    grade: 'exact',
  },
  {
    theirs: ['pin'],
    detail: '`pin-file`, `bad-pin-file`',
    ours: '`collect` with a `pattern`, three attempts',
    grade: 'exact',
  },
  {
    theirs: ['confirm-macro'],
    detail: '`confirm-key`, `confirm-attempts`',
    ours: 'a second `menu`; the phrase cannot read the keys back',
    grade: 'near',
    reason: 'PROMPT_LIBRARY',
  },
  {
    theirs: ['tts-voice', 'tts-engine'],
    ours: '`voice` of the flow',
    grade: 'near',
    reason: 'VOICE_PER_FLOW',
  },
  { theirs: ['menu-sub'], ours: 'the steps of that menu; `run` if several menus lead to it', grade: 'exact' },
  { theirs: ['menu-back'], ours: 'the step of the menu that led here, or `return`', grade: 'exact' },
  { theirs: ['menu-top'], ours: 'the step of the first menu', grade: 'exact' },
  { theirs: ['menu-exit'], ours: '`hangup`, or `after_menu` of the answers', grade: 'exact' },
  { theirs: ['menu-play-sound'], ours: '`say`', grade: 'exact' },
  {
    theirs: ['/pattern/'],
    ours: '`extension` of the menu, or `collect`; `$0` is the saved value, `$1` a part of it',
    grade: 'exact',
  },
  { theirs: ['hangup'], ours: '`hangup`', grade: 'exact' },
  { theirs: ['sleep'], ours: '`wait`', grade: 'exact' },
  {
    theirs: ['bridge'],
    detail: 'to a number in international form or a SIP address',
    ours: '`connect`',
    grade: 'exact',
  },
  {
    theirs: ['bridge user'],
    detail: 'to an extension or over a gateway',
    ours: '`connect` to the number of the answers',
    grade: 'near',
    reason: 'DIALPLAN_ELSEWHERE',
  },
  {
    theirs: ['bridge together'],
    detail: '`bridge a,b`',
    ours: '`connect` to several numbers in turn',
    grade: 'near',
    reason: 'PARALLEL_DIAL',
  },
  {
    theirs: ['transfer'],
    ours: '`connect` to the number of the answers, in which `$0` or `$1` stands for what was keyed in',
    grade: 'near',
    reason: 'DIALPLAN_ELSEWHERE',
  },
  {
    theirs: ['transfer $1'],
    detail: '`bridge user/$1`, `$0`; each value for which the answers have a number, others are a stub',
    ours: '`switch` over the keys, `connect`',
    grade: 'near',
    reason: 'DIALPLAN_ELSEWHERE',
  },
  {
    theirs: ['transfer $1: unanswered'],
    detail: 'without a number for any value',
    grade: 'stub',
    reason: 'DIALLED_NUMBER',
  },
  { theirs: ['playback', 'speak'], ours: '`say`', grade: 'exact' },
  { theirs: ['ivr'], ours: '`run`', grade: 'exact' },
  { theirs: ['callcenter', 'fifo'], ours: '`connect`', grade: 'near', reason: 'QUEUE' },
  { theirs: ['voicemail'], grade: 'stub', reason: 'VOICEMAIL' },
  {
    theirs: ['set', 'export'],
    grade: 'near',
    reason: 'OPTION_WITHOUT_EFFECT',
    note: 'Nothing in the menu reads it.',
  },
  {
    theirs: ['record_session'],
    detail: 'a recording of the call',
    ours: 'nothing; a `record` step records what two people say',
    grade: 'near',
    reason: 'NOT_RECORDED',
  },
  { theirs: ['answer', 'log', 'info'], grade: 'dropped', reason: 'AGENT_SIDE_FLOW' },
  { theirs: ['other application'], grade: 'stub', reason: 'UNKNOWN_NODE' },
] as const satisfies readonly MappingRow[];

export const mapping: readonly MappingRow[] = rows;

export type Construct = (typeof rows)[number]['theirs'][0];

/** Returns the row of a construct. */
export function findRow(construct: Construct): MappingRow {
  const row = mapping.find(({ theirs: [first] }) => first === construct);
  if (row === undefined) throw new Error(`no row for ${construct}`);
  return row;
}
