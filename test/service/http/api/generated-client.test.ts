/** A client that is generated from schemas/openapi.json: it compiles, and does its work at a real service. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { expect, test } from 'vitest';
import { flowSaying, useFolders } from '../../../authoring/flow-files/folder.ts';
import { closeAfterEach, openApi } from './scene.ts';

closeAfterEach();
const newFolder = useFolders();
const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** What somebody writes with it. */
const program = `
import { client } from './generated/client.gen.js';
import { deployFlow, getCall, listDeployments, loadRecipients, uploadFlows } from './generated/index.js';

declare const process: { argv: string[] };
const [, , baseUrl = '', key = '', text = ''] = process.argv;
client.setConfig({ baseUrl, auth: key });
const project = 'default';

const uploaded = await uploadFlows({ path: { project }, body: { files: { 'desk/flow.yaml': text } } });
if (uploaded.data === undefined) throw new Error(uploaded.error.detail);
const [made] = uploaded.data.versions;
if (made === undefined) throw new Error('no version was made');
const { data: deployed } = await deployFlow({ path: { project, flow: made.flow }, body: { version: made.version } });
const { data: listed } = await listDeployments({ path: { project } });

const unknown = await getCall({ path: { project, id: 'default.nobody' } });
if (unknown.error?.status !== 404) throw new Error('there is such a call');
const code: 'not_found' | 'unknown_call' | 'unknown_project' = unknown.error.code;
// @ts-expect-error -- no such code is answered with this status
const other: 'forbidden' = unknown.error.code;

const broken = await uploadFlows({ path: { project }, body: { files: { 'desk/flow.yaml': 'ringflow: 1' } } });
if (broken.error?.status !== 422) throw new Error('a flow without steps was taken');
const diagnostics: string[] = (broken.error.diagnostics ?? []).map((one) => one.code);

// @ts-expect-error -- a version has to be named
const noVersion: Parameters<typeof deployFlow>[0]['body'] = {};
const csv: Parameters<typeof loadRecipients>[0]['body'] = 'number\\n+4930555000';

console.log(JSON.stringify({ live: deployed?.live, listed: listed?.items.map((one) => one.flow), code, other, diagnostics, noVersion, csv }));
`;

test('a generated TypeScript client compiles, deploys a flow, and reads a refusal by its code', async () => {
  const folder = newFolder().path;
  const output = join(folder, 'generated');
  const plugins = ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'] as const;
  const input = join(root, 'schemas/openapi.json');
  await createClient({ input, output: { path: output }, plugins: [...plugins], logs: { level: 'silent' } });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'program.ts'), program);
  const tsc = ['--strict', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--module', 'nodenext'];
  const compile = [...tsc, '--skipLibCheck', '--outDir', 'js', 'program.ts'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, ...compile], { cwd: folder }).catch((error: unknown) => {
    expect.fail((error as { stdout?: string }).stdout);
  });
  const { service, admin, adminKey } = await openApi();
  const built = join(folder, 'js/program.js');
  const { stdout } = await run(process.execPath, [built, service.url, adminKey, flowSaying('Hello.')]);
  const told = JSON.parse(stdout) as { live: string };
  expect(told).toMatchObject({
    listed: ['desk'],
    code: 'unknown_call',
    diagnostics: expect.arrayContaining(['missing-key']) as string[],
  });
  expect((await admin('GET', '/projects/default/deployments/desk')).body).toMatchObject({ live: told.live });
}, 120_000);
