export { writeFlow } from './write-flow.ts';
