/** A scenario as it stands in a checked file → as it is run, with every default filled in. */
import type {
  Expects,
  Line,
  HttpStub,
  Party as PartySource,
  Scenario as Source,
} from '../../schemas/types/scenario.ts';
import { readParams } from '../call/index.ts';
import { durationMs, nodeAt, rangeAt } from '../compiler/index.ts';
import type { Document, Path } from '../compiler/index.ts';
import type { Party } from '../emulator/model/index.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { valueOfType } from './check-values.ts';
import type { CommandPattern, Hearing, Move, Scenario, SmsPattern } from './scenario.ts';
import type { SimulationOptions } from './simulation.ts';
import type { WebStub } from './web-services.ts';

/** A number of nobody in particular. */
const CALLER = '+4915112345678';
/** A number of ours. */
const SERVICE = '+4930555000';

interface Surroundings {
  flow: CompiledFlow;
  document: Document;
  /** Where the scenario stands. */
  path: Path;
  /** What web services answer in every scenario of the file. */
  http: WebStub[];
}

/** Reads one scenario. */
export function toScenario(source: Source, { flow, document, path, http }: Surroundings): Scenario {
  const spanAt = (...below: Path) => document.span(rangeAt(document.root, [...path, ...below]));
  const stubs = [...(source.http ?? []).map(toStub), ...http];
  return {
    name: source.name,
    span: spanAt('name'),
    start: { ...toStart(source, flow), ...(stubs.length > 0 && { http: stubs }) },
    script: source.script.map((line, index) => ({
      ...toMove(line, flow),
      span: lineSpan(document, [...path, 'script', index]),
    })),
  };
}

/** A line is shown from its key to the end of its value, as far as that is on the same line. */
function lineSpan(document: Document, path: Path) {
  const { from } = rangeAt(document.root, path);
  const to = nodeAt(document.root, path)?.range.to ?? from;
  const written = document.text.slice(from, to).split(/[\r\n]/, 1)[0] ?? '';
  return document.span({ from, to: from + written.trimEnd().length });
}

function toStart({ start = {}, parties = {}, phones = {} }: Source, flow: CompiledFlow): SimulationOptions {
  const { message: text } = start;
  const { direction = text === undefined ? 'inbound' : 'outbound' } = start;
  const [from, to] = direction === 'inbound' ? [CALLER, SERVICE] : [SERVICE, CALLER];
  const params = start.params && readParams(flow, start.params);
  const numbers = { from: String(start.from ?? from), to: String(start.to ?? to) };
  const caller = direction === 'inbound' ? numbers.from : numbers.to;
  return {
    direction,
    ...numbers,
    ...(params?.ok && { params: params.values }),
    ...(text !== undefined && { message: { from: numbers.to, text } }),
    ...(start.at !== undefined && { at: Date.parse(start.at) }),
    parties: withRecording(toParties(parties), caller, start.recording),
    phones: Object.fromEntries(Object.entries(phones).map(([number, on_sms]) => [number, { on_sms }])),
  };
}

/** What a web service answers. */
export function toStub({ match, answer, fail, delay, times = Infinity }: HttpStub): WebStub {
  return {
    match,
    answer: fail ?? toAnswer(answer ?? {}),
    delayMs: delay === undefined ? 0 : durationMs(delay),
    times,
  };
}

function toAnswer({ status = 200, headers = {}, json, text = '' }: NonNullable<HttpStub['answer']>) {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  return {
    status,
    headers: { ...type, ...(Object.fromEntries(own) as Record<string, string>) },
    body: json === undefined ? text : JSON.stringify(json),
  };
}

function toParties(parties: NonNullable<Source['parties']>): Record<string, Party> {
  return Object.fromEntries(Object.entries(parties).map(([number, party]) => [number, toParty(party)]));
}

/** How recordings turn out is the affair of the person on our line. */
function withRecording(parties: Record<string, Party>, caller: string, recording: Party['recording']) {
  return recording === undefined ? parties : { ...parties, [caller]: { ...parties[caller], recording } };
}

function toParty(source: PartySource): Party {
  if (typeof source === 'string') return { on_ring: source };
  const { answers, rejects, hangs_up } = source;
  const ringing = answers ?? rejects;
  return {
    on_ring: answers === undefined ? 'rejects' : 'answers',
    ...(ringing !== undefined && { afterMs: durationMs(ringing) }),
    ...(hangs_up !== undefined && { acts: [{ afterMs: durationMs(hangs_up), hangsUp: true }] }),
  };
}

function toMove(line: Line, flow: CompiledFlow): Move {
  if (line === 'mumbles') return { kind: 'says', text: '' };
  if (typeof line === 'string') return { kind: line };
  const { hears, presses, says, texts, waits, party_hangs_up, expects } = line;
  if (hears !== undefined) return { kind: 'hears', what: toHearing(hears) };
  if (presses !== undefined) return { kind: 'presses', keys: String(presses) };
  if (says !== undefined) return { kind: 'says', text: says };
  if (texts !== undefined) return { kind: 'texts', text: texts };
  if (waits !== undefined) return { kind: 'waits', ms: durationMs(waits) };
  if (party_hangs_up !== undefined) return { kind: 'party_hangs_up', number: String(party_hangs_up) };
  return toExpectation(expects ?? {}, flow);
}

function toHearing(hears: NonNullable<Exclude<Line, string>['hears']>): Hearing {
  if (typeof hears === 'string') return { kind: 'text', text: hears };
  if (hears.prompt !== undefined) return { kind: 'prompt', name: hears.prompt };
  return { kind: 'pattern', source: hears.matches ?? '' };
}

function toExpectation(expects: Expects, flow: CompiledFlow): Move {
  const { command, http, sms, outcome, step, ended } = expects;
  if (command !== undefined) return { kind: 'expects_command', command: toPattern({ ...expects, command }) };
  if (http !== undefined)
    return {
      kind: 'expects_http',
      request: { match: http, ...(expects.json !== undefined && { json: expects.json }) },
    };
  if (sms !== undefined) return { kind: 'expects_sms', sms: toSmsPattern(sms) };
  if (outcome !== undefined) return { kind: 'expects_outcome', name: outcome };
  if (step !== undefined) return { kind: 'expects_step', step };
  if (ended !== undefined) return { kind: 'expects_end', reason: ended };
  const { name = '', is = '' } = expects.var ?? {};
  const type = flow.vars[name]?.type ?? 'string';
  return { kind: 'expects_var', variable: name, value: valueOfType(is, type) ?? is };
}

function toSmsPattern({ to, data, ...rest }: NonNullable<Expects['sms']>): SmsPattern {
  const values = Object.entries(data ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    ...rest,
    ...(to !== undefined && { to: String(to) }),
    ...(data !== undefined && { data: Object.fromEntries(values) as Record<string, string> }),
  };
}

function toPattern({
  command,
  to,
  from,
  text,
  name,
}: Expects & { command: CommandPattern['kind'] }): CommandPattern {
  return {
    kind: command,
    ...(to !== undefined && { to: String(to) }),
    ...(from !== undefined && { from: String(from) }),
    ...(text !== undefined && { text }),
    ...(name !== undefined && { name }),
  };
}
