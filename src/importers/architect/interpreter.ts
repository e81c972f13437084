/** A flow as a call that a comparison can make. */
import type { Side, Start } from '../../verification/compare/index.ts';
import { Call } from './call.ts';
import { listMoments } from './opening-hours.ts';
import { createState } from './state.ts';
import type { State } from './state.ts';
import type { World } from './world.ts';

const REMOTE = '+15550190001';
const OWN = '+15550190002';

/** Creates the call of a flow. */
export function interpretFlow(world: World): Side<State> {
  const { flow } = world;
  return {
    starts: () => listStarts(world),
    begin: (start) => {
      const call = new Call(world, createState(start, flow.languages[0] ?? 'en-US'));
      return call.perform(() => {
        call.begin();
      });
    },
    move: (state, move) => {
      const call = new Call(world, state);
      return call.perform(() => {
        call.take(move);
      });
    },
  };
}

function listStarts({ flow, graph, outside }: World): Start[] {
  const schedules = graph
    .nodes()
    .flatMap(({ does, span }) =>
      does.kind === 'schedule' ? (outside.findHours(does.schedule, { file: flow.file, span }) ?? []) : [],
    );
  const direction = flow.kind === 'outboundCall' ? 'outbound' : 'inbound';
  return listMoments(schedules).map((at) => ({ direction, at, remote: REMOTE, own: OWN, params: {} }));
}
