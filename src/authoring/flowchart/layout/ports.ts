/** Fourth pass: the ports of each card. */
import type { FlowchartTarget, FlowchartWay } from '../index.ts';
import type { Order } from './order.ts';
import type { WayGraph } from './ways.ts';

/** A port before it has a place. */
export interface PortPlan {
  codes: string[];
  to: FlowchartTarget;
  /** Index of the target step; undefined for a word, and for the step itself. */
  target?: number;
  isFailure: boolean;
}

/** Returns the ports of each step from left to right. */
export function arrangePorts({ drawn, steps, indexes }: WayGraph, { straight }: Order): PortPlan[][] {
  return drawn.map((ways, step) => {
    const isMenu = steps[step]?.verb === 'menu';
    const ports = groupWays(ways, isMenu).map((group) => createPort(step, group, indexes));
    if (isMenu) return ports;
    const first = ports.filter(({ target }) => target !== undefined && target === straight[step]);
    return [...first, ...ports.filter((port) => !first.includes(port))];
  });
}

/** Groups ways to the same target; each key of a menu stays by itself. */
function groupWays(ways: readonly FlowchartWay[], isMenu: boolean): FlowchartWay[][] {
  const toKey = ({ code, kind, to }: FlowchartWay) =>
    `${isMenu && kind === 'choice' ? code : ''} ${'step' in to ? to.step : `word ${to.word}`}`;
  return [...Map.groupBy(ways, toKey).values()];
}

function createPort(step: number, group: readonly FlowchartWay[], indexes: WayGraph['indexes']): PortPlan {
  // A group has at least one way.
  const to = group[0]?.to ?? { word: 'hangup' };
  const target = 'step' in to ? indexes.get(to.step) : undefined;
  const hasLine = target !== undefined && target !== step;
  return {
    codes: group.map(({ code }) => code),
    to,
    ...(hasLine && { target }),
    isFailure: group.every(({ kind }) => kind === 'failure'),
  };
}
