/** Actions of people on the phone. Each returns whether it was possible. */
import { endBridge } from './bridge.ts';
import type { Call } from './call.ts';
import { areKeys, pressKeys, sayWords } from './caller-input.ts';
import { endCall, ringIn } from './line.ts';
import { speakOnMessage } from './media/message.ts';
import { formatNumber } from '../numbers.ts';
import type { Act } from '../settings.ts';
import type { World } from '../world.ts';

/** A call of somebody. */
interface Ringing {
  from: string;
  to: string;
  acts?: Act[];
  /** SIP headers by name. */
  headers?: Readonly<Record<string, string>>;
}

export class People {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Calls a number, with SIP headers where the carrier reads them, and returns the `voice_id`; undefined when the number belongs to no project. */
  ring({ from, to, acts = [], headers = {} }: Ringing, now: number): string | undefined {
    const world = this.#world;
    world.clock.runUntil(now);
    const called = world.directory.isDialable(to) ? world.directory.findLine(to) : undefined;
    if (called === undefined) return undefined;
    const { webhook, project } = called;
    const line = { appId: project.appId, from: formatNumber(from), to: formatNumber(to), webhook };
    return ringIn(world, line, { acts, headers }).voiceId;
  }

  /** Presses keys one after the other. False for a call that is not live and for invalid keys. */
  press(voiceId: string, keys: string, now: number): boolean {
    const call = this.#findLiveCall(voiceId, now);
    if (call === undefined || !areKeys(keys)) return false;
    pressKeys(this.#world, call, keys);
    return true;
  }

  /** Says something; empty text is speech that cannot be transcribed. */
  say(voiceId: string, text: string, now: number): boolean {
    const call = this.#findLiveCall(voiceId, now);
    if (call === undefined) return false;
    sayWords(this.#world, call, text);
    return true;
  }

  /** Speaks for some time into a message; without one nobody hears it. */
  speak(voiceId: string, ms: number, now: number): boolean {
    const call = this.#findLiveCall(voiceId, now);
    if (call === undefined) return false;
    speakOnMessage(this.#world, call, ms);
    return true;
  }

  /** Hangs up: the caller, or with `who: 'second'` the second party. */
  hangUp(voiceId: string, now: number, who: 'ours' | 'second' = 'ours'): boolean {
    const call = this.#findLiveCall(voiceId, now);
    if (call === undefined || (who === 'second' && call.state !== 'bridged')) return false;
    if (who === 'second') endBridge(this.#world, call, 'Normal Clearing');
    else endCall(this.#world, call, 'Normal Clearing');
    return true;
  }

  #findLiveCall(voiceId: string, now: number): Call | undefined {
    this.#world.clock.runUntil(now);
    const call = this.#world.calls.get(voiceId);
    return call?.state === 'disconnected' ? undefined : call;
  }
}
