import { afterEach, describe, expect, it } from 'vitest';
import { compileFlow } from '../../src/language/compiler/index.ts';
import { registerPrompts } from '../../src/cli/author/prompts.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

const flow = (name: string, language: string) =>
  `ringflow: 1\nname: ${name}\nlanguages: [${language}]\non: { error: bye }\nprompts: { farewell: Bye. }\nsteps:\n  bye: { say: farewell }\n`;

async function prompts(files: Record<string, string>, ...args: string[]) {
  const folder = folderWith(files);
  folders.push(folder);
  return runCommand(registerPrompts, ['prompts', folder.path, ...args]);
}

const two = { 'a/flow.yaml': flow('a', 'en-US'), 'b/flow.yaml': flow('b', 'de-DE') };

describe('ringflow prompts', () => {
  it('lists the texts of every flow', async () => {
    const { out, err, code } = await prompts(two);
    expect(out).toBe(
      'a\n  en-US: 1 text, 4 characters\n\n  farewell  en-US      4  Bye.\n\nb\n  de-DE: 1 text, 4 characters\n\n  farewell  de-DE      4  Bye.\n',
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('writes CSV of one language for the studio', async () => {
    const { out } = await prompts(two, '--format', 'csv', '--language', 'de');
    expect(out).toBe(
      'flow,name or step,language,heard by,text,characters,note\r\nb,farewell,de-DE,de-DE,Bye.,4,\r\n',
    );
  });

  it('writes JSON', async () => {
    const { out } = await prompts(two, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ flows: [{ flow: 'a' }, { flow: 'b' }] });
  });

  it('says which languages there are when nobody speaks the one asked for', async () => {
    const { err, code } = await prompts(two, '--language', 'fr');
    expect({ err, code }).toEqual({
      err: 'ringflow: no flow speaks fr; the flows speak en-US, de-DE\n',
      code: 2,
    });
  });

  it('knows that a flow to which another one leads begins in any of its languages', async () => {
    const farewell = `ringflow: 1\nname: farewell\nlanguages: [en-US, de-DE]\non: { error: bye }\nsteps:\n  bye: { say: Goodbye. }\n`;
    const desk = `ringflow: 1\nname: desk\nlanguages: [en-US, de-DE]\non: { error: german }\nsteps:\n  german: { language: de-DE }\n  end: { goto: { flow: farewell } }\n`;
    const missing = async (files: Record<string, string>) => {
      const { out } = await prompts(files, '--format', 'json');
      const { flows } = JSON.parse(out) as { flows: { flow: string; missing: unknown[] }[] };
      return flows.find(({ flow: name }) => name === 'farewell')?.missing;
    };
    expect(await missing({ 'farewell/flow.yaml': farewell })).toEqual([]);
    expect(await missing({ 'farewell/flow.yaml': farewell, 'desk/flow.yaml': desk })).toEqual([
      { name: 'bye', language: 'de-DE' },
    ]);
  });

  it('writes a flow with a pseudo-locale', async () => {
    const { out, code } = await prompts({ 'flow.yaml': flow('a', 'en-US') }, '--pseudo');
    expect(out).toContain('qps-ploc: Býýéé.');
    expect(code).toBe(0);
  });

  describe('with imported prompts', () => {
    const importing =
      'ringflow: 1\nname: a\nlanguages: [en-US, de-DE]\nimports: [./texts.yaml, ./more.yaml]\non: { error: bye }\nsteps:\n  bye: { say: [farewell, later] }\n';
    const texts = 'ringflow: 1\nprompts:\n  farewell: { en-US: Bye., de-DE: Ade. }\n  later: Later.\n';
    const vars = 'ringflow: 1\nvars: { tries: 0 }\n';

    it('writes out those of files that hold nothing else', async () => {
      const { out, err } = await prompts(
        { 'flow.yaml': importing, 'texts.yaml': texts, 'more.yaml': vars },
        '--pseudo',
      );
      expect(err).toBe('');
      const read = (path: string) => (path === 'more.yaml' ? vars : undefined);
      const { flow: pseudo, diagnostics } = compileFlow({ file: 'flow.yaml', text: out, read });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(pseudo?.prompts.farewell).toEqual({
        'qps-ploc': [{ kind: 'text', text: ['Býýéé.'] }],
        'en-US': [{ kind: 'text', text: ['Bye.'] }],
        'de-DE': [{ kind: 'text', text: ['Ade.'] }],
      });
      expect(pseudo?.prompts.later?.['qps-ploc']).toEqual([{ kind: 'text', text: ['Láátéér.'] }]);
    });

    it('refuses those that stand beside other things', async () => {
      const files = { 'flow.yaml': importing, 'texts.yaml': `${texts}vars: { b: 1 }\n`, 'more.yaml': vars };
      expect(await prompts(files, '--pseudo')).toMatchObject({
        out: '',
        err: 'ringflow: --pseudo cannot include farewell, later: import prompts from a file that contains nothing else\n',
        code: 2,
      });
    });
  });

  it.each([
    ['--format', 'csv'],
    ['--language', 'en'],
  ])('takes no %s beside --pseudo', async (...option) => {
    const running = prompts({ 'flow.yaml': flow('a', 'en-US') }, '--pseudo', ...option);
    await expect(running).rejects.toThrow("'--pseudo' cannot be used with option");
  });

  it('makes a pseudo-locale of one flow only', async () => {
    expect((await prompts(two, '--pseudo')).err).toMatch(/contains 2 flows: name one of them\n$/);
    expect((await prompts(two, '/other', '--pseudo')).err).toBe('ringflow: --pseudo takes one flow\n');
  });

  it('shows what is wrong with a flow, and ends with 1', async () => {
    const { out, err, code } = await prompts({ 'flow.yaml': 'ringflow: 1\nname: a\nsteps: {}\n' });
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).not.toBe('');
  });
});
