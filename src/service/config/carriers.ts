/**
 * Settings of further carriers. One setting names them and their addresses; what belongs to one carrier is set in the
 * environment, under its name: `RINGFLOW_CARRIER_DESK_USER` for the carrier "desk".
 */
import { parseStream, toCarrierVariable } from '../../carriers/asterisk/setup/index.ts';
import { DEFAULT_CARRIER, isReadableHeader } from '../../language/model/index.ts';
import type { StreamConnection } from '../../carriers/asterisk/setup/index.ts';
import { DIAL_PREFIX, DIAL_PREFIXES } from '../addresses/index.ts';
import { PROJECT_ID } from '../management/index.ts';
import type { SettingFacts } from './facts.ts';
import { parseUrl } from './values.ts';

/** A carrier of one project, controlled by ARI. */
export interface CarrierSetting {
  name: string;
  kind: 'asterisk';
  /** Project whose calls it carries; absent: the default one. */
  project?: string;
  /** Base URL of ARI, without a trailing slash. */
  url: string;
  user: string;
  password: string;
  /** The Stasis application that receives its calls. */
  app: string;
  /** Token in the address to which it opens its connection for events; absent: only this service opens one. */
  eventsToken?: string;
  /** Endpoint that is dialled for a number; `{number}` stands for it. */
  dial: string;
  /** Connections of the carrier to which it can stream audio. */
  streams: StreamConnection[];
  /** SIP headers of inbound calls that flows may read. */
  headers: string[];
  /** Hosts of the SIP URIs that flows may call. */
  sipHosts: string[];
  /** Folder of the speech files as the carrier sees it; absent: as this service sees it. */
  prompts?: string;
}

/** A carrier as `--carrier` names it. */
type NamedCarrier = Pick<CarrierSetting, 'name' | 'kind' | 'url'>;

export const carrierSettings = {
  carrier: {
    means:
      'further carriers: name=asterisk+http://host:port,…; their credentials are variables with their name',
    argument: 'name=url,…',
    parse: parseCarriers,
    expected:
      'name=url pairs, for instance desk=asterisk+http://127.0.0.1:8088, or asterisk=http://127.0.0.1:8088',
    otherwise: 'none',
    form: 'map',
    examples: [{ desk: 'asterisk+http://127.0.0.1:8088' }],
  },
  dialsBy: {
    means:
      'carrier that places calls to numbers that begin so, unless the request names one: prefix=carrier,…',
    argument: 'prefix=name,…',
    parse: parseDialsBy,
    expected: `prefix=carrier pairs: ${DIAL_PREFIXES}, and the name of a carrier or platform`,
    otherwise: 'the platform, or the first carrier where there is none',
    form: 'map',
    examples: [{ '+49': 'desk', '+1': 'platform' }],
  },
} as const satisfies Record<string, SettingFacts>;

/** The trunk in the configuration that `ringflow carrier asterisk init` writes. */
const DEFAULT_DIAL = 'PJSIP/{number}@trunk';
/** Each is asked for before a call begins. */
const MAX_HEADERS = 8;
/** Usable in a URL without escaping, and too long to guess. */
const TOKEN = /^[A-Za-z0-9_-]{16,128}$/;

/** Names are parts of URLs, of variables and of channel ids. `platform` is the name of the first carrier. */
const NAME = /^(?!platform$)[a-z][a-z0-9-]{0,31}$/;

/** A carrier by the beginning of the number that is called. */
export interface DialsBy {
  prefix: string;
  carrier: string;
}

/** `+49=desk,+1=platform`; undefined if a pair is invalid. */
function parseDialsBy(text: string): DialsBy[] | undefined {
  const pairs = text.split(',').map((pair) => {
    const [, prefix = '', carrier = ''] = /^\s*(\S+?)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    return { prefix, carrier };
  });
  const isValid = ({ prefix, carrier }: DialsBy) =>
    DIAL_PREFIX.test(prefix) && (carrier === DEFAULT_CARRIER.name || NAME.test(carrier));
  return pairs.every(isValid) ? pairs : undefined;
}

/** `desk=asterisk+http://127.0.0.1:8088`; the kind may be omitted where the name is one. */
export function parseCarriers(text: string): NamedCarrier[] | undefined {
  const carriers = text.split(',').map(parseCarrier);
  const found = carriers.filter((one) => one !== undefined);
  const areUnique = new Set(found.map(({ name }) => name)).size === carriers.length;
  return areUnique ? found : undefined;
}

function parseCarrier(pair: string): NamedCarrier | undefined {
  const [, name = '', kind, address = ''] = /^\s*([^=]+?)\s*=\s*(?:([a-z]+)\+)?(\S+)\s*$/.exec(pair) ?? [];
  const url = parseUrl(address);
  if (!NAME.test(name) || url === undefined || (kind ?? name) !== 'asterisk') return undefined;
  return { name, kind: 'asterisk', url };
}

/** A setting of one carrier that is missing or invalid. */
interface CarrierProblem {
  variable: string;
  message: string;
}

/** Adds to carriers what the environment sets for them, or tells what is wrong there. */
export function readCarrierSettings(
  carriers: readonly NamedCarrier[],
  environment: Record<string, string | undefined>,
): { carriers: CarrierSetting[]; problems: CarrierProblem[] } {
  const problems: CarrierProblem[] = [];
  const read = carriers.map((carrier) => readCarrier(carrier, environment, problems));
  return { carriers: read, problems };
}

function readCarrier(
  carrier: NamedCarrier,
  environment: Record<string, string | undefined>,
  problems: CarrierProblem[],
): CarrierSetting {
  const toName = (setting: string) => toCarrierVariable(carrier.name, setting);
  const readText = (setting: string) => environment[toName(setting)]?.trim() ?? '';
  const readRequired = (setting: string, expected: string) => {
    const text = readText(setting);
    if (text === '')
      problems.push({ variable: toName(setting), message: `is not set: expected ${expected}` });
    return text;
  };
  const readChecked = (
    setting: string,
    { fits, expected }: { fits: (text: string) => boolean; expected: string },
  ) => {
    const text = readText(setting);
    const isFit = text === '' || fits(text);
    if (!isFit) problems.push({ variable: toName(setting), message: `is invalid: expected ${expected}` });
    return text === '' ? undefined : text;
  };
  const dial = readChecked('DIAL', {
    fits: isDialTemplate,
    expected: 'an endpoint with {number}, for instance PJSIP/{number}@trunk',
  });
  const eventsToken = readChecked('EVENTS_TOKEN', {
    fits: (text) => TOKEN.test(text),
    expected: 'at least 16 letters, digits, dashes and underscores',
  });
  const streams = readChecked('STREAMS', {
    fits: (text) => parseStreams(text) !== undefined,
    expected: 'name=address pairs without a query, for instance agent=wss://agent.example.com/calls',
  });
  const project = readChecked('PROJECT', {
    fits: (text) => PROJECT_ID.test(text),
    expected: 'the id of a project',
  });
  const prompts = readText('PROMPTS');
  return {
    ...carrier,
    ...(project !== undefined && { project }),
    user: readRequired('USER', `the ARI user of carrier "${carrier.name}"`),
    password: readRequired('PASSWORD', `the ARI password of carrier "${carrier.name}"`),
    app: readText('APP') || `ringflow-${project ?? 'default'}`,
    ...(eventsToken !== undefined && { eventsToken }),
    dial: dial ?? DEFAULT_DIAL,
    headers:
      readChecked('HEADERS', {
        fits: (text) => splitList(text).length <= MAX_HEADERS && splitList(text).every(isReadableHeader),
        expected: `at most ${MAX_HEADERS} names of SIP headers that begin with X- or P-, for instance X-Account,X-Language`,
      })
        ?.split(',')
        .map((name) => name.trim()) ?? [],
    streams: parseStreams(streams ?? '') ?? [],
    sipHosts: splitList(readText('SIP_HOSTS')),
    ...(prompts !== '' && { prompts }),
  };
}

/** Returns the folder of speech files, which carriers see under the same path. */
export function findPromptFolder(carriers: readonly CarrierSetting[]): string | undefined {
  return carriers.find(({ prompts }) => prompts !== undefined)?.prompts;
}

/** True for a SIP endpoint, in which the number stands once or which is always the same telephone. Other channel drivers are not reachable (toll fraud). */
function isDialTemplate(text: string): boolean {
  return /^PJSIP\/[^{}\s]+$|^PJSIP\/[^{}\s]*\{(number|digits)\}[^{}\s]*$/.test(text);
}

function parseStreams(text: string): StreamConnection[] | undefined {
  const streams = splitList(text).map(parseStream);
  const found = streams.filter((one) => one !== undefined);
  const areUnique = new Set(found.map(({ name }) => name)).size === streams.length;
  return areUnique ? found : undefined;
}

function splitList(text: string): string[] {
  return text.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
}
