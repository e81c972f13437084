/** How a value is read back, in the languages that are known. A new language is one more row. */
import type { Phrases } from '../../../../../schemas/types/flow.ts';

/** The keys by which a value is accepted and refused. */
export const YES = '1';
export const NO = '2';

/** What is said and heard when a value is read back. */
interface Row {
  /** `#` stands for the value. */
  keyed: string;
  spoken: string;
  yes: string[];
  no: string[];
}

const rows: Record<string, Row> = {
  en: {
    keyed: 'You entered #. If that is correct, press 1. Otherwise, press 2.',
    spoken: 'I have #. If that is correct, press 1 or say yes. Otherwise, press 2 or say no.',
    yes: ['yes', 'yeah', 'yep', 'correct', 'right'],
    no: ['no', 'nope', 'wrong', 'incorrect', 'not correct', 'not right', "isn't correct", "isn't right"],
  },
  de: {
    keyed: 'Ihre Eingabe: #. Wenn das richtig ist, drücken Sie die 1. Sonst drücken Sie die 2.',
    spoken:
      'Ich habe verstanden: #. Wenn das richtig ist, drücken Sie die 1 oder sagen Sie ja. Sonst drücken Sie die 2 oder sagen Sie nein.',
    yes: ['ja', 'jawohl', 'richtig', 'korrekt', 'stimmt', 'genau'],
    no: ['nein', 'nee', 'falsch', 'nicht richtig', 'nicht korrekt', 'stimmt nicht', 'stimmt so nicht'],
  },
  fr: {
    keyed: "Vous avez saisi #. Si c'est correct, appuyez sur 1. Sinon, appuyez sur 2.",
    spoken:
      "J'ai compris #. Si c'est correct, appuyez sur 1 ou dites oui. Sinon, appuyez sur 2 ou dites non.",
    yes: ['oui', 'correct', 'exact', "d'accord"],
    no: ['non', 'faux', 'incorrect', 'pas correct', 'pas exact', "pas d'accord"],
  },
  es: {
    keyed: 'Ha introducido #. Si es correcto, pulse 1. Si no, pulse 2.',
    spoken: 'He entendido #. Si es correcto, pulse 1 o diga sí. Si no, pulse 2 o diga no.',
    yes: ['sí', 'si', 'correcto', 'exacto'],
    no: ['no', 'incorrecto', 'no es correcto', 'no está correcto'],
  },
  it: {
    keyed: 'Ha inserito #. Se è corretto, prema 1. Altrimenti, prema 2.',
    spoken: 'Ho capito #. Se è corretto, prema 1 o dica sì. Altrimenti, prema 2 o dica no.',
    yes: ['sì', 'si', 'corretto', 'giusto', 'esatto'],
    no: ['no', 'sbagliato', 'non è corretto', 'non è giusto'],
  },
  nl: {
    keyed: 'U heeft # ingevoerd. Als dat klopt, druk op 1. Zo niet, druk op 2.',
    spoken: 'Ik heb # verstaan. Als dat klopt, druk op 1 of zeg ja. Zo niet, druk op 2 of zeg nee.',
    yes: ['ja', 'klopt', 'juist', 'correct'],
    no: ['nee', 'fout', 'klopt niet', 'niet juist', 'niet correct'],
  },
  pt: {
    keyed: 'Introduziu #. Se estiver correto, prima 1. Caso contrário, prima 2.',
    spoken: 'Entendi #. Se estiver correto, prima 1 ou diga sim. Caso contrário, prima 2 ou diga não.',
    yes: ['sim', 'correto', 'certo', 'exato'],
    no: ['não', 'errado', 'não está correto', 'não está certo'],
  },
};

/** True for a language in which a value can be read back without words of the author. */
export function canConfirm(language: string): boolean {
  return rowFor(language) !== undefined;
}

/** The name of the prompt by which a step reads back, where its author gives none; nobody can write it. */
export function confirmationPrompt(step: string): string {
  return `$confirm.${step}`;
}

/** What reads a variable back in a language that is known; undefined for others. */
export function confirmationText(
  language: string,
  { variable, isSpoken }: { variable: string; isSpoken: boolean },
): string | undefined {
  const row = rowFor(language);
  const text = isSpoken ? row?.spoken : row?.keyed;
  return text?.replace('#', () => `\${vars.${variable}}`);
}

/** What accepts or refuses a value, in each of the languages that are known. */
export function confirmationPhrases(answer: 'yes' | 'no', languages: readonly string[]): Phrases {
  return Object.fromEntries(languages.map((language) => [language, rowFor(language)?.[answer] ?? []]));
}

function rowFor(language: string): Row | undefined {
  const name = language.split('-', 1)[0] ?? '';
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}
