/** Keeps the platform from streaming call audio to hosts that flows may not use. */
import type { Command } from '../../call/index.ts';
import { EGRESS_DENIED, PlatformError } from '../../engine/ports/index.ts';
import type { Egress, Platform } from '../../engine/ports/index.ts';

/** Wraps a platform with the policy. The platform resolves names itself, so only literal addresses are checked. */
export function guardPlatform(platform: Platform, egress: Egress): Platform {
  return {
    perform(target, command, signal) {
      const to = findStreamTarget(command);
      const reason = to === undefined ? undefined : findRefusal(egress, to);
      if (reason === undefined) return platform.perform(target, command, signal);
      return Promise.reject(new PlatformError(EGRESS_DENIED, reason, { retryable: false, httpStatus: 0 }));
    },
    // Broadcasts play audio and cannot stream it.
    ...(platform.broadcast && { broadcast: platform.broadcast.bind(platform) }),
    close: () => platform.close(),
  };
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
