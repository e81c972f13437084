export { openSpeechFiles } from './files.ts';
