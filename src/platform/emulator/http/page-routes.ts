/**
 * The web page at /_emulator/: the files that `npm run build:console` makes of src/console/emulator.
 *
 * PAGE-1. The page runs no inline script or style, loads and connects only to the emulator, and cannot be framed.
 * PAGE-2. Files whose names carry a hash are cached for ever, the page itself never.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** PAGE-1 */
const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Adds the page below the prefix of `app`.
 *
 * @param folder folder with the built page; default: that of this package
 */
export function addPageRoutes(app: FastifyInstance, folder: string = findPageFolder()): void {
  const isBuilt = existsSync(`${folder}/index.html`);
  if (isBuilt) app.register(staticFiles, { root: folder, serve: false, cacheControl: false, setHeaders });
  const send = (reply: FastifyReply, file: string): FastifyReply =>
    isBuilt
      ? reply.sendFile(file)
      : reply.code(404).send({ error: 'the page is not built: run "npm run build:console"' });
  app.get('/', (request, reply) => {
    const [path = '', query] = request.url.split('?');
    // Links in the page are relative to it.
    if (!path.endsWith('/')) return reply.redirect(`${path}/${query === undefined ? '' : `?${query}`}`, 308);
    return send(reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
    send(reply, `assets/${file}`),
  );
}

/** Sets the headers of a file that was found. */
function setHeaders(reply: FastifyReply, path: string): void {
  const hasHash = path.includes('/assets/');
  reply.headers({
    ...securityHeaders,
    'cache-control': hasHash ? 'public, max-age=31536000, immutable' : 'no-store',
  });
}

/** Returns the folder of the built page: beside the sources in a checkout, beside the built sources in the package. */
function findPageFolder(): string {
  const [checkout = '', built = ''] = ['../../../../dist/emulator', '../../../../emulator'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return existsSync(built) ? built : checkout;
}
