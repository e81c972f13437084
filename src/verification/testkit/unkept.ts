/** What a scenario promises of a whole call and did not come: requests counted, failures met. */
import { formatTimes, joinFirst } from '../../language/text/index.ts';
import type { PlatformFault } from './platform-faults.ts';
import type { Miss } from './scene.ts';
import type { PlayedCall } from './simulation.ts';
import { sinceStart } from './time.ts';
import { requestInWords } from './web-moves.ts';
import type { MadeRequest, WebStub } from './web-services.ts';

/** So many requests are told one by one. */
const SHOWN = 10;

/** The first promise that a call, which is over, did not keep. */
export function unkept(call: PlayedCall): Miss | undefined {
  const [fault] = call.faults.unmet;
  if (fault !== undefined) return neverMet(call, fault);
  const wrong = call.web.promised.find(({ stub, served }) => served.length !== stub.calls);
  return wrong && miscounted(call, wrong.stub, wrong.served);
}

function neverMet({ faults }: PlayedCall, { kind, nth, code, span }: PlatformFault): Miss {
  const given = faults.given(kind);
  const found = given === 0 ? `no ${kind} at all` : `only ${given}`;
  return {
    message: `${kind} number ${nth} was to fail with ${code}, but the flow gave ${found}`,
    ...(span && { span }),
  };
}

function miscounted(call: PlayedCall, stub: WebStub, served: readonly MadeRequest[]): Miss {
  const { match, calls = 0, span } = stub;
  const requests = served.length > 0 ? served : call.web.requests;
  const told = requests.map(
    (made) => `${requestInWords(made)} at ${sinceStart(made.at, call.record.startedAt)}`,
  );
  const hint = told.length === 0 ? 'it asked no web service at all' : `it asked ${joinFirst(told, SHOWN)}`;
  return {
    message: `the flow asked ${match} ${timesInWords(served.length)}; expected ${timesInWords(calls)}`,
    hint,
    ...(span && { span }),
  };
}

function timesInWords(count: number): string {
  return count === 0 ? 'never' : formatTimes(count);
}
