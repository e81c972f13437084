import type { Spoken } from '../../../schemas/types/flow.ts';
import { isByLanguage, type FlowDraft, type Readable } from '../../language/compiler/index.ts';

/** Lists the texts of a prompt by language; the language is empty if the text is the same in each. */
export function listSpokenTexts({ source }: FlowDraft, prompt: string): [language: string, text: string][] {
  const prompts = source.prompts ?? {};
  const said = Object.hasOwn(prompts, prompt) ? prompts[prompt] : undefined;
  if (said === undefined) return [];
  if (!isByLanguage(said)) return [['', renderSpokenText(said)]];
  return Object.entries(said).map(([language, spoken]) => [language, renderSpokenText(spoken)]);
}

/** Text as it stands, audio by its name; of a list one after another. What could not be read is left out. */
function renderSpokenText(spoken: Readable<Spoken> | undefined): string {
  if (spoken === undefined || typeof spoken === 'string') return spoken ?? '';
  if (Array.isArray(spoken)) return spoken.map(renderSpokenText).filter(Boolean).join(' ');
  const { text, ssml, stored, url } = spoken;
  if (stored !== undefined) return `(stored prompt ${stored})`;
  if (url !== undefined) return `(audio ${url})`;
  return text ?? ssml ?? '';
}
