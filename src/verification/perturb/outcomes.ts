/**
 * Finds effects for services that depend on what should not matter: a hang-up during the last words, a delivery report
 * that never comes, a key from habit, an answering machine.
 */
import { findEnd, hasInput, listEntries, listWords } from './course.ts';
import { addressOf, isAbout, isDeed, listSent, nameRequest } from './requests.ts';
import type { Sent } from './requests.ts';
import type { CaseRun } from './run-case.ts';
import type { Compared } from './told.ts';

/** Lists what is taken back, or left behind, because the caller hangs up or a report is missing. */
export function findTakenBack(run: CaseRun, compared: Compared): string[] {
  const { perturbation } = compared;
  if (perturbation.kind === 'hang_up')
    return [...findTakenBackAfterWords(run, compared), ...findLeftBehind(run, compared)];
  if (perturbation.kind === 'service' && perturbation.answer === 'hung_up')
    return findUnrecorded(run, perturbation.request, compared);
  return findTakenBackUnreported(run, compared);
}

function listDeletions(run: CaseRun): Sent[] {
  return listSent(run).filter(({ request }) => request.method === 'DELETE');
}

function isNew({ request }: Sent, undisturbed: CaseRun): boolean {
  return !listDeletions(undisturbed).some((one) => addressOf(one.request.url) === addressOf(request.url));
}

/** The caller hears that something is done, hangs up before the last word, and it is taken back. */
function findTakenBackAfterWords(run: CaseRun, { undisturbed, pool }: Compared): string[] {
  const left = findEnd(run);
  const isSmooth = pool.some((one) => one.run === undisturbed && one.isSmooth);
  if (left === undefined || !isSmooth || hasInput(undisturbed, left)) return [];
  const heardFrom = findLastAnswer(undisturbed);
  if (heardFrom > left || listWords(run, heardFrom).length === 0) return [];
  return listDeletions(run).flatMap((deletion) => {
    const made = listSent(run).find(
      ({ request, result, answeredAt }) =>
        result === 'done' &&
        ['PUT', 'POST'].includes(request.method) &&
        answeredAt <= left &&
        isAbout(deletion.request, request),
    );
    if (made === undefined || deletion.at < left || !isNew(deletion, undisturbed)) return [];
    return [
      `the caller hears the last words and hangs up, and the flow then sends ${nameRequest(deletion.request)}, which takes back ${nameRequest(made.request)}`,
    ];
  });
}

/** Returns when the last change of a call was answered before its end. */
function findLastAnswer(run: CaseRun): number {
  const end = findEnd(run) ?? Infinity;
  const changes = listSent(run).filter(({ request, at }) => request.method !== 'GET' && at < end);
  return Math.max(0, ...changes.map(({ answeredAt }) => answeredAt));
}

/** The caller hangs up, and nothing gives back what every other call gives back or uses. */
function findLeftBehind(run: CaseRun, { undisturbed, pool }: Compared): string[] {
  const left = findEnd(run) ?? 0;
  return listSent(run).flatMap((made) => {
    if (made.request.method !== 'POST' || made.result !== 'done' || made.answeredAt > left) return [];
    const given = listDeletions(undisturbed).find((one) => isPartOf(one, made));
    if (given === undefined || hasFollowUp(run, made)) return [];
    const others = pool.filter((one) => one.isSmooth).map((one) => one.run);
    const isAlways = others.every((one) =>
      listSent(one)
        .filter((sent) => sent.result === 'done' && nameRequest(sent.request) === nameRequest(made.request))
        .every((sent) => hasFollowUp(one, sent)),
    );
    if (!isAlways) return [];
    return [
      `${nameRequest(made.request)} is carried out, the caller hangs up, and nothing gives it back, as ${nameRequest(given.request)} does in other calls`,
    ];
  });
}

/**
 * The caller hangs up while a service is carrying something out, and the finalizer sends nothing, although it does after
 * calls in which the answer came.
 */
function findUnrecorded(run: CaseRun, number: number, { undisturbed }: Compared): string[] {
  const sent = listSent(undisturbed)[number - 1];
  if (sent?.result !== 'done' || !isDeed(sent, undisturbed)) return [];
  const recorded = findAfterEnd(undisturbed);
  if (recorded === undefined || findAfterEnd(run) !== undefined) return [];
  return [
    `${nameRequest(sent.request)} is carried out, the caller hangs up before the answer, and the finalizer does not send ${nameRequest(recorded.request)}, as it does in other calls`,
  ];
}

/** Finds the first change that a finalizer sends. */
function findAfterEnd(run: CaseRun): Sent | undefined {
  const end = findEnd(run) ?? Infinity;
  return listSent(run).find(({ at, request }) => at >= end && request.method !== 'GET');
}

function isPartOf(sent: Sent, made: Sent): boolean {
  return (
    sent.number > made.number && addressOf(sent.request.url).startsWith(`${addressOf(made.request.url)}/`)
  );
}

function hasFollowUp(run: CaseRun, made: Sent): boolean {
  return listSent(run).some((sent) => sent.request.method !== 'GET' && isPartOf(sent, made));
}

/** A message arrived, its report did not, and something is taken back. */
function findTakenBackUnreported(run: CaseRun, { perturbation, undisturbed }: Compared): string[] {
  if (perturbation.kind !== 'drop' && perturbation.kind !== 'delay') return [];
  const lost = undisturbed.commits.find(({ trace }) => trace.seq === perturbation.event)?.trace.event;
  if (lost?.type !== 'delivery') return [];
  return listDeletions(run)
    .filter((deletion) => isNew(deletion, undisturbed))
    .map(
      ({ request }) =>
        `the text message arrives, but no report of it in time, as in some networks, and the flow sends ${nameRequest(request)}`,
    );
}

/** Lists effects of a key that was pressed from habit, or twice, before the next question was heard. */
export function findHastyAnswers(run: CaseRun, { perturbation, undisturbed }: Compared): string[] {
  if (perturbation.kind !== 'press') return [];
  const after = run.commits.filter(({ trace }) => trace.seq > perturbation.pressAfter);
  const taken = after.findIndex(({ trace: { event } }) => event.type === 'digits');
  const choice = after[taken];
  const note = choice?.trace.notes.find(({ kind }) => kind === 'outcome');
  if (choice === undefined || note?.kind !== 'outcome') return [];
  const { step, flow } = choice.before?.context ?? { step: '', flow: '' };
  if (run.flow.part(flow).flow.steps[step]?.verb !== 'menu') return [];
  const next =
    after.slice(taken + 1).find(({ trace }) => trace.event.type === 'digits')?.trace.at ?? Infinity;
  const from = choice.trace.at;
  // Callers may know the menus and press ahead; what is taken away for good needs a question that is heard.
  const isMeant = (sent: Sent) =>
    perturbation.keys === '#' ? isDeed(sent, run) : sent.request.method === 'DELETE';
  const deed = listSent(run).find((sent) => sent.at >= from && sent.at <= next && isMeant(sent));
  const isNewDeed =
    deed !== undefined &&
    !listSent(undisturbed).some(({ request }) => nameRequest(request) === nameRequest(deed.request));
  if (!isNewDeed) return [];
  return [
    `${perturbation.keys}, pressed without need behind an answer, answers the question of step "${step}" before it is heard, and the flow sends ${nameRequest(deed.request)}`,
  ];
}

/** Lists outcomes that an answering machine gets as if a person had chosen them. */
export function findChoicesOfMachines(run: CaseRun, { perturbation, pool }: Compared): string[] {
  if (perturbation.kind !== 'mailbox') return [];
  // Whoever talked with the machine knows what came of it.
  if (listEntries(run, 'bridged').length > 0) return [];
  const smooth = pool.filter((one) => one.isSmooth).map((one) => one.run);
  return listMilestones(run).flatMap((name) => {
    const reaching = smooth.filter((one) => listMilestones(one).includes(name));
    const isChosen = reaching.some((one) => hasInput(one, 0) && !hasMiss(one));
    if (!isChosen || !smooth.some((one) => hasInput(one, 0) && !reaching.includes(one))) return [];
    return [
      `an answering machine, which presses no key, gets the outcome "${name}", as if a person had chosen it`,
    ];
  });
}

function listMilestones({ commits }: CaseRun): string[] {
  return commits.flatMap(({ trace }) =>
    trace.notes.flatMap((note) => (note.kind === 'milestone' ? [note.name] : [])),
  );
}

function hasMiss({ commits }: CaseRun): boolean {
  return commits.some(({ trace }) =>
    trace.notes.some(({ kind }) => ['no_input', 'no_match', 'unrecognized'].includes(kind)),
  );
}
