/** What is asked of a project that there is not. */
import { describe, expect, test } from 'vitest';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { ApiScene, Answer } from './scene.ts';

closeAfterEach();

const version = '0123456789abcdef';
const bundle = { files: { 'desk/flow.yaml': flowSaying('Hello.') } };

/** Route below a project → what is sent by it; a route that is missing here fails the first test. */
const requests: Record<string, object | undefined> = {
  'GET ': undefined,
  'GET /hook-tokens': undefined,
  'POST /hook-tokens': { name: 'x' },
  'DELETE /hook-tokens/{id}': undefined,
  'POST /flows': bundle,
  'GET /flows': undefined,
  'GET /flows/{flow}/versions/{version}': undefined,
  'GET /stats': undefined,
  'GET /attention': undefined,
  'GET /flows/{flow}/stats': undefined,
  'GET /drafts': undefined,
  'GET /drafts/{flow}': undefined,
  'PUT /drafts/{flow}': bundle,
  'DELETE /drafts/{flow}': undefined,
  'GET /flows/{flow}/versions/{version}/diagram': undefined,
  'GET /flows/{flow}/versions/{version}/graph': undefined,
  'GET /flows/{flow}/versions/{version}/tests': undefined,
  'POST /flows/{flow}/versions/{version}/tests': {},
  'POST /flows/{flow}/versions/{version}/preview': {},
  'GET /flows/{flow}/diff': undefined,
  'POST /tests': bundle,
  'GET /deployments': undefined,
  'PUT /deployments': { flows: { desk: { version } } },
  'GET /deployments/{flow}': undefined,
  'PUT /deployments/{flow}': { version },
  'DELETE /deployments/{flow}': undefined,
  'POST /deployments/{flow}/rollback': undefined,
  'GET /routes': undefined,
  'GET /routes/{id}': undefined,
  'PUT /routes/{id}': { number: '+4930555000', flow: 'desk' },
  'DELETE /routes/{id}': undefined,
  'GET /calls': undefined,
  'GET /calls/{call}': undefined,
  'GET /calls/{call}/trace': undefined,
  'GET /calls/{call}/export': undefined,
  'GET /calls/{call}/recordings': undefined,
  'GET /calls/{call}/recordings/{number}': undefined,
  'POST /calls/{call}/scenario': {},
  'POST /calls': { flow: 'desk', from: '+4930111222', to: '+4930111333' },
  'GET /planned-calls': undefined,
  'GET /planned-calls/{id}': undefined,
  'DELETE /planned-calls/{id}': undefined,
  'GET /cdrs': undefined,
  'GET /events': undefined,
  'POST /calls/{call}/events': { type: 'digits', digits: '1' },
  'POST /calls/{call}/end': undefined,
  'GET /campaigns': undefined,
  'GET /campaigns/{id}': undefined,
  'PUT /campaigns/{id}': { flow: 'desk', from: '+4930111222', pace: { perSecond: 1, atOnce: 1 } },
  'DELETE /campaigns/{id}': undefined,
  'POST /campaigns/{id}/start': undefined,
  'POST /campaigns/{id}/pause': undefined,
  'POST /campaigns/{id}/resume': undefined,
  'POST /campaigns/{id}/stop': undefined,
  'POST /campaigns/{id}/recipients': undefined,
  'GET /campaigns/{id}/results': undefined,
  'GET /campaigns/{id}/stats': undefined,
  'GET /do-not-call': undefined,
  'PUT /do-not-call/{number}': undefined,
  'DELETE /do-not-call/{number}': undefined,
};

/** Of what a token has, in the form of its id. */
const idIn = (route: string) =>
  route.includes('hook-tokens') ? '0123456789ab' : route.includes('planned') ? 'a'.repeat(32) : 'main';

/** Each request, as fits its route, with what it was answered. */
async function* asked({ as }: ApiScene, project: string): AsyncGenerator<[string, Answer]> {
  const admin = await as({ project: '*', role: 'admin' });
  for (const [route, body] of Object.entries(requests)) {
    const [method = '', path = ''] = route.split(' ');
    const filled = path
      .replace('{flow}', 'desk')
      .replace('{version}', version)
      .replace('{call}', `${project}.7b1d`)
      .replace('recordings/{number}', 'recordings/1')
      .replace('{number}', '%2B4930111222')
      .replace('{id}', idIn(route));
    const query = path.endsWith('/diff') ? `?from=${version}&to=${version}` : '';
    yield [route, await admin(method, `/projects/${project}${filled}${query}`, body)];
  }
}

describe('a project that there is not', () => {
  test('is asked by every route that names one but those that set up and take away', async () => {
    const { admin } = await openApi();
    const { paths } = (await admin('GET', '/openapi.json')).body as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) => {
      const [, below] = /^\/api\/v1\/projects\/\{project\}(.*)$/.exec(path) ?? [];
      if (below === undefined) return [];
      const named = below.replace('/calls/{id}', '/calls/{call}');
      return Object.keys(methods).map((method) => `${method.toUpperCase()} ${named}`);
    });
    const setUp = ['PUT ', 'DELETE '];
    expect(described.sort()).toEqual([...Object.keys(requests), ...setUp].sort());
  });

  test('is told as 404 unknown_project by each of them, and nothing is kept', async () => {
    const scene = await openApi();
    for await (const [route, answer] of asked(scene, 'nowhere'))
      expect(answer, route).toMatchObject({ status: 404, body: { code: 'unknown_project' } });
    const { items } = (await scene.admin('GET', '/audit')).body as { items: object[] };
    expect(items).toEqual([]);
  });

  test('is answered like one that there is to whoever has no right there', async () => {
    const scene = await openApi({}, secretsOfProject);
    expect((await scene.admin('PUT', '/projects/shop', aProject)).status).toBe(201);
    const stranger = await scene.as({ project: 'default', role: 'admin' });
    const same = { 'x-request-id': 'same' };
    for (const [method, path] of [
      ['GET', '/routes'],
      ['POST', '/flows'],
      ['DELETE', ''],
    ] as const) {
      const answers = await Promise.all(
        ['shop', 'nowhere'].map((project) =>
          stranger(method, `/projects/${project}${path}`, undefined, same),
        ),
      );
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]?.status).toBe(403);
    }
  });

  test('takes flows once it is set up, and no more once it was taken away', async () => {
    const scene = await openApi({}, secretsOfProject);
    const author = await scene.as({ project: 'shop', role: 'author' });
    const handIn = () => author('POST', '/projects/shop/flows', bundle);
    expect(await handIn()).toMatchObject({ status: 404, body: { code: 'unknown_project' } });
    expect((await scene.admin('PUT', '/projects/shop', aProject)).status).toBe(201);
    expect((await handIn()).status).toBe(200);
    expect((await scene.admin('DELETE', '/projects/shop')).status).toBe(204);
    expect((await handIn()).status).toBe(404);
    expect((await author('GET', '/projects/shop/flows')).status).toBe(404);
    expect((await scene.admin('PUT', '/projects/shop', aProject)).status).toBe(201);
    expect((await author('GET', '/projects/shop/flows')).body).toMatchObject({ items: [{ flow: 'desk' }] });
  });
});
