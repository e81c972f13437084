export { toDot } from './dot.ts';
export { toMermaid } from './mermaid.ts';
export { createPicture } from './picture.ts';
export type { Arrow, ArrowStyle, Box, BoxKind, Group, Highlights, Mark, Picture } from './picture.ts';
export { toSvg } from './svg.ts';
