/** Applications that an entry executes: `bridge user/1000`, `transfer 1000 XML default`. */
import type { Sound, WrittenPart } from './sounds.ts';
import { parseSound } from './sounds.ts';

export type App<Played = Sound> =
  | { kind: 'hangup' }
  | { kind: 'sleep'; ms: number }
  /** Calls parties one after another. `isParallel`: the original calls them together. */
  | {
      kind: 'bridge';
      parties: readonly Party[];
      ringSeconds: number;
      isParallel: boolean;
      options: readonly string[];
    }
  /** Leaves the menu for the dial plan. */
  | { kind: 'transfer'; key: string }
  | { kind: 'queue'; name: string }
  | { kind: 'play'; sound: Played }
  /** Another menu with menus of its own. */
  | { kind: 'menu'; name: string }
  /** `number`: where the answers let such callers go. */
  | { kind: 'voicemail'; number?: string }
  /** Nothing that a caller notices. */
  | { kind: 'nothing'; name: string }
  /** Records the call from now on, unheard. */
  | { kind: 'record' }
  /** Sets something that later entries may depend on. */
  | { kind: 'option'; name: string }
  | { kind: 'unknown'; name: string };

/** A number or SIP URI, or the name under which the answers have one. `$1` in it stands for what the caller keyed in. */
export type Party = { to: string } | { asked: string };

export type WrittenApp = App<readonly WrittenPart[]>;

const DEFAULT_RING_S = 60;
const UNHEARD = new Set([
  'answer',
  'pre_answer',
  'ring_ready',
  'log',
  'info',
  'event',
  'sched_heartbeat',
  'verbose_events',
]);
const OPTIONS = new Set(['set', 'export', 'unset', 'multiset', 'set_global', 'bind_meta_app', 'set_user']);
const HARMLESS = new Set(['ignore_early_media', 'call_timeout', 'originate_timeout', 'leg_timeout']);

/** Reads an application with its arguments: `name arguments` or `name::arguments`. */
export function parseApp(written: string): WrittenApp {
  const [name = '', rest = ''] = splitOnce(written.trim().replace(/^(\w+)::/, '$1 '));
  const app = name.toLowerCase();
  if (app === 'hangup') return { kind: 'hangup' };
  if (app === 'sleep') return { kind: 'sleep', ms: Math.max(0, Math.trunc(Number(rest)) || 0) };
  if (app === 'bridge') return parseBridge(rest);
  if (app === 'transfer') return { kind: 'transfer', key: rest.replace(/\s+/g, ' ') };
  if (app === 'callcenter' || app === 'fifo') return { kind: 'queue', name: splitOnce(rest)[0] ?? rest };
  if (app === 'playback') return { kind: 'play', sound: parseSound(rest) };
  if (app === 'speak') return { kind: 'play', sound: parseSound(`say:${rest.split('|').at(-1) ?? ''}`) };
  if (app === 'phrase') return { kind: 'play', sound: parseSound(`phrase:${rest.replace(',', ':')}`) };
  if (app === 'ivr') return { kind: 'menu', name: rest };
  if (app === 'voicemail') return { kind: 'voicemail' };
  if (app === 'record_session') return { kind: 'record' };
  if (UNHEARD.has(app)) return { kind: 'nothing', name: app };
  return OPTIONS.has(app) ? { kind: 'option', name: written.trim() } : { kind: 'unknown', name: app };
}

function splitOnce(text: string): string[] {
  const at = text.search(/\s/);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1).trim()];
}

/** Reads a dial string: `{options}party|party,party`. */
function parseBridge(dial: string): WrittenApp {
  const options = [...dial.matchAll(/(?<!\$)[{[<]([^}\]>]*)[}\]>]/g)].flatMap(([, list = '']) =>
    list.split(',').map((option) => option.trim()),
  );
  const plain = dial.replaceAll(/(?<!\$)\{[^}]*\}|\[[^\]]*\]|<[^>]*>/g, '');
  const groups = plain.split('|').map((group) => group.split(/,|:_:/).map((party) => party.trim()));
  const ring = options.map((option) => /^(?:call|originate|leg)_timeout=(\d+)$/.exec(option)?.[1]);
  return {
    kind: 'bridge',
    parties: groups
      .flat()
      .filter((party) => party !== '')
      .map(toParty),
    ringSeconds: Number(
      ring.find((seconds) => seconds !== undefined && Number(seconds) > 0) ?? DEFAULT_RING_S,
    ),
    isParallel: groups.some((group) => group.length > 1),
    options: options.filter((option) => option !== '' && !HARMLESS.has(option.split('=', 1)[0] ?? '')),
  };
}

/** Reads a party: a number in international form or a SIP address is dialled as it is. */
function toParty(party: string): Party {
  const last = party.split('/').at(-1) ?? '';
  if (/^\+[1-9]\d{5,14}$/.test(last)) return { to: last };
  const address = /^sofia\/[^/]+\/(?:sips?:)?((?:[\w.+-]|\$[01])+@[\w.-]+)$/i.exec(party)?.[1];
  if (address !== undefined && !party.toLowerCase().startsWith('sofia/gateway/'))
    return { to: `sip:${address}` };
  return { asked: party };
}
