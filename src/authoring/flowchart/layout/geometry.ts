/** Last pass: the places of cards, ports, lines and badges. */
import type { Cells } from './cells.ts';
import type { Badge, Card, Layout, Port } from './shapes.ts';
import { createFrame } from './frame.ts';
import { drawLine } from './lines.ts';
import { BADGE_HEIGHT, findPortOffset, measureHeight, measurePitch, measureWidth } from './measures.ts';
import type { PortPlan } from './ports.ts';
import type { Route } from './routes.ts';
import { assignTracks } from './tracks.ts';
import type { WayGraph } from './ways.ts';

/** Space between two badges, and between two labels of ports. */
const LABEL_SPACE = 4;

interface Parts {
  ways: WayGraph;
  cells: Cells;
  ports: readonly (readonly PortPlan[])[];
  routes: readonly Route[];
}

/** Places all parts. */
export function placeParts({ ways, cells, ports, routes }: Parts): Omit<Layout, 'folded'> {
  const tracks = assignTracks({ cells, ports, routes });
  const hasLine = new Set(routes.map(({ from, port }) => `${from} ${port}`));
  const isBadge = (step: number, port: number) => !hasLine.has(`${step} ${port}`);
  const frame = createFrame({ cells, ports, tracks, isBadge });
  const cards = ways.steps.map(({ id }, step): Card => {
    const plans = ports[step] ?? [];
    const [row = 0, column = 0] = [cells.rows[step], cells.columns[step]];
    const [x = 0, y = 0] = [frame.columnLefts[column], frame.rowTops[row]];
    const [width, height] = [measureWidth(plans), measureHeight(plans)];
    return { step: id, x, y, width, height, row, column, ports: placePorts(plans, { x, y: y + height }) };
  });
  const lines = routes.map((route) => drawLine(route, { cards, tracks, frame }));
  const badges = cards.flatMap((card, step) =>
    card.ports.flatMap((port, index) => (isBadge(step, index) ? [createBadge(card, port, index)] : [])),
  );
  return { width: frame.width, height: frame.height, cards, lines, badges };
}

function placePorts(plans: readonly PortPlan[], { x, y }: { x: number; y: number }): Port[] {
  const width = measurePitch(plans) - LABEL_SPACE;
  return plans.map(({ codes, to, isFailure }, index) => ({
    codes,
    x: x + findPortOffset(plans, index),
    y,
    width,
    to,
    isFailure,
  }));
}

function createBadge(card: Card, { x, y, width, to }: Port, port: number): Badge {
  const isOnly = card.ports.length === 1;
  const left = isOnly ? card.x : x - width / 2;
  return {
    from: card.step,
    port,
    to,
    x: left,
    y: y + LABEL_SPACE,
    width: isOnly ? card.width : width,
    height: BADGE_HEIGHT,
  };
}
