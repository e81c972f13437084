export { buildFlowchart, sketchFlowchart } from './build.ts';
export type {
  Flowchart,
  FlowchartStep,
  FlowchartTarget,
  FlowchartWay,
  TargetWord,
  WayKind,
} from './flowchart.ts';
export { readSteps } from './steps.ts';
export type { RoadStep } from './steps.ts';
