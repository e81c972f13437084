export { isFault, noteFaults } from './note-faults.ts';
export { writeFlow } from './write-flow.ts';
