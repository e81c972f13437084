/** Keeps a carrier from streaming call audio to hosts that flows may not use. */
import type { Command } from '../../call/index.ts';
import { CarrierError, EGRESS_DENIED, replacePerform } from '../../engine/ports/index.ts';
import type { Egress, Carrier } from '../../engine/ports/index.ts';

/**
 * Wraps a carrier with the policy. The carrier resolves names itself, so only literal addresses are checked. Broadcasts play
 * audio and cannot stream it.
 */
export function guardCarrier(carrier: Carrier, egress: Egress): Carrier {
  return replacePerform(carrier, (target, command, signal) => {
    const to = findStreamTarget(command);
    const reason = to === undefined ? undefined : findRefusal(egress, to);
    if (reason === undefined) return carrier.perform(target, command, signal);
    return Promise.reject(new CarrierError(EGRESS_DENIED, reason, { retryable: false, httpStatus: 0 }));
  });
}

function findStreamTarget(command: Command): string | undefined {
  if (command.kind === 'stream') return command.to;
  return command.kind === 'dial' && command.onConnect?.kind === 'stream' ? command.onConnect.to : undefined;
}

function findRefusal(egress: Egress, to: string): string | undefined {
  if (!URL.canParse(to)) return 'the stream URL is invalid';
  const { protocol, hostname, port } = new URL(to);
  const number = Number(port || (protocol === 'ws:' || protocol === 'http:' ? 80 : 443));
  const refused = egress.refusal(hostname, number);
  const isAddress = /^(\[.*\]|[\d.]+)$/.test(hostname);
  if (refused !== undefined || !isAddress || egress.allowsAddress(hostname, number)) return refused;
  return `${hostname} is not a public address`;
}
