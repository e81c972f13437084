export { layoutFlowchart } from './layout.ts';
export type { Badge, Card, Layout, Line, Point, Port } from './shapes.ts';
