import { TextDocument } from 'vscode-languageserver-textdocument';
import { describe, expect, test } from 'vitest';
import { findRenameable, renameName } from '../../../src/authoring/lsp/rename.ts';
import { flowOf, flowWithCursor, uri } from './cursor.ts';
import { at, example } from './example.ts';

/** The text after the renaming, or why there is none. */
function renamed(text: string, newName: string): string {
  const { flow, position } = flowWithCursor(text);
  const answer = renameName(flow, position, { newName, scenarios: [], runners: () => [] });
  if (answer === undefined) return 'nothing to rename';
  if ('refusal' in answer) return answer.refusal;
  return TextDocument.applyEdits(flow.document, answer.edit.changes?.[uri] ?? []);
}

function codesOf(text: string): string[] {
  return flowOf(text).diagnostics.map(({ code }) => code);
}

describe('a new name reaches every place', () => {
  test.each([
    ['a step', '\n  sor', /(?<!are )\bsorry\b/g, 'apology'],
    ['a step, from a target in quotes', '"des', /\bdesk\b(?!\.)/g, 'office'],
    ['a prompt', 'say: wel', /\bwelcome\b/g, 'greeting'],
    ['a variable', 'save: p', /\bpin\b/g, 'code'],
    ['a parameter', 'params.rea', /\breason\b/g, 'cause'],
    ['a setting', 'env.DE', /\bDESK\b/g, 'DESK_NUMBER'],
  ])('%s', (_what, place, places, newName) => {
    expect(renamed(at(place), newName)).toBe(example.replace(places, newName));
  });

  test('of a variable, but not the texts inside expressions', () => {
    const after = renamed(at('\n  tie'), 'level');
    expect(after).toContain('when: vars.level == "gold" && vars.level != "vars.tier"');
    expect(after).toContain(`set: { level: '\${vars.level + "!"}' }`);
    expect(after).toContain('${vars["level"]}');
    expect(codesOf(after)).toEqual(codesOf(example));
  });

  test('the name as it is changes nothing', () => {
    expect(renamed(at('\n  sor'), 'sorry')).toBe(example);
  });
});

describe('a name is not changed', () => {
  test.each([
    ['into one that exists', 'main', 'there is already a step "main"'],
    ['into no name', 'So Sorry', /^"So Sorry" is not a valid step name: use a lower-case letter, then/],
    ['into nothing', '', /^"" is not a valid step name/],
    ['into a target', 'hangup', '"hangup" is a reserved word'],
    ['into a word of YAML', 'true', '"true" is a reserved word'],
  ])('%s', (_what, newName, refusal) => {
    expect(renamed(at('\n  sor'), newName)).toMatch(refusal);
  });

  test.each(['save: p', 'params.rea'])('that is read in expressions into a word of CEL', (place) => {
    expect(renamed(at(place), 'in')).toBe('"in" is a reserved word');
  });

  test('of a setting into lower case', () => {
    expect(renamed(at('env.DE'), 'desk')).toMatch(/capital letter/);
  });

  test('where a syntax error may hide some of its places', () => {
    const broken = `${at('\n  sor')}  "unclosed\n`;
    expect(renamed(broken, 'apology')).toMatch(/syntax errors/);
    const { flow, position } = flowWithCursor(broken);
    expect(findRenameable(flow, position)).toEqual({
      refusal: expect.stringContaining('fix them first') as unknown,
    });
  });

  test('where no name stands', () => {
    expect(renamed(at('For *sal'), 'apology')).toBe('nothing to rename');
  });
});

test('what can be renamed is the name without its quotes', () => {
  const { flow, position } = flowWithCursor(at('"des'));
  const answer = findRenameable(flow, position);
  expect(answer).toMatchObject({ placeholder: 'desk' });
  expect(answer && 'range' in answer && flow.document.getText(answer.range)).toBe('desk');
});
