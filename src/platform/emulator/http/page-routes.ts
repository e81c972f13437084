/** The web page at /_emulator/: static files from the folder page/, revalidated on every request. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Allows only scripts and styles of the page itself; forbids framing, and forms of other pages. */
const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Adds the page below the prefix of `app`. */
export function addPageRoutes(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    const [path = '', query] = request.url.split('?');
    // Links in the page are relative to it.
    if (!path.endsWith('/')) return reply.redirect(`${path}/${query === undefined ? '' : `?${query}`}`, 308);
    return sendFile(request, reply, 'index.html');
  });
  app.get<{ Params: { file: string } }>('/page/:file', (request, reply) =>
    sendFile(request, reply, request.params.file),
  );
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, name: string): Promise<FastifyReply> {
  const content = await readPageFile(name);
  const type = types[name.split('.')[1] ?? ''];
  if (content === undefined || type === undefined)
    return reply.code(404).send({ error: `the page has no file ${name}` });
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  reply.headers({ ...securityHeaders, etag, 'cache-control': 'no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(content);
}

/** Returns undefined for missing files and for names that could leave the folder. */
async function readPageFile(name: string): Promise<Buffer | undefined> {
  if (!/^[a-z-]+\.(html|css|js)$/.test(name)) return undefined;
  try {
    return await readFile(new URL(`page/${name}`, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
