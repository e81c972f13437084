import { afterEach, describe, expect, it } from 'vitest';
import { registerDiff } from '../../src/cli/author/diff.ts';
import { OperationalError } from '../../src/engine/ports/index.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const before = 'ringflow: 1\nname: desk\non: { error: last }\nsteps:\n  last: { say: Goodbye. }\n';

async function diff(after: string, ...args: string[]) {
  const { path, remove } = folderWith({ 'old.yaml': before, 'new/flow.yaml': after });
  folders.push({ remove });
  return runCommand(registerDiff, ['diff', `${path}/old.yaml`, `${path}/new`, ...args]);
}

describe('ringflow diff', () => {
  it('ends with 0 when a caller notices nothing', async () => {
    expect(await diff(before.replaceAll('last', 'ending'))).toEqual({
      out: 'no change that a caller notices\n',
      err: '',
      code: 0,
    });
  });

  it('tells changes, and ends with 1', async () => {
    expect(await diff(before.replace('Goodbye.', 'See you.'))).toEqual({
      out: 'at last: the wording changed: “Goodbye.” → “See you.”\n',
      err: '',
      code: 1,
    });
  });

  it('writes Markdown and JSON when asked for', async () => {
    const after = before.replace('Goodbye.', 'See you.');
    expect((await diff(after, '--format', 'markdown')).out).toMatch(/^### What changed in desk\n\n- at last/);
    expect(JSON.parse((await diff(after, '--format', 'json')).out)).toMatchObject({ same: false });
  });

  it('shows what is wrong with a flow, and ends with 2', async () => {
    const { out, err, code } = await diff(before.replace('say', 'sya'));
    expect({ out, code }).toEqual({ out: '', code: 2 });
    expect(err).toContain('[unknown-key]');
  });

  it('wants files that are there', async () => {
    await expect(runCommand(registerDiff, ['diff', '/no/such/a', '/no/such/b'])).rejects.toThrow(
      OperationalError,
    );
  });
});
