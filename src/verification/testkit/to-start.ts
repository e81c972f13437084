/** Builds the start of a call from a scenario and the shared keys of its file. */
import type {
  HttpStub,
  Party as PartySource,
  Scenario,
  ScenarioFile,
} from '../../../schemas/types/scenario.ts';
import { carrierProfiles } from '../../carriers/index.ts';
import { readParams } from '../../call/index.ts';
import { parseDuration } from '../../language/compiler/index.ts';
import type { Path } from '../../language/compiler/index.ts';
import type { Span } from '../../language/diagnostics/index.ts';
import type { Party } from '../../platform/emulator/model/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import type { PlatformFault } from './platform-faults.ts';
import type { SimulationOptions } from './simulation-options.ts';
import { chooseNumbers } from './usual-call.ts';
import type { WebStub } from './web-services.ts';

/** Keys that a scenario or a file can set. */
export type SetUp = Pick<Scenario, 'start' | 'parties' | 'phones' | 'env' | 'tables'>;

/** Applies the shared keys of a file to a scenario, whose own keys take precedence. */
export function applyShared<Own extends SetUp>(own: Own, shared: Partial<ScenarioFile>): Own & SetUp {
  const { start = {}, parties, phones, env, tables } = shared;
  const params = { ...start.params, ...own.start?.params };
  return {
    ...own,
    start: { ...start, ...own.start, ...(Object.keys(params).length > 0 && { params }) },
    parties: { ...parties, ...own.parties },
    phones: { ...phones, ...own.phones },
    env: { ...env, ...own.env },
    tables: { ...tables, ...own.tables },
  };
}

type SpanAt = (...below: Path) => Span;

/** Creates the start of a call, without responses of web services. */
export function toStart(
  { start = {}, parties = {}, phones = {}, faults = [] }: Scenario,
  { flow, spanAt }: { flow: CompiledFlow; spanAt: SpanAt },
): SimulationOptions {
  const { message: text } = start;
  const { direction = text === undefined ? 'inbound' : 'outbound' } = start;
  const { from, to } = chooseNumbers(direction);
  const params = start.params && readParams(flow, start.params);
  const numbers = { from: String(start.from ?? from), to: String(start.to ?? to) };
  const caller = direction === 'inbound' ? numbers.from : numbers.to;
  return {
    direction,
    ...numbers,
    ...(params?.ok && { params: params.values }),
    ...(start.headers && { headers: toTexts(start.headers) }),
    ...(text !== undefined && { message: { from: numbers.to, text } }),
    ...(start.carrier !== undefined && { carrier: carrierProfiles[start.carrier] }),
    ...(start.at !== undefined && { at: Date.parse(start.at) }),
    parties: applyRecording(toParties(parties), caller, start.recording),
    phones: Object.fromEntries(Object.entries(phones).map(([number, on_sms]) => [number, { on_sms }])),
    ...(faults.length > 0 && {
      faults: faults.map((fault, index) => toFault(fault, spanAt('faults', index))),
    }),
  };
}

function toTexts(headers: NonNullable<NonNullable<Scenario['start']>['headers']>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Converts a response of a web service. */
export function toStub({ match, json, answer, fail, delay, times = Infinity, calls }: HttpStub): WebStub {
  return {
    match,
    answer: fail ?? toAnswer(answer ?? {}),
    delayMs: delay === undefined ? 0 : parseDuration(delay),
    times,
    ...(json !== undefined && { json }),
    ...(calls !== undefined && { calls }),
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

function toFault(
  { command, nth = 1, times = 1, attempts, code }: NonNullable<Scenario['faults']>[number],
  span: Span,
): PlatformFault {
  return { kind: command, nth, times, code: String(code), ...(attempts !== undefined && { attempts }), span };
}

function toParties(parties: NonNullable<Scenario['parties']>): Record<string, Party | Party[]> {
  return Object.fromEntries(
    Object.entries(parties).map(([number, party]) => [
      number,
      Array.isArray(party) ? party.map(toParty) : toParty(party),
    ]),
  );
}

/** Sets the result of recordings, which is a property of the person on our line. */
function applyRecording(
  parties: Record<string, Party | Party[]>,
  caller: string,
  recording: Party['recording'],
): Record<string, Party | Party[]> {
  if (recording === undefined) return parties;
  const turns = [parties[caller] ?? {}].flat().map((party) => ({ ...party, recording }));
  return { ...parties, [caller]: turns };
}

type RingEnd = 'answers' | 'rejects' | 'busy' | 'no_answer' | 'fails';

/** Converts the behaviour of a party in a scenario file. */
export function toParty(source: PartySource): Party {
  if (typeof source === 'string') return { on_ring: source };
  const { hangs_up, reason, ...ringing } = source;
  const [[on_ring, after] = [undefined, undefined]] = Object.entries(ringing) as [RingEnd, string][];
  return {
    ...(on_ring !== undefined && { on_ring }),
    ...(after !== undefined && { afterMs: parseDuration(after) }),
    ...(reason !== undefined && { reason }),
    ...(hangs_up !== undefined && { acts: [{ afterMs: parseDuration(hangs_up), hangsUp: true }] }),
  };
}
