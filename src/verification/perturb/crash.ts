/**
 * Simulates the crash of a node right after a commit and the takeover by another node: the record is loaded from the
 * store, the first command of the outbox is in doubt, the others wait behind it, and responses of web services to the
 * crashed node are lost.
 */
import type { Advance, Command } from '../../call/index.ts';
import type { Disturbance } from './disturbed-events.ts';
import { listeningTime, resolveDoubt } from './disturbed-commands.ts';
import type { Perturbation } from './perturbation.ts';

/** Crashes the node after one commit. */
export function createCrash({
  commit: number,
  command: sent,
  takeoverMs,
}: Extract<Perturbation, { kind: 'crash' }>): Disturbance {
  let crash: { at: number; nextCommand: number } | undefined;
  let lostVisit: number | undefined;
  /** The command in doubt, with the time at which it is resolved. */
  let doubt: { command: Command; lookAt: number; isSettled: boolean } | undefined;
  return {
    committed(commit) {
      if (commit.trace.seq !== number) return commit;
      crash = { at: commit.trace.at, nextCommand: commit.record.context.nextCommand };
      if (asksWeb(commit)) lostVisit = commit.record.context.visit.number;
      return sent === 'sent' ? commit : { ...commit, requests: [] };
    },
    arrives: (event) => (event.type === 'answered' && event.visit === lostVisit ? [] : [event]),
    leaves(command, call, carryOut) {
      const isLeft = crash !== undefined && command.number < crash.nextCommand;
      if (crash === undefined || doubt?.isSettled === true || !isLeft) return carryOut();
      if (doubt === undefined) {
        if (sent === 'sent') carryOut();
        doubt = { command, lookAt: crash.at + takeoverMs + listeningTime(command), isSettled: false };
      }
      if (call.now < doubt.lookAt) return 'later';
      doubt.isSettled = true;
      return resolveDoubt(command, call, carryOut);
    },
    nextAt: () => (doubt === undefined || doubt.isSettled ? undefined : doubt.lookAt),
  };
}

/** True if a web request is in flight after this commit. */
export function asksWeb({ record, requests }: Advance): boolean {
  const { attempt, outcome, pauseMs } = record.context.web;
  return requests.length > 0 || (attempt > 0 && outcome === '' && pauseMs === 0);
}
