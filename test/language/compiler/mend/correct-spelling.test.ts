/** Names that are not written as names, but used in their right form. */
import { expect, test } from 'vitest';
import { compileFlow } from '../../../../src/language/compiler/index.ts';
import { applyFixes, hasErrors } from '../../../../src/language/diagnostics/index.ts';

const text = `ringflow: 1
name: desk
on: { error: operator }
vars: { callerName: '' }
prompts: { welcomeMsg: Hello. }
hours: { officeHours: { timezone: Europe/Berlin, open: { mon-fri: 09:00-18:00 } } }
steps:
  askName:
    collect: { prompt: Say your name., type: text, speech: true, save: caller_name }
    on: { exhausted: operator }
  greeting: { say: welcome_msg }
  told: { say: 'Hello \${vars.caller_name}', on: { failed: ask_name } }
  late: { hours: office_hours, next: operator, on: { closed: hangup } }
  Operator: { connect: { to: '+4930123456' }, on: { busy: hangup, no_answer: hangup } }
`;

test('are mended where they stand, and read as they are used', () => {
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text });
  expect(diagnostics.map(({ code, hint }) => `${code}: ${hint}`)).toEqual([
    'bad-name: write caller_name',
    'bad-name: write welcome_msg',
    'bad-name: write office_hours',
    'bad-name: write ask_name',
    'bad-name: write operator',
  ]);
  const mended = applyFixes(text, diagnostics).text;
  expect(hasErrors(compileFlow({ file: 'flow.yaml', text: mended }).diagnostics)).toBe(false);
});

test('are left where the right form has a meaning of its own', () => {
  const both = text.replace('vars: {', "vars: { caller_name: '',");
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text: both });
  expect(diagnostics.filter(({ code }) => code === 'bad-name').map(({ fix }) => fix?.text)).not.toContain(
    'caller_name',
  );
});

const menu = `ringflow: 1
name: desk
steps:
  Menu:
    menu: { prompt: Press 1., choices: [{ key: 1, goto: Menu }] }
    on: { exhausted: bye }
  bye: { say: 'Goodbye from caller_name, in_out and us.', next: Menu }
vars: { callerName: '' }
`;

test('are left where the right form is a word of something else: a verb, a spoken text, a comment', () => {
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text: `# The caller_name.\n${menu}` });
  expect(diagnostics.filter(({ code }) => code === 'bad-name').map(({ fix }) => fix)).toEqual([
    undefined,
    undefined,
  ]);
  expect(diagnostics.map(({ code }) => code)).not.toContain('dangling-target');
});

test.each([
  ['a target of its own', `  Hangup: { say: Bye., next: hangup }`],
  ['a word of CEL', `  bye: { set: { in: '1' }, next: hangup }\nvars: { In: '' }`],
])('do not become %s', (_, rest) => {
  const written = `ringflow: 1\nname: desk\nsteps:\n  begin: { say: Hello., next: hangup }\n${rest}\n`;
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text: written });
  expect(diagnostics.map(({ code }) => code)).toContain('bad-name');
  expect(diagnostics.map(({ code }) => code)).not.toContain('reserved-name');
  expect(diagnostics.find(({ code }) => code === 'bad-name')).not.toHaveProperty('fix');
});

test.each(['Friday', 'Fri', 'Pin'])('%s is a name as well as any, and is not mended alone', (name) => {
  const written = `ringflow: 1\nname: desk\nsteps:\n  ${name}: { say: Hello., next: ${name} }\n`;
  const { diagnostics } = compileFlow({ file: 'flow.yaml', text: written });
  const [found] = diagnostics;
  expect(found).toMatchObject({ code: 'bad-name', hint: `for instance ${name.toLowerCase()}` });
  expect(found).not.toHaveProperty('fix');
});
