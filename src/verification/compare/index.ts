export { MAX_STEPS } from './side.ts';
export type { Awaits, Effect, Move, ServiceReply, Side, Start, Turn } from './side.ts';
