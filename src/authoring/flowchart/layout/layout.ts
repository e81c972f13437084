/**
 * The spine layout: a diagram that reads as the file does and stays in place when the flow is edited. Small passes, each a
 * file: ways → order → cells → ports → routes → geometry. Pure: the same chart gives the same layout, in the service and in
 * the page.
 */
import type { Flowchart } from '../index.ts';
import { assignCells } from './cells.ts';
import { placeParts } from './geometry.ts';
import { findOrder } from './order.ts';
import { arrangePorts } from './ports.ts';
import { chooseRoutes } from './routes.ts';
import type { Layout } from './shapes.ts';
import { readWays } from './ways.ts';

interface LayoutOptions {
  /** True leaves out the steps of the error path and the finalizer. */
  isFolded: boolean;
}

/** Lays out a chart. Time grows with steps and ways: 1,000 steps take a few milliseconds. */
export function layoutFlowchart(chart: Flowchart, { isFolded }: LayoutOptions): Layout {
  const shown = isFolded ? chart.steps.filter(({ road }) => road === 'main') : chart.steps;
  const folded = isFolded ? chart.steps.filter(({ road }) => road !== 'main').map(({ id }) => id) : [];
  const ways = readWays({ ...chart, steps: shown });
  const order = findOrder(ways);
  const cells = assignCells(ways, order);
  const ports = arrangePorts(ways, order);
  const routes = chooseRoutes({ ways, order, cells, ports });
  return { ...placeParts({ ways, cells, ports, routes }), folded };
}
