/** What the framework refuses by itself is answered in codes of our own. */
import { expect, test } from 'vitest';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();

test('requests that cannot be read are refused with a code that does not change with the framework', async () => {
  const { admin } = await openApi();
  const put = (body: string, type = 'application/json') =>
    admin('PUT', '/projects/default/routes/main', body, { 'content-type': type });
  const answers = {
    'no JSON': await put('{"number":'),
    'an empty body': await put(''),
    'a body that ends too early': await put('{'),
    'a prototype': await put('{"__proto__": {"a": 1}}'),
    'another type': await put('number=1', 'application/x-www-form-urlencoded'),
    'no type': await put('{}', ''),
    'what is no type': await put('{}', 'x y z'),
    'a body that is too large': await put(`{"number":"${'1'.repeat(70_000)}"}`),
    'a body that does not fit': await put('{"number":7}'),
    'JSON where a file is expected': await admin('POST', '/projects/default/campaigns/c/recipients', {}),
    'another method': await admin('PATCH', '/projects/default/routes/main'),
    'an unknown address': await admin('GET', '/nowhere'),
    'an id that is too long': await admin('GET', `/projects/default/calls/default.${'x'.repeat(300)}`),
    'an address that cannot be decoded': await admin('GET', '/projects/%zz'),
  };
  const codes = Object.entries(answers).map(([what, { status, body }]) => [
    what,
    `${status} ${(body as { code: string }).code}`,
  ]);
  expect(Object.fromEntries(codes)).toEqual({
    'no JSON': '400 not_json',
    'an empty body': '400 not_json',
    'a body that ends too early': '400 not_json',
    'a prototype': '400 not_json',
    'another type': '415 unsupported_media_type',
    'no type': '415 unsupported_media_type',
    'what is no type': '415 unsupported_media_type',
    'a body that is too large': '413 too_large',
    'a body that does not fit': '400 invalid',
    'JSON where a file is expected': '415 unsupported_media_type',
    'another method': '404 not_found',
    'an unknown address': '404 not_found',
    'an id that is too long': '404 not_found',
    'an address that cannot be decoded': '404 not_found',
  });
});
