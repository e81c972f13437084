/** Settings of a flow that its menus and actions fall back on. */
import type { Fields } from '../reading/index.ts';
import { readConstant, readNumber } from './read-values.ts';

export interface Defaults {
  repeats: number;
  /** ms */
  selection: number;
  hasExtensions: boolean;
  noEntry: number | undefined;
  /** Word of an action → ms until a call is given up. */
  connect: ReadonlyMap<string, number>;
  /** False if the flow does not listen to speech. */
  hearsSpeech: boolean;
}

/** The product's own: a menu is repeated three times, and waits ten seconds for a key. */
const product = { repeats: 3, selection: 10_000, hasExtensions: true };

export function readDefaults(flow: Fields, keep: (fields: Fields) => void): Defaults {
  const read = (name: string, of: Fields = flow) => {
    const fields = of.fields(name);
    keep(fields);
    return fields;
  };
  const menu = read('settingsMenu');
  const actions = read('settingsActionDefaults');
  const collect = read('collectInput', actions);
  const connect = new Map<string, number>();
  for (const word of ['transferToUser', 'transferToNumber', 'transferToGroup', 'transferToFlowSecure']) {
    const timeout = readNumber(read(word, actions).node('connectTimeout'));
    if (timeout !== undefined) connect.set(word, timeout);
  }
  actions.ignore(
    'playAudioOnSilence',
    'detectSilence',
    'callData',
    'dialByExtension',
    'callBridge',
    'callBridgeAction',
  );
  const speech = read('settingsSpeechRec');
  speech.ignore(
    'completeMatchTimeout',
    'incompleteMatchTimeout',
    'maxSpeechLengthTimeout',
    'minConfidenceLevel',
  );
  speech.ignore('asrCompanyDir', 'suppressRecording');
  return {
    ...readMenuSettings(menu, product),
    noEntry: readNumber(collect.node('noEntryTimeout')),
    connect,
    hearsSpeech: readConstant(speech.node('asrEnabledOnFlow')) !== 'false',
  };
}

type MenuSettings = Pick<Defaults, 'repeats' | 'selection' | 'hasExtensions'>;

/** Reads settings of menus; what has no value falls back. */
export function readMenuSettings(fields: Fields, fallback: MenuSettings): MenuSettings {
  const extensions = readConstant(fields.node('listenForExtensionDialing'));
  fields.ignore('extensionDialingMaxDelay');
  return {
    repeats: readNumber(fields.node('repeatCount')) ?? fallback.repeats,
    selection: readNumber(fields.node('menuSelectionTimeout')) ?? fallback.selection,
    hasExtensions: extensions === undefined ? fallback.hasExtensions : extensions === 'true',
  };
}
