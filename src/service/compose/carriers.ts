/** The carriers beside the platform: created from their settings, followed while the service runs. */
import { createAsteriskCarrier } from '../../carriers/asterisk/index.ts';
import { DEFAULT_PROJECT, projectId } from '../../call/index.ts';
import type {
  Clock,
  EventSink,
  LiveCall,
  Log,
  Recognizer,
  SpeechFiles,
  Store,
} from '../../engine/ports/index.ts';
import { toLiveCall } from '../../engine/index.ts';
import type { Intake } from '../../engine/index.ts';
import { CarrierConnections, createRecordingAddresses } from '../carriers/index.ts';
import type { CarrierOfProject } from '../carriers/index.ts';
import type { Config } from '../config/config.ts';

interface CarrierParts {
  /** Address of the service, known once it listens. */
  address: { base: string };
  speech: SpeechFiles | undefined;
  recognizer: Recognizer | undefined;
  log: Log;
}

/** Creates the carriers beside the platform. Nothing is connected. Throws a TypeError for invalid settings. */
export function createCarriers(
  { carriers, speech: speechSettings }: Pick<Config, 'carriers' | 'speech'>,
  { address, speech, recognizer, log }: CarrierParts,
): CarrierOfProject[] {
  const folder = speechSettings?.cache.directory;
  return carriers.map(({ prompts, sipHosts, eventsToken, project = DEFAULT_PROJECT, ...carrier }) => ({
    project,
    carrier: createAsteriskCarrier({
      ...carrier,
      project: projectId(project),
      ...(speech && { speech }),
      ...(recognizer && { recognizer }),
      ...(folder !== undefined &&
        prompts !== undefined && { soundFolder: { ours: folder, theirs: prompts } }),
      recordingAddresses: createRecordingAddresses(address, project),
      ...(sipHosts.length > 0 && { sip: { endpoint: 'trunk', hosts: sipHosts } }),
      log,
    }),
    ...(eventsToken !== undefined && { eventsToken }),
  }));
}

interface ConnectionParts {
  carriers: readonly CarrierOfProject[];
  calls: { intake: Pick<Intake, 'receive'>; store: Store };
  clock: Clock;
  log: Log;
  newId: () => string;
}

/** Creates the connections over which the carriers report events. */
export function createConnections({
  carriers,
  calls,
  clock,
  log,
  newId,
}: ConnectionParts): CarrierConnections {
  return new CarrierConnections({
    carriers,
    createSink: (of) => createSink(of, calls),
    registry: calls.store.registry,
    clock,
    log,
    newId,
  });
}

/** Page size when live calls are listed. */
const PAGE = 200;

function createSink(
  { project: id, carrier }: { project: string; carrier: string },
  { intake, store }: ConnectionParts['calls'],
): EventSink {
  const project = projectId(id);
  return {
    receive: (arrival) => intake.receive({ ...arrival, project, carrier }),
    async listLiveCalls() {
      const live: LiveCall[] = [];
      for (let after: string | undefined, isLast = false; !isLast;) {
        const page = await store.list(
          { project, state: 'live' },
          { limit: PAGE, ...(after !== undefined && { after }) },
        );
        for (const { id } of page.calls.filter((call) => call.carrier === carrier)) {
          const stored = await store.load(id);
          if (stored !== undefined) live.push(toLiveCall(stored));
        }
        after = page.next;
        isLast = after === undefined;
      }
      return live;
    },
    hasCall: async (call) => (await store.load(call)) !== undefined,
  };
}
