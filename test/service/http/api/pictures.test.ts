/** Versions as they are looked at: drawn, and beside one another. */
import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Flowchart } from '../../../../src/authoring/flowchart/index.ts';
import { aProject, secretsOfProject } from '../../../builders/project.ts';
import { flowSaying } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';
import type { Ask } from './scene.ts';

closeAfterEach();

const P = '/projects/default';

async function handedIn(ask: Ask, text: string): Promise<string> {
  const { body } = await ask('POST', `${P}/flows`, { files: { 'flow.yaml': flowSaying(text) } });
  return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
}

describe('a diagram', () => {
  test.each([
    ['mermaid', 'text/vnd.mermaid; charset=utf-8', /^(---|flowchart)/],
    ['dot', 'text/vnd.graphviz; charset=utf-8', /^digraph/],
    ['svg', 'image/svg+xml; charset=utf-8', /^<svg/],
  ])('comes as %s', async (format, type, beginning) => {
    const { admin } = await openApi();
    const version = await handedIn(admin, 'Hello.');
    const path = `${P}/flows/desk/versions/${version}/diagram?format=${format}`;
    const drawn = await admin('GET', path);
    expect(drawn).toMatchObject({ status: 200, type });
    expect(drawn.body).toMatch(beginning);
    expect(drawn.body).toContain('hello');
    expect(await admin('GET', path)).toEqual(drawn);
  });

  test('is Mermaid where nothing else is asked for, and one of these in any case', async () => {
    const { admin } = await openApi();
    const path = `${P}/flows/desk/versions/${await handedIn(admin, 'Hello.')}/diagram`;
    expect((await admin('GET', path)).type).toContain('mermaid');
    expect((await admin('GET', `${path}?format=png`)).status).toBe(400);
  });

  test('as SVG may run, load and style nothing but what it brings, whatever a flow says', async () => {
    const { admin, service, adminKey } = await openApi();
    const version = await handedIn(admin, '</text><script>alert(1)</script><style>*{}</style>');
    const response = await fetch(
      `${service.url}/api/v1${P}/flows/desk/versions/${version}/diagram?format=svg`,
      { headers: { authorization: `Bearer ${adminKey}` } },
    );
    const svg = await response.text();
    expect(svg).not.toContain('<script');
    const styles = [...svg.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    expect(styles).toHaveLength(1);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash('sha256', styles[0] ?? '', 'base64')}'; frame-ancestors 'none'; sandbox`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is none of a version that is not known, or of another project', async () => {
    const { admin, as } = await openApi({}, secretsOfProject);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const version = await handedIn(admin, 'Hello.');
    const path = `/flows/desk/versions/${version}/diagram`;
    expect((await admin('GET', `${P}${path}`)).status).toBe(200);
    expect(await admin('GET', `/projects/other${path}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_version' },
    });
    const other = await as({ project: 'other', role: 'admin' });
    expect((await other('GET', `${P}${path}`)).status).toBe(403);
  });
});

describe('a chart', () => {
  test('lists steps and ways with what they show, the same from the cache', async () => {
    const { admin } = await openApi();
    const path = `${P}/flows/desk/versions/${await handedIn(admin, '<img onerror=alert(1)> Hello.')}/graph`;
    const found = await admin('GET', path);
    expect(found).toMatchObject({ status: 200, type: 'application/json; charset=utf-8' });
    const chart = found.body as Flowchart;
    expect(chart).toMatchObject({ flow: 'desk', entry: 'hello', languages: ['en-US'], always: [] });
    expect(chart.steps[0]).toEqual({
      id: 'hello',
      verb: 'say',
      line: expect.any(Number) as number,
      prompt: { 'en-US': '<img onerror=alert(1)> Hello.' },
      waits: 'playback',
      road: 'main',
      ways: expect.any(Array) as object[],
    });
    expect(await admin('GET', path)).toEqual(found);
  });

  test('is none of a version that is not known, or of another project', async () => {
    const { admin, as } = await openApi({}, secretsOfProject);
    expect((await admin('PUT', '/projects/other', aProject)).status).toBe(201);
    const path = `/flows/desk/versions/${await handedIn(admin, 'Hello.')}/graph`;
    expect(await admin('GET', `/projects/other${path}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_version' },
    });
    expect(await admin('GET', `${P}/flows/other/versions/0123456789abcdef/graph`)).toMatchObject({
      status: 404,
    });
    expect((await admin('GET', `${P}/flows/desk/versions/newest/graph`)).status).toBe(400);
    const viewer = await as({ project: 'default', role: 'viewer' });
    expect((await viewer('GET', `${P}${path}`)).status).toBe(200);
    const other = await as({ project: 'other', role: 'admin' });
    expect((await other('GET', `${P}${path}`)).status).toBe(403);
  });
});

describe('the difference between two versions', () => {
  const said = 'at hello: the wording changed: “One.” → “Two.”';

  async function two() {
    const { admin } = await openApi();
    const [from, to] = [await handedIn(admin, 'One.'), await handedIn(admin, 'Two.')];
    const diff = (more = '') => admin('GET', `${P}/flows/desk/diff?from=${from}&to=${to}${more}`);
    return { admin, from, to, diff };
  }

  test('comes as data with its words', async () => {
    const { diff } = await two();
    const { status, type, body } = await diff();
    expect({ status, type }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    expect(body).toMatchObject({ same: false, changes: [{ kind: 'wording', after: 'Two.', text: said }] });
  });

  test('comes as text, and as a list for a pull request', async () => {
    const { diff } = await two();
    expect(await diff('&format=text')).toMatchObject({
      type: 'text/plain; charset=utf-8',
      body: `${said}\n`,
    });
    expect(await diff('&format=markdown')).toMatchObject({
      type: 'text/markdown; charset=utf-8',
      body: expect.stringContaining('### What changed in desk') as string,
    });
  });

  test('tells the text that another language still has', async () => {
    const { admin } = await openApi();
    const upload = async (english: string) => {
      const text = [
        'ringflow: 1',
        'name: desk',
        'languages: [en-US, de-DE]',
        `prompts: { hello: { en-US: ${english}, de-DE: Guten Tag. } }`,
        'steps: { hello: { say: hello, next: hangup } }',
      ].join('\n');
      const { body } = await admin('POST', `${P}/flows`, { files: { 'flow.yaml': text } });
      return (body as { versions: { version: string }[] }).versions[0]?.version ?? '';
    };
    const [from, to] = [await upload('Hello.'), await upload('Good day.')];
    expect((await admin('GET', `${P}/flows/desk/diff?from=${from}&to=${to}`)).body).toMatchObject({
      changes: [
        {
          ...{ kind: 'wording', language: 'en-US', before: 'Hello.', after: 'Good day.' },
          ...{ unchangedIn: ['de-DE'], unchangedTexts: { 'de-DE': 'Guten Tag.' } },
        },
      ],
    });
  });

  test('is nothing between a version and itself', async () => {
    const { admin, from } = await two();
    expect(await admin('GET', `${P}/flows/desk/diff?from=${from}&to=${from}`)).toMatchObject({
      body: { same: true, changes: [] },
    });
  });

  test('needs two versions that are known', async () => {
    const { admin, from } = await two();
    expect((await admin('GET', `${P}/flows/desk/diff?from=${from}`)).status).toBe(400);
    expect(await admin('GET', `${P}/flows/desk/diff?from=${from}&to=0123456789abcdef`)).toMatchObject({
      status: 404,
      body: { code: 'unknown_version' },
    });
  });
});
