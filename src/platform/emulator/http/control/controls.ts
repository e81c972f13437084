/** Methods of the control API by path, so that a request with a wrong method is told the right ones. */
import type { FastifyInstance, FastifyReply } from 'fastify';

interface Control {
  segments: string[];
  method: string;
}

export class ControlPaths {
  readonly #all: Control[] = [];

  /** Registers routes that are added from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', ({ method, url }) => {
      if (!Array.isArray(method)) this.#all.push({ segments: splitPath(url), method });
    });
  }

  /** Answers a request that no route handles: 405 with the allowed methods, or 404. */
  refuse(url: string, reply: FastifyReply): FastifyReply {
    const segments = splitPath(url);
    const methods = this.#all.filter((control) => matchesPath(control, segments)).map(({ method }) => method);
    if (methods.length === 0) return reply.code(404).send({ error: 'no such path' });
    const allow = [...new Set(methods)].join(', ');
    return reply
      .code(405)
      .header('allow', allow)
      .send({ error: `allowed methods: ${allow}` });
  }
}

function matchesPath(control: Control, segments: string[]): boolean {
  return (
    control.segments.length === segments.length &&
    control.segments.every((segment, index) => segment.startsWith(':') || segment === segments[index])
  );
}

function splitPath(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  return path.replace(/\/$/, '').split('/');
}
