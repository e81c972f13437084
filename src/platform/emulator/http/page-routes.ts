/** The page for people at /_emulator/: static files from the folder page/, which the browser asks for anew each time. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

/** Nothing from elsewhere and nothing inline; no other page may frame it or send its forms. */
const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Adds the page, relative to the control plane's prefix. */
export function pageRoutes(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    const [path = '', query] = request.url.split('?');
    // What the page asks for is named relative to it.
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

/** Undefined for what is not there, and for names that could lead out of the folder. */
async function readPageFile(name: string): Promise<Buffer | undefined> {
  if (!/^[a-z-]+\.(html|css|js)$/.test(name)) return undefined;
  try {
    return await readFile(new URL(`page/${name}`, import.meta.url));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
