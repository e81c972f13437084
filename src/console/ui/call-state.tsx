/** The state of a call in words. */
import type { GetCallResponse } from '../api/generated/index.ts';
import { Pill } from './pill.tsx';
import type { Tone } from './tone.ts';

type Call = Pick<GetCallResponse, 'leg' | 'ended' | 'endedAt' | 'result'>;
type Result = NonNullable<GetCallResponse['result']>;

/** How calls go, in words. */
export const RESULTS: Readonly<Record<Result, { label: string; tone: Tone }>> = {
  failed: { label: 'failed', tone: 'bad' },
  hung_up: { label: 'hung up early', tone: 'warn' },
  talked: { label: 'talked to somebody', tone: 'neutral' },
  served: { label: 'served', tone: 'neutral' },
};

/** Says where a live call is, how an ended one went, and the reason of its end if that is not the usual one. */
export function CallStatePill({ call }: { call: Call }) {
  const { endedAt, result = 'served', ended = 'unknown' } = call;
  if (endedAt === undefined) return <Pill tone="ok">{describeLeg(call.leg)}</Pill>;
  const { label, tone } = RESULTS[result];
  const reason = ended === 'normal' || ended === result ? '' : `: ${ended.replaceAll('_', ' ')}`;
  return (
    <Pill tone={tone}>
      {label}
      {reason}
    </Pill>
  );
}

/** Says what a live call does at the platform. */
export function describeLeg(leg: string): string {
  if (leg === 'bridged') return 'talking';
  return leg === 'connected' ? 'on the line' : leg.replaceAll('_', ' ');
}
