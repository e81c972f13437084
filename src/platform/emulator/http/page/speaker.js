/** Speaks plays aloud when the browser supports it and the box is checked. */
import { find } from './dom.js';

const box = find('aloud', HTMLInputElement);
const synthesis = 'speechSynthesis' in window ? window.speechSynthesis : undefined;

if (synthesis === undefined) {
  box.disabled = true;
  box.title = 'This browser does not support speech synthesis.';
}
box.addEventListener('change', () => {
  if (!box.checked) stopSpeaking();
});

/**
 * @param {string} text
 * @param {string} [language] Such as `en-US`.
 */
export function speak(text, language) {
  if (!box.checked || synthesis === undefined) return;
  const utterance = new SpeechSynthesisUtterance(text);
  if (language !== undefined) utterance.lang = language;
  synthesis.cancel();
  synthesis.speak(utterance);
}

/** Stops speaking. */
export function stopSpeaking() {
  synthesis?.cancel();
}
