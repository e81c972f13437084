/** The sizes of cards and the places of ports on them, px. */
import type { PortPlan } from './ports.ts';

/** Width of a card; one with many ports is wider. */
export const CARD_WIDTH = 216;
/** Height of a card without ports, and with them. */
export const CARD_HEIGHT = 54;
const CARD_HEIGHT_WITH_PORTS = 82;
/** Distance of the first port, and of arriving lines, from the left edge: a column is one straight line. */
export const PORT_INSET = 26;
/** Greatest and least distance of two ports. */
const MAX_PITCH = 62;
const MIN_PITCH = 30;
/** Height of a badge, and what a row with badges is higher by. */
export const BADGE_HEIGHT = 16;

/** Returns the width of a card. */
export function measureWidth(ports: readonly PortPlan[]): number {
  return Math.max(CARD_WIDTH, 2 * PORT_INSET + MIN_PITCH * (ports.length - 1));
}

/** Returns the height of a card. */
export function measureHeight(ports: readonly PortPlan[]): number {
  return ports.length > 1 ? CARD_HEIGHT_WITH_PORTS : CARD_HEIGHT;
}

/** Returns the distance of two ports of a card. */
export function measurePitch(ports: readonly PortPlan[]): number {
  return Math.min(MAX_PITCH, (measureWidth(ports) - 2 * PORT_INSET) / Math.max(1, ports.length - 1));
}

/** Returns the distance of a port from the left edge of its card. */
export function findPortOffset(ports: readonly PortPlan[], index: number): number {
  return PORT_INSET + index * measurePitch(ports);
}
