/** Writes a path of a comparison as a scenario: what the first side's others do and notice. */
import type { HttpStub, Line, Parties, Party, Scenario } from '../../../schemas/types/scenario.ts';
import { STARTED_AT } from '../testkit/index.ts';
import type { Path } from './compare.ts';
import type { Effect, Move, ServiceReply } from './side.ts';

/** Maximum length of an expected text; the rest of a long one adds nothing. */
const MAX_CHARACTERS = 80;

/** Creates the scenario of a path. What it expects is what the first side did. */
export function toPathScenario(name: string, path: Path): Scenario {
  const { start, moves, effects } = path;
  const parties = listParties(path);
  const http = moves.flatMap((move) => (move.kind === 'replies' ? [toStub(move.reply)] : []));
  const lines = effects.flatMap((seen, at) => {
    const move = moves[at];
    return [...toExpectations(seen), ...(move === undefined ? [] : toLines(move))];
  });
  const starting = {
    ...(start.direction === 'outbound' && { direction: start.direction }),
    ...(start.at !== STARTED_AT && { at: new Date(start.at).toISOString().replace('.000', '') }),
    ...(Object.keys(start.params).length > 0 && { params: { ...start.params } }),
  };
  return {
    name,
    ...(Object.keys(starting).length > 0 && { start: starting }),
    ...(Object.keys(parties).length > 0 && { parties }),
    ...(http.length > 0 && { http }),
    script: lines.length > 0 ? lines : [{ waits: '1s' }],
  };
}

function toStub(reply: ServiceReply): HttpStub {
  return { match: '*', times: 1, ...(typeof reply === 'string' ? { fail: reply } : { answer: reply }) };
}

/** Lists the behaviour of each party at the first call, the second, and so on. */
function listParties({ moves, effects }: Path): Parties {
  const turns = new Map<string, Party[]>();
  let to = '';
  for (const [at, seen] of effects.entries()) {
    to = seen.findLast((effect) => effect.kind === 'dialled')?.to ?? to;
    const move = moves[at];
    if (move?.kind === 'party') turns.set(to, [...(turns.get(to) ?? []), toParty(move.does)]);
  }
  return Object.fromEntries(
    [...turns].map(([number, all]) => [number, all.length === 1 && all[0] ? all[0] : all]),
  );
}

function toParty(does: Extract<Move, { kind: 'party' }>['does']): Party {
  if (does === 'talked') return { answers: '1s', hangs_up: '60s' };
  return does === 'failed' ? 'rejects' : does;
}

function toLines(move: Move): Line[] {
  switch (move.kind) {
    case 'presses':
      return [{ presses: move.keys }];
    case 'says':
      return [{ says: move.words }];
    case 'texts':
      return [{ texts: move.text }];
    case 'stays_silent':
    case 'hangs_up':
      return [move.kind];
    case 'party':
      return move.does === 'talked' ? [{ waits: '62s' }] : [];
    case 'passes':
      return ['stream_ends'];
    case 'replies':
      return [];
  }
}

function toExpectations(effects: readonly Effect[]): Line[] {
  return effects.flatMap((effect): Line[] => {
    if (effect.kind === 'heard') return [{ hears: shortenText(effect.text) }];
    if (effect.kind === 'dialled') return [{ expects: { command: 'connect', to: effect.to } }];
    return effect.kind === 'ended' && effect.by === 'flow' ? [{ expects: { ended: 'normal' } }] : [];
  });
}

/** Shortens a text at the end of a word. */
function shortenText(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : text.slice(0, text.lastIndexOf(' ', MAX_CHARACTERS));
}
