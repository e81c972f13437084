/**
 * Finds words that are not so, as far as effects decide it: a caller hears exactly what callers hear for whom the same
 * failed, although for this caller it was done.
 *
 * Does not claim: that words are right otherwise. Words after a failure that are also heard after a success say nothing.
 */
import { hasInput, isSame, listEntries, listWords, quoteWords } from './course.ts';
import type { Perturbation } from './perturbation.ts';
import { classifyRefusal, refusalsOf } from './refusals.ts';
import { findLastAttempt, isDeed, listSent, nameRequest } from './requests.ts';
import type { Sent } from './requests.ts';
import type { CaseRun } from './run-case.ts';

/** A run with its undisturbed run, and runs with other perturbations of the same case. */
export interface Compared {
  perturbation: Perturbation;
  undisturbed: CaseRun;
  refer: (perturbation: Perturbation) => CaseRun;
  /** Undisturbed runs of all cases of the flow. */
  pool: readonly PoolRun[];
}

/** An undisturbed run of a case. */
export interface PoolRun {
  run: CaseRun;
  /** True if everything works, and the caller does not hang up. */
  isSmooth: boolean;
}

/** Lists false words. */
export function findFalseWords(run: CaseRun, compared: Compared): string[] {
  const { perturbation } = compared;
  if (perturbation.kind === 'service' && perturbation.answer === 'lost')
    return findDoubtTold(run, perturbation.request, compared);
  if (
    perturbation.kind === 'service' &&
    (perturbation.answer === 'refused' || perturbation.answer === 'fails')
  )
    return findRefusalCounted(run, perturbation.request, compared);
  if (perturbation.kind === 'withheld') return findWithheldTold(run, compared);
  if (perturbation.kind !== 'refuse') return [];
  const failed = findRefusal(run, perturbation.command);
  if (failed === undefined) return [];
  return [...findDeedDenied(run, failed.at, compared), ...findTalkDenied(run, compared)];
}

interface Refused {
  kind: string;
  at: number;
}

/** Finds a refused command other than one without which nothing can be said. */
function findRefusal({ commits }: CaseRun, number: number): Refused | undefined {
  for (const { trace } of commits) {
    const { event } = trace;
    if (event.type !== 'command_failed' || event.number !== number) continue;
    if (['play', 'accept', 'dial', 'hangup'].includes(event.kind) || event.failure.callEnded)
      return undefined;
    return { kind: event.kind, at: trace.at };
  }
  return undefined;
}

/** A service did something, a later command was refused, and the caller hears that the service refused it. */
function findDeedDenied(run: CaseRun, at: number, { undisturbed, refer }: Compared): string[] {
  return listSent(run).flatMap((sent) => {
    if (sent.result !== 'done' || sent.answeredAt > at || !isDeed(sent, undisturbed)) return [];
    const words = listWords(run, sent.answeredAt);
    if (words.length === 0 || isSame(words, listWords(undisturbed, sent.answeredAt))) return [];
    if (isConnected(run, at)) return [];
    const isAfter = (answer: 'refused' | 'fails') =>
      isSame(words, listWordsAfter(refer(toService(sent, answer)), sent.number));
    const as = isAfter('refused') ? 'refused it' : isAfter('fails') ? 'failed' : undefined;
    if (as === undefined) return [];
    return [
      `${nameRequest(sent.request)} is carried out, but the caller hears ${quoteWords(words)}, as if the service had ${as}`,
    ];
  });
}

/** True if the call still tries to reach somebody, who can say what is so. */
function isConnected(run: CaseRun, from: number): boolean {
  return listEntries(run, 'connecting').some(({ at }) => at >= from);
}

function toService({ number }: Sent, answer: 'refused' | 'fails'): Perturbation {
  return { kind: 'service', request: number, answer };
}

/** Lists the words after the answer to a request. */
function listWordsAfter(run: CaseRun, number: number): string[] {
  const last = findLastAttempt(listSent(run), number);
  return last === undefined || last.answeredAt === Infinity ? [] : listWords(run, last.answeredAt);
}

/** Two people talked, a command was refused, and the caller hears that nobody could be reached. */
function findTalkDenied(run: CaseRun, { undisturbed, refer }: Compared): string[] {
  const talk = findTalk(run);
  if (talk === undefined) return [];
  const words = listWords(run, talk.at);
  const usual = findTalk(undisturbed);
  if (words.length === 0 || usual === undefined || isSame(words, listWords(undisturbed, usual.at))) return [];
  const connect = undisturbed.commits
    .filter(({ trace }) => trace.at <= usual.at)
    .flatMap(({ commands }) => commands.filter(({ kind }) => kind === 'connect'))
    .at(-1);
  const code = refusalsOf.connect.find((one) => classifyRefusal('connect', one) === 'final');
  if (connect === undefined || code === undefined) return [];
  const unreached = refer({ kind: 'refuse', command: connect.number, code });
  const failed = unreached.commits.find(
    ({ trace: { event } }) => event.type === 'command_failed' && event.number === connect.number,
  );
  if (failed === undefined || !isSame(words, listWords(unreached, failed.trace.at))) return [];
  return [
    `the caller has talked with somebody, but then hears ${quoteWords(words)}, as if nobody had been reached`,
  ];
}

/** Finds the end of the first conversation. */
function findTalk(run: CaseRun): { at: number } | undefined {
  const begun = listEntries(run, 'bridged')[0];
  return begun && listEntries(run, 'bridge_ended').find(({ at }) => at >= begun.at);
}

/** An answer is lost, and the caller hears that the service refused, unlike after other failures. */
function findDoubtTold(run: CaseRun, number: number, { undisturbed, refer }: Compared): string[] {
  const sent = listSent(undisturbed)[number - 1];
  if (sent?.result !== 'done' || !isDeed(sent, undisturbed)) return [];
  const words = listWordsAfter(run, number);
  if (words.length === 0 || isSame(words, listWordsAfter(undisturbed, number))) return [];
  const [refused, failed] = (['refused', 'fails'] as const).map((answer) =>
    listWordsAfter(refer(toService(sent, answer)), number),
  );
  if (refused === undefined || failed === undefined || failed.length === 0) return [];
  if (!isSame(words, refused) || isSame(words, failed)) return [];
  return [
    `${nameRequest(sent.request)} is carried out and answered too late, but the caller hears ${quoteWords(words)}, as if the service had refused it`,
  ];
}

/**
 * A service refuses a change, and the call notes the same outcome at once as after the change was made, and tells the caller
 * the same but for the values that the service did not give. A change that is made otherwise, or that the caller asks for
 * again, is another matter.
 */
function findRefusalCounted(run: CaseRun, number: number, { undisturbed }: Compared): string[] {
  const made = listSent(undisturbed)[number - 1];
  const refused = findLastAttempt(listSent(run), number);
  if (made?.result !== 'done' || !isDeed(made, undisturbed) || refused === undefined) return [];
  const outcome = findOutcomeOf(made, undisturbed);
  if (outcome === undefined || findOutcomeOf(refused, run) !== outcome) return [];
  const [words, usual] = [listWords(run, refused.answeredAt), listWords(undisturbed, made.answeredAt)];
  if (words.length !== usual.length || isSame(words, usual)) return [];
  return [
    `${nameRequest(made.request)} is refused, and yet the call notes the outcome "${outcome}", and the caller hears ${quoteWords(words)}`,
  ];
}

/** Returns the outcome that a call notes after a request, before anything else is sent or answered. */
function findOutcomeOf({ number, answeredAt }: Sent, run: CaseRun): string | undefined {
  const next = listSent(run).find((sent) => sent.number > number)?.at ?? Infinity;
  const noted = run.commits.find(
    ({ trace: { at, notes } }) => at >= answeredAt && notes.some(({ kind }) => kind === 'milestone'),
  )?.trace;
  if (noted === undefined || noted.at > next || hasInput(run, answeredAt, noted.at)) return undefined;
  if (listEntries(run, 'bridged').some(({ at }) => at >= answeredAt && at <= noted.at)) return undefined;
  const note = noted.notes.find(({ kind }) => kind === 'milestone');
  return note?.kind === 'milestone' ? note.name : undefined;
}

/** A caller without a number answers questions, gets no text message, and hears that something failed. */
function findWithheldTold(run: CaseRun, { undisturbed, refer }: Compared): string[] {
  const failed = run.commits.find(
    ({ trace: { event } }) => event.type === 'command_failed' && event.kind === 'sms',
  );
  if (failed === undefined || !hasInput(run, 0, failed.trace.at)) return [];
  if (isConnected(run, failed.trace.at)) return [];
  const asked = listSent(undisturbed).findLast(
    ({ result, answeredAt }) => result === 'done' && answeredAt <= failed.trace.at,
  );
  const reached = asked && listSent(run)[asked.number - 1];
  if (asked === undefined || reached?.result !== 'done') return [];
  const words = listWords(run, reached.answeredAt);
  const isDenied = isSame(words, listWordsAfter(refer(toService(asked, 'refused')), asked.number));
  if (words.length === 0 || !isDenied || isSame(words, listWordsAfter(undisturbed, asked.number))) return [];
  return [
    `a caller without a number answers the questions, cannot get the text message, and hears ${quoteWords(words)}, as if the service had failed`,
  ];
}
