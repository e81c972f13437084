export type { Position, Span } from './span.ts';
