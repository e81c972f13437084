/** Describes a path as the name of its scenario: the deeds that distinguish it. */
import { deedOf } from './explore.ts';
import { isReason } from '../../call/index.ts';
import type { Edge } from './explore.ts';

/** Maximum number of deeds in a name. */
const MAX_DEEDS = 8;

/** Renders the name of a path. */
export function renderPathName(path: readonly Edge[]): string {
  const deeds = countRepeated(path.flatMap((edge) => renderEdge(edge) ?? []));
  if (deeds.length === 0) return 'the caller listens to the end';
  const told = deeds.length <= MAX_DEEDS ? deeds : ['…', ...deeds.slice(-MAX_DEEDS)];
  return told.join(', ');
}

function countRepeated(deeds: readonly string[]): string[] {
  const counted: { deed: string; times: number }[] = [];
  for (const deed of deeds) {
    const last = counted.at(-1);
    if (last?.deed === deed) last.times += 1;
    else counted.push({ deed, times: 1 });
  }
  return counted.map(({ deed, times }) => (times === 1 ? deed : `${deed} (${times} times)`));
}

function renderEdge(edge: Edge): string | undefined {
  const own = renderDeed(edge);
  const failed = edge.failed === undefined ? undefined : `the command ${edge.failed} fails`;
  return own === undefined || failed === undefined ? (own ?? failed) : `${own}, and ${failed}`;
}

const CALLEE_WORDS = {
  answers: undefined,
  busy: 'the number is busy',
  no_answer: 'nobody picks up',
  rejects: 'the call is rejected',
};

function renderDeed(edge: Edge): string | undefined {
  const deed = deedOf(edge);
  const at = ` at ${edge.from?.situation.record.context.step ?? ''}`;
  switch (deed.kind) {
    case 'presses':
      return `the caller presses ${deed.keys}${at}`;
    case 'says':
      return `the caller says "${deed.words}"${at}`;
    case 'mumbles':
      return `the caller is not understood${at}`;
    case 'stays_silent':
      return edge.notes.some(isReason) ? `the caller is silent${at}` : undefined;
    case 'message':
      return deed.speechMs === 0
        ? `the caller leaves no message${at}`
        : `the caller speaks for ${deed.speechMs / 1_000}s${at}`;
    case 'hangs_up':
      return `the caller hangs up${at}`;
    case 'texts':
      return `the caller sends a message${at}`;
    case 'callee':
      return CALLEE_WORDS[deed.does];
    case 'party':
      return renderParty(deed);
    case 'web':
      return typeof deed.answer === 'string'
        ? `${deed.request} fails (${deed.answer})`
        : deed.answer.status === undefined
          ? undefined
          : `${deed.request} answers ${deed.answer.status}`;
    case 'stream':
      return `the stream ${deed.how}`;
    case 'phone':
      return deed.does === 'fails' ? 'the message fails' : undefined;
    case 'decides':
      return deed.isOpen ? renderDecision(edge, deed.step) : undefined;
    default:
      return undefined;
  }
}

/** Renders the way that data has chosen: `closed at is_open`. */
function renderDecision({ notes }: Edge, step: string): string | undefined {
  const taken = notes.find((note) => note.kind === 'outcome' && note.step === step);
  return taken?.kind === 'outcome' ? `${taken.outcome} at ${step}` : undefined;
}

function renderParty({ number, does }: { number: string; does: string }): string | undefined {
  const words: Record<string, string> = {
    busy: 'is busy',
    no_answer: 'does not answer',
    rejects: 'rejects the call',
  };
  const told = words[does];
  return told === undefined ? undefined : `${number} ${told}`;
}
