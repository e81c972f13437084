import { toRecordedCall } from '../../verification/recording/index.ts';
import { exportScenario } from '../../verification/replay/index.ts';
import type { EndedCall } from './phone.ts';
import type { KeptCall } from './protocol.ts';

/** Writes a simulated call as a scenario file that stands beside its flow. */
export function keepCall({ simulation, flow, env, file }: EndedCall): KeptCall {
  const { record, trace } = simulation;
  const flowFile = file.split('/').at(-1);
  const { text, replayed, lost } = exportScenario(toRecordedCall(record, trace, env), flow, {
    keepNumbers: true,
    ...(flowFile !== undefined && { flowFile }),
  });
  return { text, isReproduced: replayed.parting === undefined && lost === undefined };
}
