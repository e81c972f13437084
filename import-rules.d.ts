/** Room → the places in other rooms that it may import. */
export const rooms: Readonly<Record<string, readonly string[]>>;
/** Inner room → the only places outside itself that it may import. */
export const innerRooms: Readonly<Record<string, readonly string[]>>;
/** Rooms whose folders are each an inner room of their own. */
export const dividedRooms: readonly string[];
/** Rooms whose folders stand in layers: each folder imports only those before it. */
export const layeredRooms: Readonly<Record<string, readonly string[]>>;
/** Places whose files import each other's files, not an `index.ts`. */
export const openRooms: readonly string[];
/** Outside package → the places that may import it. */
export const packageHomes: Readonly<Record<string, readonly string[]>>;
/** Places whose code may use the clock, timers, randomness, the environment and the console. */
export const mayTouchTheWorld: readonly string[];
/** Whether a path under src/ is that place or below it. */
export function isWithin(path: string, place: string): boolean;
/** The room of a path under src/. */
export function roomOf(path: string): string;
/** The inner room of a path under src/, or its room where it stands in none. */
export function unitOf(path: string): string;
/** Why one file under src/ may not import another; undefined where it may. */
export function findBreach(from: string, to: string): string | undefined;
