/** Reads a form with a file, as a recognition service receives it. */
import type { IncomingMessage } from 'node:http';

export interface Form {
  fields: Record<string, string>;
  file: Buffer;
}

/** Reads the body of a request that is `multipart/form-data`. */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [, boundary] =
    /^multipart\/form-data; boundary=(\S+)$/.exec(request.headers['content-type'] ?? '') ?? [];
  if (boundary === undefined) throw new Error('the request is no form');
  const form: Form = { fields: {}, file: Buffer.alloc(0) };
  const parts = Buffer.concat(chunks).toString('latin1').split(`--${boundary}`).slice(1, -1);
  for (const part of parts) {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n').slice(0, -2);
    const [, name = ''] = /name="([^"]+)"/.exec(head) ?? [];
    if (name === 'file') form.file = Buffer.from(body, 'latin1');
    else form.fields[name] = Buffer.from(body, 'latin1').toString();
  }
  return form;
}
