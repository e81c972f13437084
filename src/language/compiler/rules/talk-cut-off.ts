import { formatDuration } from '../../text/index.ts';
import { findSpeech } from '../../speech/index.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { parseDuration } from '../verbs/parts/fragments.ts';
import type { FlowRule } from './flow-rule.ts';
import { readTokens } from './words/counts.ts';
import { listSaid } from './words/said.ts';

const MINUTE_MS = 60_000;

/** The verbs in which people talk, with the limit that ends the talk and the longest time in ms that is certainly too short. */
const TALKS = [
  { verb: 'connect', limit: 'bridge', shortest: 5 * MINUTE_MS, talk: 'the conversation' },
  { verb: 'room', limit: 'duration', shortest: 10 * MINUTE_MS, talk: 'the talk in the room' },
  { verb: 'stream', limit: 'duration', shortest: 5 * MINUTE_MS, talk: 'the talk over the stream' },
] as const;

/**
 * Reports limits that end a conversation within minutes: `limits.bridge`, and `limits.duration` in which the time in a
 * room and of a stream counts. A limit that callers are told of is meant.
 */
export const talkCutOff: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { verb, limit, shortest, talk } of TALKS) {
      const written = draft.source.limits?.[limit];
      const step = draft.steps.find(({ content }) => content?.verb.name === verb && isTalk(content.body));
      if (written === undefined || step === undefined || !(parseDuration(written) <= shortest)) continue;
      if (isTold(draft, parseDuration(written))) continue;
      report({
        code: 'talk-cut-off',
        message: `limits.${limit} cuts ${talk} of step "${step.name}" off after ${formatDuration(parseDuration(written))}`,
        span: spanAt(draft.document, ['limits', limit]),
        hint:
          limit === 'bridge'
            ? 'leave it out, or allow an hour'
            : `raise limits.duration: the time of a ${verb} counts`,
      });
    }
  },
};

/** False for a step that ends or stops something. */
function isTalk(body: unknown): boolean {
  return typeof body !== 'object' || body === null || !('stop' in body);
}

/** True when a text names the limit in minutes. */
function isTold(draft: FlowDraft, limit: number): boolean {
  return listSaid(draft).some((said) =>
    said.pieces.some((piece) => {
      const language = findSpeech(piece.language ?? said.language);
      const tokens = language === undefined ? [] : readTokens(piece.text, language);
      return tokens.some(
        ({ number = 0 }, at) =>
          number * MINUTE_MS === limit && (tokens[at + 1]?.word.startsWith('minut') ?? false),
      );
    }),
  );
}
