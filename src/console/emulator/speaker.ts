/** Speaks what is played aloud when the browser supports it and the user wants it. */
import { signal } from '@preact/signals';

/** True when this browser can speak. */
export const canSpeak = 'speechSynthesis' in globalThis;

/** True when the user wants to hear what is played. */
export const isAloud = signal(false);

/** Sets whether the user wants to hear what is played. */
export function setAloud(isWanted: boolean): void {
  isAloud.value = isWanted;
  if (!isWanted) stopSpeaking();
}

/**
 * Speaks a text in place of what is being spoken.
 *
 * @param language such as `en-US`; default: that of the browser
 */
export function speak(text: string, language?: string): void {
  if (!isAloud.peek() || !canSpeak) return;
  const utterance = new SpeechSynthesisUtterance(text);
  if (language !== undefined) utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}

/** Stops speaking. */
export function stopSpeaking(): void {
  if (canSpeak) speechSynthesis.cancel();
}
