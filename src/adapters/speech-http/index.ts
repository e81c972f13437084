export { createRecognitionService } from './recognition.ts';
export { createSpeechService } from './synthesis.ts';
