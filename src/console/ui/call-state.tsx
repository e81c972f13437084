/** The state of a call in words. */
import type { GetCallResponse } from '../api/generated/index.ts';
import { Pill } from './pill.tsx';
import type { Tone } from './tone.ts';

type Call = Pick<GetCallResponse, 'leg' | 'ended' | 'endedAt'>;

const TONES: Readonly<Record<string, Tone>> = { normal: 'neutral', failed: 'bad', rejected: 'warn' };

export function CallStatePill({ call }: { call: Call }) {
  if (call.endedAt === undefined) return <Pill tone="ok">{describeLeg(call.leg)}</Pill>;
  const { ended = 'unknown' } = call;
  return <Pill tone={TONES[ended] ?? 'neutral'}>ended: {ended.replaceAll('_', ' ')}</Pill>;
}

/** Says what a live call does at the platform. */
export function describeLeg(leg: string): string {
  if (leg === 'bridged') return 'talking';
  return leg === 'connected' ? 'on the line' : leg.replaceAll('_', ' ');
}
