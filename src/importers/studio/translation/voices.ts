/** Voices: a flow has one, by its gender; the original may change it with each text, and names it. */
import type { Widget } from '../widgets.ts';
import type { FlowWriter } from './flow-writer.ts';

/** Voices of Twilio that only say a gender. */
const GENDERS: ReadonlyMap<string, string> = new Map([
  ['man', 'male'],
  ['woman', 'female'],
  ['alice', 'female'],
]);

/** Gives the flow the voice of its texts, and tells of voices that are lost. */
export function settleVoice(writer: FlowWriter, widgets: readonly Widget[]): void {
  const first = new Map<string, Widget>();
  for (const widget of widgets) {
    const { does } = widget;
    if (does.kind !== 'say' && does.kind !== 'gather') continue;
    const { kind, text, voice } = does.speech;
    const isSpoken = kind === 'say' && text.trim() !== '' && voice !== '';
    if (isSpoken && !first.has(voice)) first.set(voice, widget);
  }
  const genders = new Set([...first.keys()].map((voice) => GENDERS.get(voice)));
  const [gender] = genders;
  if (genders.size === 1 && gender === 'male') writer.scope.draft.flow.voice = gender;
  for (const [voice, widget] of first)
    if (genders.size > 1 || !GENDERS.has(voice)) writer.lose(widget, 'VOICE_PER_FLOW', voice);
}
