/**
 * The console's pages at `/console/`: static files, how to sign in, and a key for pages of this machine in development.
 *
 * CONSOLE-1 Pages run no inline script or style, load only from this service, and cannot be framed. They may connect to this
 *           service, the identity provider and, in development, the emulator.
 * CONSOLE-2 Files whose names carry a hash are cached for ever, others never.
 * CONSOLE-3 The local key is handed out only to pages of this service at a loopback address: the check of `Host` keeps out
 *           foreign names that resolve to this machine, the check of `Sec-Fetch-Site` pages of other origins.
 */
import helmet from '@fastify/helmet';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, Problem } from './problem.ts';

/** Path of the pages. */
export const CONSOLE_PATH = '/console';

export interface ConsolePages {
  /** Folder with the built console. */
  folder: string;
  /** The identity provider at which people sign in; absent: with keys only. */
  oidc?: { issuer: string; clientId: string; scope: string };
  /** Present in `dev`: a key that pages of this machine get without signing in. */
  localKey?: string;
  /** Present in `dev` with the emulator: the emulator's base address, which pages of this machine are told. */
  emulatorUrl?: string;
}

/** Adds the pages to a server whose prefix is `CONSOLE_PATH`. */
export async function addConsolePages(server: FastifyInstance, pages: ConsolePages): Promise<void> {
  const { folder, oidc, localKey, emulatorUrl } = pages;
  await server.register(helmet, securityHeaders(pages));
  await server.register(staticFiles, {
    root: folder,
    redirect: true,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      );
    },
  });
  server.get('/sign-in.json', (request, reply) => {
    reply.header('cache-control', 'no-store');
    return {
      ...(oidc && { oidc }),
      ...(localKey !== undefined && { isLocal: true }),
      ...(emulatorUrl !== undefined && isLocalAddress(request) && { emulator: `${emulatorUrl}/_emulator/` }),
    };
  });
  if (localKey !== undefined)
    server.post('/local-key', (request, reply) => {
      if (!isLocalPage(request))
        throw new Problem('forbidden', 'only pages of this service at a loopback address get its local key');
      reply.header('cache-control', 'no-store');
      return { key: localKey };
    });
  // Views have addresses that only the page knows; ids of calls may end like the name of a file. Who opens a view asks for
  // HTML, and a page that misses a file does not.
  server.setNotFoundHandler((request, reply) => {
    const isView = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (!isView) throw notFound;
    return reply.header('cache-control', 'no-store').sendFile('index.html');
  });
}

/** CONSOLE-3 */
function isLocalPage(request: FastifyRequest): boolean {
  return isLocalAddress(request) && request.headers['sec-fetch-site'] === 'same-origin';
}

/** True when the request was made to a loopback address. */
function isLocalAddress({ headers }: FastifyRequest): boolean {
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  return ['127.0.0.1', 'localhost', '[::1]'].includes(name);
}

/** CONSOLE-1 */
function securityHeaders({ oidc, emulatorUrl }: ConsolePages) {
  const others = [oidc?.issuer, emulatorUrl].flatMap((url) =>
    url === undefined ? [] : [new URL(url).origin],
  );
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...others],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['ringflow'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    crossOriginOpenerPolicy: { policy: 'same-origin' as const },
    strictTransportSecurity: false,
  };
}
