/** Routes that are changed under a precondition. */
import { expect, test } from 'vitest';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

const PATH = '/projects/default/routes/main';
const route = { number: '+4930555000', flow: 'desk', params: { a: 1, b: 2 } };

test('a route is changed and removed only in the state that the request names, if it names one', async () => {
  const { admin, adminKey, service } = await openApi();
  const readTag = async () => {
    const headers = { authorization: `Bearer ${adminKey}` };
    return (await fetch(`${service.url}/api/v1${PATH}`, { headers })).headers.get('etag') ?? '';
  };
  const put = (body: object, headers: Record<string, string> = {}) => admin('PUT', PATH, body, headers);
  const isNew = { 'if-none-match': '*' };
  expect((await put(route, isNew)).status).toBe(201);
  const first = await readTag();
  expect(first).toMatch(/^"[\w-]{43}"$/);
  const refused = { status: 412, body: { code: 'precondition_failed', etag: first } };
  expect(await put(route, isNew)).toMatchObject(refused);
  expect(await put({ ...route, flow: 'night' }, { 'if-match': '"other"' })).toMatchObject(refused);
  expect((await put({ ...route, flow: 'night' }, { 'if-match': first })).status).toBe(200);
  const second = await readTag();
  expect(second).not.toBe(first);
  expect(await admin('DELETE', PATH, undefined, { 'if-match': first })).toMatchObject({
    ...{ status: 412, body: { code: 'precondition_failed', etag: second } },
  });
  // The same route has the same tag, in whichever order its parameters come.
  expect((await put({ ...route, params: { b: 2, a: 1 } })).status).toBe(200);
  expect(await readTag()).toBe(first);
  expect((await admin('DELETE', PATH, undefined, { 'if-match': first })).status).toBe(204);
  expect(await put(route, { 'if-match': first })).toMatchObject({
    ...{ status: 412, body: { code: 'precondition_failed' } },
  });
  expect((await put(route)).status).toBe(201);
});
