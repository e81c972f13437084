/** What becomes of the flows that a service is started with: checked for its carriers, and spoken before anybody calls. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadFlowsWithSources } from '../../../src/authoring/flow-files/index.ts';
import type { Config } from '../../../src/service/config/config.ts';
import { flowSaying, useFolders } from '../../authoring/flow-files/folder.ts';
import { until } from '../../engine/until.ts';
import { closeAfterEach, openApi } from '../http/api/scene.ts';
import { createTone, writeWav } from '../../adapters/speech/wav-file.ts';

closeAfterEach();
const newFolder = useFolders();

/** A mailbox, which the platform cannot offer. */
const MAILBOX = `ringflow: 1
name: mailbox
on: { error: bye }
vars: { recording: '' }
steps:
  message:
    voicemail: { prompt: Leave a message., save: recording }
    on: { silent: bye }
  bye: { hangup: Goodbye. }
`;
const LACK = `step "message" records a message of the caller alone, which the platform cannot do`;

/** Starts a service with the flows of a folder, as `serve` does. */
function serve(files: Record<string, string>, settings: Partial<Config> = {}) {
  const folder = newFolder();
  for (const [file, text] of Object.entries(files)) folder.write(file, text);
  const { loaded, sources } = loadFlowsWithSources(folder.path);
  const served = { flows: loaded.flows, folder: { path: folder.path, sources, isFollowed: false } };
  return openApi({}, settings, {}, served);
}

test('a service does not start with a flow that takes calls and that no carrier can run', async () => {
  await expect(serve({ 'mailbox.flow.yaml': MAILBOX })).rejects.toMatchObject({
    code: 'carrier_lacks',
    message: `no carrier can run "mailbox": mailbox.flow.yaml, line 6: ${LACK}. Change the step, or lead no number to the flow`,
  });
});

test('a flow to which no number leads is warned of', async () => {
  const files = { 'mailbox.flow.yaml': MAILBOX, 'desk.flow.yaml': flowSaying('Hello.') };
  const { log } = await serve(files, { defaultFlow: 'desk' });
  expect(log.of('warn')).toContain(`mailbox: line 6: ${LACK}`);
});

test('a version that is deployed through the API is spoken ahead, as those of the folder are', async () => {
  const folder = newFolder();
  const wav = join(folder.path, 'spoken.wav');
  writeFileSync(wav, writeWav(createTone(440, { seconds: 0.1 })));
  const command = ['sh', '-c', `cat >/dev/null; cat '${wav}'`] as const;
  const cache = { directory: join(folder.path, 'speech'), maxBytes: 1_000_000 };
  const speech = { cache, engine: { kind: 'command', command } as const, voices: new Map<string, string>() };
  const { admin, log } = await serve({ 'desk.flow.yaml': flowSaying('Hello.') }, { speech });
  const countRenderings = () =>
    log.of('info').filter((one) => one === 'speech of the flows is rendered').length;
  await until(() => countRenderings() === 1);
  const countFiles = () =>
    readdirSync(cache.directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ulaw'),
    ).length;
  const before = countFiles();
  const files = { 'shop.flow.yaml': flowSaying('Shop.', 'shop') };
  const uploaded = await admin('POST', '/projects/default/flows', { files });
  const [version] = (uploaded.body as { versions: { version: string }[] }).versions;
  expect(countFiles()).toBe(before);
  await admin('PUT', '/projects/default/deployments/shop', { version: version?.version });
  await until(() => countRenderings() === 2);
  expect(countFiles()).toBe(before + 1);
});
