/** What the platform did for a call, read from the emulator's journal: once each, and what it was asked to do again. */
import type { JournalEntry } from '../../src/platform/emulator/model/index.ts';

export interface Repetition {
  /** `accept`, `say …`, `connect …`, `sms` or `hangup`. */
  what: string;
  /** When it was done first, and when it was asked for again, ms since the epoch. */
  first: number;
  again: number;
}

export interface Done {
  /** In order, without repetitions. */
  deeds: string[];
  repetitions: Repetition[];
  /** Codes with which the platform refused, in order. */
  refusals: string[];
}

/** Sorts a call's journal into deeds and repetitions. Two deeds are one if they are of one command. */
export function doneFor(entries: readonly JournalEntry[]): Done {
  const first = new Map<string, number>();
  const done: Done = { deeds: [], repetitions: [], refusals: [] };
  for (const entry of entries) {
    if (entry.kind === 'request' && entry.code !== undefined) done.refusals.push(entry.code);
    const deed = deedOf(entry);
    if (deed === undefined) continue;
    const since = first.get(deed.command);
    if (since !== undefined) done.repetitions.push({ what: deed.what, first: since, again: entry.at });
    else {
      first.set(deed.command, entry.at);
      done.deeds.push(deed.what);
    }
  }
  return done;
}

/** A deed and the command that it belongs to: a call is accepted and hung up once, a play has its reference. */
function deedOf(entry: JournalEntry): { what: string; command: string } | undefined {
  switch (entry.kind) {
    case 'speech':
      // A play without words only listens.
      if (entry.text === '') return undefined;
      return { what: `say ${entry.text}`, command: entry.prompt_ref ?? '' };
    case 'connecting':
      return { what: `connect ${entry.to}`, command: `connect ${entry.to}` };
    case 'sms_accepted':
      return { what: 'sms', command: 'sms' };
    case 'request':
      return requestDeed(entry);
    default:
      return undefined;
  }
}

/** An accept or hangup that finds its work done is one that was asked for again. */
function requestDeed({ method, path, code }: Extract<JournalEntry, { kind: 'request' }>) {
  const isTaken = code === undefined;
  if (path.endsWith('/accept') && (isTaken || code === 'CALL_ALREADY_ACCEPTED'))
    return { what: 'accept', command: 'accept' };
  if (method === 'DELETE' && (isTaken || code === 'CALL_ALREADY_ENDED'))
    return { what: 'hangup', command: 'hangup' };
  return undefined;
}
