/** What whoever asks is told of a request that does not fit its description. */
import { expect, test } from 'vitest';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

test('each mistake once, with what was expected', async () => {
  const { admin } = await openApi();
  const told = async (method: string, path: string, body?: unknown) => {
    const { status, body: problem } = await admin(method, path, body);
    expect(status).toBe(400);
    return (problem as { detail: string }).detail;
  };
  const call = { flow: 'desk', from: '+4930555000', to: '+4915112345678' };
  expect(await told('POST', '/projects/default/calls', { ...call, to: '123' })).toBe(
    'the body is invalid: body/to must match pattern "^\\+[1-9][0-9]{3,14}$" (A number in E.164 form)',
  );
  expect(await told('POST', '/projects/default/calls', { ...call, too: 1 })).toBe(
    'the body is invalid: body must NOT have additional properties ("too")',
  );
  expect(await told('GET', '/projects/default/calls?limit=0')).toBe(
    'the query is invalid: limit must be >= 1',
  );
  expect(await told('GET', '/projects/default/calls?typo=1')).toBe(
    'the query is invalid: must NOT have additional properties ("typo")',
  );
  expect(await told('GET', '/projects/NO/calls')).toMatch(
    /^the path is invalid: params\/project must match pattern .* \(Id of a project\)$/,
  );
  const sent = await told('POST', '/projects/default/calls/default.x/events', { digits: 'xyz' });
  expect(sent.split(', ')).toHaveLength(new Set(sent.split(', ')).size);
});

test('a mistake has its place, for forms', async () => {
  const { admin } = await openApi();
  const findErrors = async (id: string, route: object) => {
    const { body } = await admin('PUT', `/projects/default/routes/${id}`, route);
    return (body as { errors: unknown }).errors;
  };
  const route = { number: '+4930555000', flow: 'desk' };
  expect(await findErrors('NO', route)).toEqual([
    { in: 'params', pointer: '/id', detail: 'expected: Id of a route, chosen by the operator.' },
  ]);
  expect(await findErrors('desk', { ...route, flow: 'No Flow' })).toEqual([
    { in: 'body', pointer: '/flow', detail: 'expected: Name of a flow.' },
  ]);
  expect(await findErrors('desk', { ...route, params: { nested: {} } })).toContainEqual(
    expect.objectContaining({ in: 'body', pointer: '/params/nested' }),
  );
  expect(await findErrors('desk', { ...route, typo: 1 })).toEqual([
    { in: 'body', pointer: '/typo', detail: 'is not known' },
  ]);
  expect(await findErrors('desk', { number: '+4930555000' })).toEqual([
    { in: 'body', pointer: '/flow', detail: 'is required' },
  ]);
});
