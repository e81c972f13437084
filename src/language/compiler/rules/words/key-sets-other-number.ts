import type { Report, Span } from '../../../diagnostics/index.ts';
import type { SpeechLanguage } from '../../../speech/index.ts';
import type { Menu } from '../questions.ts';
import { readTokens } from './counts.ts';
import type { KeyPurpose } from './key-purposes.ts';

/** The purposes that a prompt gives to keys, in one language. */
interface ToldPurposes {
  purposes: readonly (KeyPurpose & { span: Span })[];
  language: SpeechLanguage;
}

/** Reports keys that set a variable to another number than the text tells beside its name: "for 12 months, press 1". */
export function checkSetNumbers(
  { purposes, language }: ToldPurposes,
  { body: { choices = [] } }: Menu,
  report: Report,
): void {
  for (const { key, clause, span } of purposes)
    for (const choice of choices.filter((one) => String(one?.key) === key))
      for (const [name, value] of Object.entries(choice?.set ?? {})) {
        const told = listNumbersBefore(name, clause, language);
        if (!/^\d+$/.test(String(value)) || told.length === 0 || told.includes(Number(value))) continue;
        report({
          code: 'key-leads-elsewhere',
          message: `the text offers ${told[0] ?? ''} ${name} with the key "${key}", which sets "${name}" to ${String(value)}`,
          span,
          hint: 'correct the value, or the text',
        });
      }
}

/** Returns the numbers that stand before the name of a variable. */
function listNumbersBefore(name: string, clause: string, language: SpeechLanguage): number[] {
  const tokens = readTokens(clause, language);
  return tokens.flatMap(({ number }, at) =>
    number !== undefined && tokens[at + 1]?.word === name.toLowerCase() ? [number] : [],
  );
}
