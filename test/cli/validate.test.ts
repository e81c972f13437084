import { afterEach, describe, expect, it } from 'vitest';
import { registerValidate } from '../../src/cli/validate.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

async function validate(text: string, ...args: string[]) {
  const folder = folderWith({ 'flow.yaml': text });
  folders.push(folder);
  return runCommand(registerValidate, ['validate', folder.path, ...args]);
}

const sound = 'ringflow: 1\nname: desk\non: { error: bye }\nsteps:\n  bye: { hangup: }\n';

describe('ringflow validate', () => {
  it('says that nothing is wrong, and ends with 0', async () => {
    expect(await validate(sound)).toEqual({
      out: '',
      err: '1 flow checked: 0 errors, 0 warnings\n',
      code: 0,
    });
  });

  it('counts what is wrong, and ends with 1', async () => {
    const { out, err, code } = await validate(sound.replace('hangup:', 'hangpu:'));
    expect(out).toContain('[unknown-key]');
    expect({ err, code }).toEqual({ err: '1 flow checked: 1 error, 0 warnings\n', code: 1 });
  });

  it.each([
    ['a syntax error', '  bye: { say: Note: closed }\n'],
    ['an unsupported construct', '  bye: { <<: x, hangup: }\n'],
  ])('says that %s keeps something from being checked', async (_, step) => {
    const { err } = await validate(sound.replace('  bye: { hangup: }\n', step));
    expect(err).toMatch(
      /^1 flow checked: \d+ errors?, 0 warnings; further checks follow once the syntax is right\n$/,
    );
  });

  it('prints JSON alone when it is asked for', async () => {
    const { out, err } = await validate('steps: [', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ diagnostics: [{ code: 'syntax' }] });
    expect(err).toBe('');
  });
});
