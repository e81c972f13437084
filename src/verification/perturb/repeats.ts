/**
 * Finds effects that happen twice without anybody's wish: nobody pressed or said anything in between.
 *
 * Does not claim: that a request by GET, PUT or DELETE, or one with the same Idempotency-Key, has an effect twice.
 */
import type { Command } from '../../call/index.ts';
import { hasInput } from './course.ts';
import type { Perturbation } from './perturbation.ts';
import { listSent, nameRequest, readKey } from './requests.ts';
import type { Sent } from './requests.ts';
import type { CaseRun } from './run-case.ts';

/** Number of refusals of the same command after which a flow only repeats itself. */
const MAX_REFUSALS = 50;

/** Lists requests that a service may carry out twice. */
export function findRepeatedRequests(run: CaseRun): string[] {
  const sent = listSent(run);
  return sent.flatMap((second, index) => {
    const first = sent.slice(0, index).find((one) => isRepetition(one, second, run));
    if (first === undefined) return [];
    const how = first.result === 'done' ? 'is carried out' : 'may have been carried out';
    return [
      `${nameRequest(first.request)} ${how}, and is sent again by ${renderStep(second)} without the same Idempotency-Key`,
    ];
  });
}

function renderStep({ step }: Sent): string {
  return `step "${step.slice(step.indexOf('/') + 1)}"`;
}

function isRepetition(first: Sent, second: Sent, run: CaseRun): boolean {
  const [one, other] = [first.request, second.request];
  if (one.method !== 'POST' || other.method !== 'POST' || one.url !== other.url) return false;
  // The engine's own retries are judged by validate.
  if (second.attempt > 1) return false;
  if (first.result !== 'in_doubt' && first.result !== 'done') return false;
  // A step that asks the same again after an answer waits for a result.
  if (first.result === 'done' && first.step === second.step) return false;
  const key = readKey(one);
  if (key !== undefined && key === readKey(other)) return false;
  return isSameContent(one.body, other.body) && !hasInput(run, first.at, second.at);
}

/** True if two bodies are the same, or one has at least two fields and the other has the same and more. */
function isSameContent(one = '', other = ''): boolean {
  if (one === other) return true;
  const [fields, more] = [readFields(one), readFields(other)].sort((a, b) => a.length - b.length);
  return fields !== undefined && fields.length >= 2 && fields.every((field) => more?.includes(field));
}

function readFields(body: string): string[] {
  try {
    const content: unknown = JSON.parse(body);
    if (typeof content !== 'object' || content === null) return [];
    return Object.entries(content).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  } catch {
    return [];
  }
}

/** Lists text messages that somebody gets twice. */
export function findRepeatedMessages(run: CaseRun, perturbation?: Perturbation): string[] {
  const sent = listMessages(run, perturbation);
  return sent.flatMap(({ command, at }, index) => {
    const content = toContent(command);
    const first = sent.slice(0, index).find((one) => toContent(one.command) === content);
    if (first === undefined || hasInput(run, first.at, at)) return [];
    return ['the same text message is sent twice, without a wish of the caller in between'];
  });
}

interface Message {
  command: Command;
  at: number;
}

/** Lists the messages that the platform took. */
function listMessages({ commits, carriedOut }: CaseRun, perturbation?: Perturbation): Message[] {
  const failed = listFailures(commits);
  return commits.flatMap(({ commands, trace: { at } }) =>
    commands
      .filter(({ kind, number }) => kind === 'sms' && carriedOut.has(number))
      .filter(({ number }) => !failed.has(number) || isInDoubt(number, failed.get(number), perturbation))
      .map((command) => ({ command, at })),
  );
}

/** True if a command failed for lack of an answer, although the platform had carried it out. */
function isInDoubt(number: number, code: string | undefined, perturbation?: Perturbation): boolean {
  return (
    code === 'timeout' &&
    perturbation?.kind === 'unanswered' &&
    perturbation.command === number &&
    perturbation.done
  );
}

/** Maps commands that failed to their codes. */
function listFailures(commits: CaseRun['commits']): Map<number, string> {
  return new Map(
    commits.flatMap(({ trace: { event } }) =>
      event.type === 'command_failed' ? [[event.number, event.failure.code] as const] : [],
    ),
  );
}

/** Returns what the receiver of a command notices of it. */
function toContent(command: Command): string {
  if (command.kind === 'sms') return JSON.stringify([command.template, command.recipients]);
  const { number: _number, id: _id, ...content } = command;
  return JSON.stringify(content);
}

/** Lists commands that the flow sends again and again, although the platform refuses them. */
export function findCommandsInVain({ commits }: CaseRun): string[] {
  const failed = listFailures(commits);
  const refused = commits.flatMap(({ commands }) => commands.filter(({ number }) => failed.has(number)));
  const groups = Map.groupBy(refused, toContent);
  return [...groups.values()]
    .filter((alike) => alike.length >= MAX_REFUSALS)
    .map((alike) => {
      const [first] = alike;
      return `${first?.kind ?? ''} is sent ${alike.length} times, although the platform refuses it each time; meanwhile nobody hears anything`;
    });
}
