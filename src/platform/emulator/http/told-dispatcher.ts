/** Why a WebSocket was not opened: undici's own says that it was not, and no more. */
import type { Agent, Dispatcher } from 'undici';

/** The agent, which tells what comes instead of the protocol that was asked for. */
export function tellingWhy(agent: Agent, tell: (why: string) => void): Dispatcher {
  return agent.compose((dispatch) => (options, handler) => dispatch(options, watched(handler, tell)));
}

type Handler = Dispatcher.DispatchHandler;

function watched(handler: Handler, tell: (why: string) => void): Handler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
    onResponseStart: (...args) => {
      tell(`HTTP ${args[1]}`);
      handler.onResponseStart?.(...args);
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
    onResponseError: (...args) => {
      tell(wordsOf(args[1]));
      handler.onResponseError?.(...args);
    },
  };
}

/** An error about several addresses has no message of its own. */
function wordsOf({ message, code }: NodeJS.ErrnoException): string {
  const [first = ''] = message.split('\n');
  return first === '' ? (code ?? 'no reason was given') : first;
}
