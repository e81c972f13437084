/** A page with the check worker of the console, built as for use and served under the console's Content-Security-Policy. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { build, type Plugin } from 'vite';
import { useBrowserFiles, workerEntry } from '../../scripts/browser-files.ts';

const root = new URL('../../', import.meta.url).pathname;
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";
const PAGE = 'virtual:page';

const script = `
import { Checker } from '${root}src/console/worker/client.ts';
globalThis.checker = new Checker(() => new Worker('/worker.js', { type: 'module' }));
`;

/** The page's script, which has no file. */
const page: Plugin = {
  name: 'check-page',
  resolveId: (source) => (source === PAGE ? PAGE : null),
  load: (id) => (id === PAGE ? script : null),
};

/** The chunks of the built page and worker, by file name. */
export async function buildCheckPage(): Promise<Map<string, string>> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [useBrowserFiles(), page],
    build: {
      write: false,
      target: 'es2023',
      // The worker is an entry here, and has no document for links to its chunks.
      modulePreload: false,
      rolldownOptions: {
        input: { worker: workerEntry, page: PAGE },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  });
  if (!('output' in built)) throw new Error('one build was asked for');
  return new Map(built.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])));
}

/** Serves the page; `close` ends it. */
export async function serveCheckPage(
  chunks: ReadonlyMap<string, string>,
): Promise<{ url: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    response.setHeader('content-security-policy', POLICY);
    const code = chunks.get(url.slice(1));
    response.setHeader('content-type', code === undefined ? 'text/html' : 'text/javascript');
    response.end(code ?? '<!doctype html><title>Check</title><script type="module" src="/page.js"></script>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
