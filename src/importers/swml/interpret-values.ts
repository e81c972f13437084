/** What statements do with values: variables that are set, parameters that are handed on, sounds that are heard. */
import type { Effect } from '../../verification/compare/index.ts';
import type { CallState } from './call-state.ts';
import { toRecord, withValue } from './call-state.ts';
import type { Evaluation } from './evaluate.ts';
import type { Destination, Sound, Statement } from './model.ts';
import { DEFAULT_LANGUAGE } from './prompts.ts';

type Values = CallState['variables'];
type Does<Kind extends Statement['does']['kind']> = Statement['does'] & { kind: Kind };

export function setValues(from: Values, { assignments }: Does<'set'>, now: Evaluation): Values {
  return assignments.reduce((values, [name, data]) => withValue(values, toPath(name), now.data(data)), from);
}

export function unsetValues(from: Values, { names }: Does<'unset'>): Values {
  return names.reduce((values, name) => withValue(values, toPath(name), undefined), from);
}

export function readParams(
  to: Destination,
  now: Evaluation,
): Record<string, ReturnType<Evaluation['value']>> {
  return toRecord(to.params.map(([name, data]) => [name, now.data(data)]));
}

export function hearSounds(sounds: readonly Sound[], now: Evaluation): Effect[] {
  return sounds.flatMap((sound): Effect[] => {
    if (sound.kind === 'say')
      return [{ kind: 'heard', text: now.text(sound.text), language: sound.language ?? DEFAULT_LANGUAGE }];
    return sound.kind === 'audio' ? [{ kind: 'heard_audio', audio: now.text(sound.url) }] : [];
  });
}

/** True if a file is to be heard whose address is empty. */
export function hasNoAddress(effect: Effect): boolean {
  return effect.kind === 'heard_audio' && effect.audio === '';
}

function toPath(name: string): string[] {
  return name.replace(/^vars\./, '').split('.');
}
