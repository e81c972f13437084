export { toCdr } from './cdr.ts';
export type { Cdr } from './cdr.ts';
export { CdrFeed } from './feed.ts';
export { cdrFormats, renderHeading, renderLine } from './formats.ts';
export type { CdrFormat } from './formats.ts';
export { readCdrs } from './read.ts';
export type { CdrSource } from './read.ts';
