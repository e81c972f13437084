/** The check worker of the console: compiles, tests, proves and calls the flows of a draft, without a server. */
import { createAnswerer } from './answer.ts';
import { startLanguageServer } from './language.ts';
import type { FromWorker, Request, ToWorker } from './protocol.ts';

/** The worker's global scope, as far as it is used; the types of the console are those of a page. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

const scope = self as unknown as WorkerScope;
const answer = createAnswerer();

function send(message: FromWorker): void {
  scope.postMessage(message);
}

const language = startLanguageServer(
  (message) => {
    send({ kind: 'language', message });
  },
  { defer: (work) => setTimeout(work) },
);

scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'language') language.receive(data.message);
  else if (data.kind === 'files') language.setFiles(data.files);
  else void handleRequest(data);
});

async function handleRequest(request: Request): Promise<void> {
  const { id } = request;
  try {
    const gives = await answer(request, {
      clock: () => performance.now(),
      onProgress: (progress) => {
        send({ kind: 'progress', id, progress });
      },
    });
    send({ kind: 'answer', id, gives });
  } catch (error) {
    send({
      kind: 'failure',
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}
