import type { Mark } from './picture.ts';

/** On white; for dark pages SVG has others. */
export const markColours: Record<Mark, string> = { full: '#1a7f37', part: '#9a6700', none: '#cf222e' };
