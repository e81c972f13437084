/** Place under src/ → the other places it may import from; `*`: from all. */
export const mayImport: Readonly<Record<string, readonly string[] | '*'>>;
/** Outside package → the places that may import it. */
export const packageHomes: Readonly<Record<string, readonly string[]>>;
/** Places whose code may use the clock, timers, randomness, the environment and the console. */
export const mayTouchTheWorld: readonly string[];
