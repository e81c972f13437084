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

/**
 * Reports a key that sets a variable to another number than the text tells with it, where other keys set the numbers of
 * the same unit that are told with them: prices, mostly.
 */
export function checkToldAmounts(
  { purposes, language }: ToldPurposes,
  { body: { choices = [] } }: Menu,
  report: Report,
): void {
  const set = choices.flatMap((choice) =>
    Object.entries(choice?.set ?? {}).flatMap(([name, value]) => {
      const purpose = purposes.find(({ key }) => key === String(choice?.key));
      if (purpose === undefined || !/^\d+(?:\.\d+)?$/.test(String(value))) return [];
      const told = listAmounts(purpose, language);
      const right = told.find(({ number }) => number === Math.floor(Number(value)));
      return [{ name, value: Number(value), purpose, told, right }];
    }),
  );
  for (const [name, all] of Map.groupBy(set, (one) => one.name)) {
    const units = new Set(all.flatMap(({ right }) => right?.unit ?? []));
    const [wrong, ...others] = all.filter(({ right }) => right === undefined);
    const [told, ...more] = wrong?.told ?? [];
    if (wrong === undefined || told === undefined || others.length > 0 || more.length > 0) continue;
    if (!units.has(told.unit)) continue;
    report({
      code: 'key-leads-elsewhere',
      message: `the text tells ${told.number} ${told.unit} with the key "${wrong.purpose.key}", which sets "${name}" to ${wrong.value}`,
      span: wrong.purpose.span,
      hint: 'correct the value, or the text',
    });
  }
}

/** Returns the numbers in figures of a clause, each with the word behind it; the key itself has none. */
function listAmounts(
  { clause, key }: KeyPurpose,
  language: SpeechLanguage,
): { number: number; unit: string }[] {
  const tokens = readTokens(clause, language);
  return tokens.flatMap(({ word }, at) => {
    const unit = tokens[at + 1]?.word ?? '';
    return /^\d+$/.test(word) && word !== key && /^\p{L}/u.test(unit) ? [{ number: Number(word), unit }] : [];
  });
}

/** Returns the numbers that stand before the name of a variable. */
function listNumbersBefore(name: string, clause: string, language: SpeechLanguage): number[] {
  const tokens = readTokens(clause, language);
  return tokens.flatMap(({ number }, at) =>
    number !== undefined && tokens[at + 1]?.word === name.toLowerCase() ? [number] : [],
  );
}
