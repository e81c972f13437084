/** A number's greeting: the platform plays it by itself once a call to the number is accepted (observed). */
import type { Greeting } from '../settings.ts';
import type { World } from '../world.ts';
import type { Call } from './call.ts';
import type { Media } from './play-order.ts';
import { startPlay } from './playback.ts';

/**
 * Plays the greeting of the number that was called, if it has one. It is a play like any other that does not listen, but
 * has no `prompt_ref`: it ends with `playfinished`, and until then another play is refused with 6122.
 */
export function playGreeting(world: World, call: Call): void {
  const greeting = world.directory.greetingAt(call.to);
  if (greeting === undefined) return;
  const { speechStartMs } = world.settings;
  const silent = { promptRef: undefined, dtmf: false, asr: false, interrupt: true, speechStartMs };
  startPlay(world, call, { media: toMedia(greeting), ...silent });
}

function toMedia(greeting: Greeting): Media {
  if (typeof greeting === 'string') return { kind: 'text', text: greeting };
  return 'prompt' in greeting ? { kind: 'stored', name: greeting.prompt } : { kind: 'text', ...greeting };
}
