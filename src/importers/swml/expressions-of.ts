/** Lists the expressions and values of a statement. */
import type { Data, Does, Embedded, Sound, Template } from './model.ts';
import { listEmbedded } from './templates.ts';

/** Lists the expressions that a statement evaluates itself, without those of the blocks inside. */
export function listEmbeddedOf(does: Does): Embedded[] {
  switch (does.kind) {
    case 'play':
      return fromSounds(does.sounds);
    case 'prompt':
      return fromSounds(does.sounds);
    case 'connect':
      return [
        ...does.parties.flatMap((party) => (party.kind === 'address' ? fromText(party.to) : [])),
        ...fromText(does.from),
        ...fromValues(does.after?.params),
      ];
    case 'request':
      return [
        ...fromText(does.url),
        ...does.headers.flatMap(([, value]) => fromText(value)),
        ...(does.body === undefined ? [] : listEmbedded(does.body)),
      ];
    case 'set':
      return fromValues(does.assignments);
    case 'switch':
      return [does.value];
    case 'cond':
      return does.ways.map(({ when }) => when);
    case 'goto':
      return does.when === undefined ? [] : [does.when];
    case 'execute':
    case 'transfer':
      return fromValues(does.to.params);
    case 'return':
      return does.value === undefined ? [] : listEmbedded(does.value);
    case 'sms':
      return [...fromText(does.to), ...fromText(does.from), ...fromText(does.body)];
    case 'stream':
      return fromText(does.to);
    default:
      return [];
  }
}

function fromText(text: Template | undefined): Embedded[] {
  return text === undefined ? [] : listEmbedded({ kind: 'text', text });
}

function fromSounds(sounds: readonly Sound[]): Embedded[] {
  return sounds.flatMap((sound) =>
    sound.kind === 'say' ? fromText(sound.text) : sound.kind === 'audio' ? fromText(sound.url) : [],
  );
}

function fromValues(values: readonly (readonly [string, Data])[] = []): Embedded[] {
  return values.flatMap(([, value]) => listEmbedded(value));
}
