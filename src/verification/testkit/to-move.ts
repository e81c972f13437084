/** Converts a line of a checked script to a move. */
import type { DoesNotHear, Expects, Hears, Line } from '../../../schemas/types/scenario.ts';
import { parseDuration } from '../../language/compiler/index.ts';
import type { CompiledFlow } from '../../language/model/index.ts';
import { valueOfType } from './check-values.ts';
import type { Clock, CommandPattern, Hearing, Move, SmsPattern } from './scenario.ts';
import { findVariable } from './parts.ts';

interface Around {
  flow: CompiledFlow;
  /** Start of the call as written, if it is. */
  at?: string | undefined;
}

/** Converts one line. */
export function toMove(line: Line, { flow, at }: Around): Move {
  if (line === 'mumbles') return { kind: 'says', text: '' };
  if (typeof line === 'string') return { kind: line };
  const { hears, does_not_hear, presses, speaks, says, texts, waits, waits_until, party_hangs_up, expects } =
    line;
  if (hears !== undefined) return { kind: 'hears', what: toHearing(hears) };
  if (does_not_hear !== undefined) return toSilence(does_not_hear);
  if (presses !== undefined) return toPress(presses);
  if (speaks !== undefined) return { kind: 'speaks', ms: parseDuration(speaks) };
  if (says !== undefined) return { kind: 'says', text: says };
  if (texts !== undefined) return { kind: 'texts', text: texts };
  if (waits !== undefined) return { kind: 'waits', ms: parseDuration(waits) };
  if (waits_until !== undefined)
    return { kind: 'waits_until', clock: toClock(waits_until, at), written: waits_until };
  if (party_hangs_up !== undefined) return { kind: 'party_hangs_up', number: String(party_hangs_up) };
  return toExpectation(expects ?? {}, flow);
}

function toHearing(hears: Hears): Hearing {
  if (typeof hears === 'string') return { kind: 'text', text: hears };
  const { text, equals, matches, prompt, language } = hears;
  const spoken = language === undefined ? {} : { language };
  if (prompt !== undefined) return { kind: 'prompt', name: prompt, ...spoken };
  if (matches !== undefined) return { kind: 'pattern', source: matches, ...spoken };
  if (equals !== undefined) return { kind: 'equals', text: equals, ...spoken };
  return { kind: 'text', text: text ?? '', ...spoken };
}

function toSilence(source: DoesNotHear): Move {
  const forMs = typeof source === 'string' || source.for === undefined ? 0 : parseDuration(source.for);
  return { kind: 'does_not_hear', what: toHearing(source), forMs };
}

function toPress(presses: NonNullable<Exclude<Line, string>['presses']>): Move {
  if (typeof presses !== 'object') return { kind: 'presses', keys: String(presses) };
  return { kind: 'presses', keys: String(presses.keys), pauseMs: parseDuration(presses.pause) };
}

/** Interprets a time of day in the UTC offset of the written start of the call. */
function toClock(written: string, begins = ''): Clock {
  if (written.length > 'hh:mm'.length) return { at: Date.parse(written) };
  const zone = /(?:Z|[+-]\d{2}:\d{2})$/.exec(begins)?.[0] ?? 'Z';
  const DAY_MS = 86_400_000;
  const time = Date.parse(`2026-01-05T${written}:00${zone}`) % DAY_MS;
  return { timeOfDayMs: time };
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
  const type = findVariable(flow, name)?.type ?? 'string';
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
