/** Transcript of a simulated call: the caller hears, presses and says something, or something happens around the call. */
import type { Happening } from '../../verification/testkit/index.ts';
import type { PhoneLine } from './protocol.ts';

type JournalEntry = Extract<Happening, { teller: 'platform' }>['entry'];

/** Lists what was heard, pressed and said, in order. Keys at the same moment are one line. */
export function listTalk(log: readonly Happening[]): PhoneLine[] {
  const talk: PhoneLine[] = [];
  for (const { teller, entry } of log) {
    const line = teller === 'platform' ? toLine(entry) : undefined;
    const last = talk.at(-1);
    if (line === undefined) continue;
    if (line.isKey === true && last?.isKey === true && last.at === line.at) last.text += line.text;
    else talk.push(line);
  }
  return talk;
}

function toLine(entry: JournalEntry): PhoneLine | undefined {
  const { at } = entry;
  switch (entry.kind) {
    case 'speech':
      return entry.text === ''
        ? undefined
        : {
            at,
            by: 'flow',
            text: entry.text,
            ...(entry.language !== undefined && { language: entry.language }),
          };
    case 'audio':
      return { at, by: 'flow', text: entry.url };
    case 'key':
      return { at, by: 'caller', text: entry.key, isKey: true };
    case 'utterance':
      return { at, by: 'caller', text: entry.text };
    case 'connecting':
      return { at, by: 'platform', text: `${entry.to} is called` };
    case 'bridged':
      return { at, by: 'platform', text: `${entry.to} answers` };
    case 'bridge_ended':
      return { at, by: 'platform', text: `${entry.to} left: ${entry.reason}` };
    case 'ended':
      return { at, by: 'platform', text: `the call ends: ${entry.reason}` };
    default:
      return undefined;
  }
}
