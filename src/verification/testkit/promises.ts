/** Checks what a scenario promises about the whole call: numbers of requests, and failures that commands must meet. */
import { formatTimes, joinFirst } from '../../language/text/index.ts';
import type { PlatformFault } from './platform-faults.ts';
import type { Miss } from './scene.ts';
import type { PlayedCall } from './simulation.ts';
import { formatSinceStart } from './time.ts';
import { renderRequest } from './web-moves.ts';
import type { MadeRequest, WebStub } from './web-services.ts';

/** Maximum number of listed requests. */
const SHOWN = 10;

/** Returns a miss for the first promise that a finished call did not keep. */
export function findUnkeptPromise(call: PlayedCall): Miss | undefined {
  const [fault] = call.faults.unmet;
  if (fault !== undefined) return createUnmetMiss(call, fault);
  const wrong = call.web.promised.find(({ stub, served }) => served.length !== stub.calls);
  return wrong && createCountMiss(call, wrong.stub, wrong.served);
}

function createUnmetMiss({ faults }: PlayedCall, { kind, nth, code, span }: PlatformFault): Miss {
  const given = faults.countCommands(kind);
  const found = given === 0 ? `no ${kind}` : `only ${given}`;
  return {
    message: `${kind} number ${nth} was expected to fail with ${code}, but the flow sent ${found}`,
    ...(span && { span }),
  };
}

function createCountMiss(call: PlayedCall, stub: WebStub, served: readonly MadeRequest[]): Miss {
  const { match, calls = 0, span } = stub;
  const requests = served.length > 0 ? served : call.web.requests;
  const told = requests.map(
    (made) => `${renderRequest(made)} at ${formatSinceStart(made.at, call.record.startedAt)}`,
  );
  const hint = told.length === 0 ? 'it sent no web request' : `it sent ${joinFirst(told, SHOWN)}`;
  return {
    message: `the flow sent ${match} ${renderTimes(served.length)}; expected: ${renderTimes(calls)}`,
    hint,
    ...(span && { span }),
  };
}

function renderTimes(count: number): string {
  return count === 0 ? 'never' : formatTimes(count);
}
