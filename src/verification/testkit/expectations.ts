/** Plays the expectations about the flow. */
import { renderCommand, matchesCommand } from './command-pattern.ts';
import type { CommandPattern, Move } from './scenario.ts';
import { renderWaitLimit, listEnteredSteps, waitFor } from './scene.ts';
import type { Miss, MovesOf, Scene } from './scene.ts';
import { findVariable, readVariable } from './parts.ts';
import type { PlayedCall } from './simulation.ts';
import { findSms, renderSentMessages, renderSms } from './sms-moves.ts';
import { formatSinceStart } from './time.ts';
import { findRequest, createNotSentMiss } from './web-moves.ts';

/** Expectations about commands, requests, steps, outcomes, variables and the end. */
export const expectations: MovesOf<Extract<Move['kind'], `expects_${string}`>> = {
  expects_command(scene, { command }) {
    const { call } = scene;
    const index = awaitIndex(call, () =>
      call.commands.findIndex((sent, at) => at >= scene.commands && matchesCommand(sent, command)),
    );
    if (index < 0) return notCommanded(scene, command);
    scene.commands = index + 1;
    return undefined;
  },

  expects_sms(scene, { sms }) {
    const { call } = scene;
    const index = awaitIndex(call, () => findSms(call, sms, scene.commands));
    if (index < 0)
      return {
        message: `the flow did not send ${renderSms(sms)} ${renderWaitLimit(call)}`,
        hint: renderSentMessages(call),
      };
    scene.commands = index + 1;
    return undefined;
  },

  expects_outcome({ call }, { name }) {
    const { milestones } = call.record.context;
    const isReached = () => call.record.context.milestones.includes(name);
    waitFor(call, () => isReached() || call.hasEnded);
    if (isReached()) return undefined;
    const hint = milestones.length === 0 ? 'it has reached none' : `it has reached ${milestones.join(', ')}`;
    return { message: `the call did not reach the outcome "${name}" ${renderWaitLimit(call)}`, hint };
  },

  expects_http(scene, { request }) {
    const { call } = scene;
    const index = awaitIndex(call, () => findRequest(call, request, scene.requests));
    if (index < 0) return createNotSentMiss(call, request, renderWaitLimit(call));
    scene.requests = index + 1;
    return undefined;
  },

  expects_step(scene, { step }) {
    const { call } = scene;
    const next = () => listEnteredSteps(call).indexOf(step, scene.steps);
    waitFor(call, () => next() >= 0 || call.record.context.step === step || call.hasEnded);
    const index = next();
    if (index >= 0) scene.steps = index + 1;
    if (index >= 0 || call.record.context.step === step) return undefined;
    const hint = `it entered ${listEnteredSteps(call).join(', ')}`;
    return { message: `the flow did not reach step "${step}" ${renderWaitLimit(call)}`, hint };
  },

  expects_end({ call }, { reason }) {
    if (!call.runUntil(() => call.hasEnded, Infinity)) return neverEnded(call);
    const found = call.record.context.call.reason;
    return found === reason ? undefined : { message: `the call ended as "${found}", not "${reason}"` };
  },

  expects_var({ call, flow }, { variable, value }) {
    const found = readVariable(call.record.context, variable);
    if (found === value) return undefined;
    const shown = findVariable(flow, variable)?.secret === true ? 'another value' : JSON.stringify(found);
    return { message: `the variable "${variable}" is ${shown}, not ${JSON.stringify(value)}` };
  },
};

/** Lets time pass until a search finds something or the call ends; returns its index, or -1. */
function awaitIndex(call: PlayedCall, find: () => number): number {
  waitFor(call, () => find() >= 0 || call.hasEnded);
  return find();
}

/** Creates the miss for a call that should be over but is not. */
export function neverEnded(call: PlayedCall): Miss {
  const message = 'the call did not end';
  return call.isExhausted
    ? { message: `${message}: it was stopped after ${call.trace.length} events` }
    : { message };
}

function notCommanded({ call, commands }: Scene, pattern: CommandPattern): Miss {
  const message = `the flow did not send the command ${renderCommand(pattern)} ${renderWaitLimit(call)}`;
  const { startedAt } = call.record;
  const alike = call.commands.slice(commands).filter(({ kind }) => kind === pattern.kind);
  const earlier = call.commands.slice(0, commands).find((sent) => matchesCommand(sent, pattern));
  const nearest = alike.at(-1) ?? earlier;
  const when = nearest && `${renderCommand(nearest)} at ${formatSinceStart(nearest.at, startedAt)}`;
  const order = alike.length === 0 ? ', before the last expected command' : '';
  return { message, ...(when === undefined ? {} : { hint: `nearest: ${when}${order}` }) };
}
