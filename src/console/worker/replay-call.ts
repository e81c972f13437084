import type { CompiledFlow } from '../../language/model/index.ts';
import { readRecording } from '../../verification/recording/index.ts';
import { previewCalls } from '../../verification/replay/index.ts';
import type { ReplayedCall } from './protocol.ts';

/** Replays an exported call on the flow of a draft. Throws if the text holds no call. */
export function replayCall(exported: string, flow: CompiledFlow | undefined): ReplayedCall {
  if (flow === undefined) return { kind: 'mistakes' };
  const [verdict] = previewCalls(readRecording(exported), flow);
  if (verdict === undefined) throw new Error('the text holds no recorded call');
  return verdict;
}
