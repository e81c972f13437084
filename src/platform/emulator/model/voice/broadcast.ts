/**
 * Broadcasts: many calls with one request (voice.md 1, 4, 9; observed).
 *
 * Owns the pace, the counts and the end. Does not own the calls.
 *
 * EMULATED-BROADCAST-1. Recipients are called in order, at the pace of the settings; each is retried independently.
 * EMULATED-BROADCAST-2. Each recipient is counted once: when the call has finally ended or could not be placed.
 * EMULATED-BROADCAST-3. When all are counted, `broadcastcall_complete` is sent once.
 */
import type { BroadcastCompleteNotification } from '../../../../../schemas/types/voice.ts';
import { Refusal } from '../rest/answers.ts';
import { dispatch } from '../dispatch.ts';
import type { Project } from '../project.ts';
import { formatNow, type World } from '../world.ts';
import type { Call, Echo } from './call.ts';
import { checkDestination } from './destination.ts';
import { dialOut, type DialOrder } from './line.ts';
import type { OnConnect } from './on-connect.ts';
import type { DisconnectReason } from './disconnect-reason.ts';

export interface Recipient {
  to: string;
  onConnect: OnConnect | undefined;
  /** Data echoed in this recipient's notifications. */
  echo: Echo;
}

/** A parsed broadcast request. */
export interface BroadcastOrder {
  project: Project;
  from: string;
  recipients: Recipient[];
  autoRecord: boolean;
  retry: DialOrder['retry'];
  /** Webhook for the end. */
  eventUrl: string | undefined;
  /** Webhook for the calls. */
  callUrl: string | undefined;
  /** Data echoed at the end. */
  echo: Echo & { name?: string };
}

type Counts = Required<Pick<BroadcastCompleteNotification, 'answered' | 'busy' | 'no_answer' | 'failed'>>;

interface Broadcast extends BroadcastOrder {
  id: string;
  counts: Counts;
}

/** Starts calling and returns the broadcast's id. */
export function startBroadcast(world: World, order: BroadcastOrder): string {
  const id = world.ids.next('broadcast');
  const broadcast = { ...order, id, counts: { answered: 0, busy: 0, no_answer: 0, failed: 0 } };
  callFrom(world, broadcast, 0);
  return id;
}

function callFrom(world: World, broadcast: Broadcast, index: number): void {
  const recipient = broadcast.recipients[index];
  if (recipient === undefined) return;
  const pauseMs = 1_000 / Math.min(world.settings.broadcastCallsPerSecond, MAX_CALLS_PER_SECOND);
  world.clock.plan(world.clock.now + pauseMs, () => {
    callFrom(world, broadcast, index + 1);
  });
  callRecipient(world, broadcast, recipient);
}

/** voice.md 8. */
const MAX_CALLS_PER_SECOND = 20;

function callRecipient(world: World, broadcast: Broadcast, { to, onConnect, echo }: Recipient): void {
  const { project, from, autoRecord, retry, callUrl: webhook, id } = broadcast;
  try {
    checkDestination(world, project, to);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    world.journal.write(world.clock.now, undefined, { kind: 'recipient_refused', to, code: error.code });
    countResult(world, broadcast, 'failed');
    return;
  }
  dialOut(world, {
    line: { appId: project.appId, from, to, webhook },
    echo: { ...echo, broadcast_id: id },
    autoRecord,
    onConnect,
    retry,
    whenEnded: (ended, reason) => {
      countResult(world, broadcast, classifyResult(ended, reason));
    },
  });
}

function classifyResult({ wasAnswered }: Call, reason: DisconnectReason): keyof Counts {
  if (wasAnswered) return 'answered';
  if (reason === 'User Busy') return 'busy';
  return reason === 'No Answer' ? 'no_answer' : 'failed';
}

function countResult(world: World, broadcast: Broadcast, result: keyof Counts): void {
  const { counts, recipients } = broadcast;
  counts[result]++;
  const counted = Object.values(counts).reduce((sum, some) => sum + some, 0);
  if (counted === recipients.length) notifyComplete(world, broadcast);
}

function notifyComplete(world: World, { id, project, echo, counts, recipients, eventUrl }: Broadcast): void {
  const body: BroadcastCompleteNotification = {
    broadcast_id: id,
    state: 'broadcastcall_complete',
    ...echo,
    timestamp: formatNow(world),
    total: recipients.length,
    ...counts,
  };
  dispatch(world, { appId: project.appId, url: eventUrl, about: id, body });
}
