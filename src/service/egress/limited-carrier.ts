/** Keeps a carrier from calling numbers that a project may not call: expensive ones above all (toll fraud). */
import type { Command } from '../../call/index.ts';
import { CarrierError, describeForbidden, NUMBER_REFUSED, replacePerform } from '../../engine/ports/index.ts';
import type { Carrier } from '../../engine/ports/index.ts';

/** Wraps a carrier so that it calls only what begins with one of these prefixes. A broadcast with another number is refused whole. */
export function limitNumbers(carrier: Carrier, prefixes: readonly string[]): Carrier {
  const check = (targets: readonly string[]) => {
    const [message] = targets.flatMap((to) => describeForbidden(to, prefixes) ?? []);
    if (message === undefined) return undefined;
    return new CarrierError(NUMBER_REFUSED, message, { retryable: false, httpStatus: 0 });
  };
  const limited = replacePerform(carrier, async (target, command, signal) => {
    const refusal = check(listTargets(command));
    if (refusal !== undefined) throw refusal;
    return carrier.perform(target, command, signal);
  });
  if (carrier.broadcast === undefined) return limited;
  return {
    ...limited,
    async broadcast(order, signal) {
      const refusal = check(order.recipients.map(({ to }) => to));
      if (refusal !== undefined) throw refusal;
      await carrier.broadcast?.(order, signal);
    },
  };
}

function listTargets(command: Command): string[] {
  if (command.kind === 'connect') return [command.to];
  if (command.kind !== 'dial') return [];
  const { to, onConnect } = command;
  return onConnect?.kind === 'connect' ? [to, onConnect.to] : [to];
}
