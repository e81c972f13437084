/** Languages of the voices of Amazon Polly. */

const voices: Readonly<Record<string, string>> = {
  'ar-AE': 'Hala Zayd',
  arb: 'Zeina',
  'ca-ES': 'Arlet',
  'yue-CN': 'Hiujin',
  'cmn-CN': 'Zhiyu',
  'cs-CZ': 'Jitka',
  'cy-GB': 'Gwyneth',
  'da-DK': 'Naja Mads Sofie',
  'de-AT': 'Hannah',
  'de-CH': 'Sabrina',
  'de-DE': 'Marlene Vicki Hans Daniel',
  'en-AU': 'Nicole Olivia Russell',
  'en-GB': 'Amy Emma Brian Arthur',
  'en-GB-WLS': 'Geraint',
  'en-IE': 'Niamh',
  'en-IN': 'Aditi Raveena Kajal',
  'en-NZ': 'Aria',
  'en-SG': 'Jasmine',
  'en-US': 'Ivy Joanna Kendra Kimberly Salli Joey Justin Kevin Matthew Ruth Stephen Danielle Gregory Patrick',
  'en-ZA': 'Ayanda',
  'es-ES': 'Conchita Lucia Enrique Sergio Alba Raul',
  'es-MX': 'Mia Andres',
  'es-US': 'Lupe Penelope Miguel Pedro',
  'fi-FI': 'Suvi',
  'fr-BE': 'Isabelle',
  'fr-CA': 'Chantal Gabrielle Liam',
  'fr-FR': 'Celine Lea Mathieu Remi',
  'is-IS': 'Dora Karl',
  'it-IT': 'Carla Bianca Giorgio Adriano Beatrice Lorenzo',
  'ja-JP': 'Mizuki Takumi Kazuha Tomoko',
  'ko-KR': 'Seoyeon Jihye',
  'nb-NO': 'Liv Ida',
  'nl-BE': 'Lisa',
  'nl-NL': 'Lotte Ruben Laura',
  'pl-PL': 'Ewa Maja Jacek Jan Ola',
  'pt-BR': 'Camila Vitoria Ricardo Thiago',
  'pt-PT': 'Ines Cristiano',
  'ro-RO': 'Carmen',
  'ru-RU': 'Tatyana Maxim',
  'sv-SE': 'Astrid Elin',
  'tr-TR': 'Filiz Burcu',
};

/** Languages as this service names them, where BCP 47 has another name. */
const tags: Readonly<Record<string, string>> = {
  arb: 'ar-SA',
  'cmn-CN': 'zh-CN',
  'yue-CN': 'zh-HK',
  'en-GB-WLS': 'en-GB',
};

const byVoice = new Map(
  Object.entries(voices).flatMap(([language, names]) =>
    names.split(' ').map((name) => [name.toLowerCase(), tags[language] ?? language] as const),
  ),
);

/** Language of a flow that chooses no voice: that of the voice Joanna. */
export const DEFAULT_LANGUAGE = 'en-US';

/** Returns the language of a voice; undefined for a voice that is not known. */
export function findVoiceLanguage(voice: string): string | undefined {
  const plain = voice.trim().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return byVoice.get(plain);
}
