/** Files that were made to do harm: too large, too deep, with names and texts that mean something elsewhere. */
import { describe, expect, test } from 'vitest';
import { importFlows, noAnswers, systemIds } from '../../src/importers/index.ts';
import type { SystemId } from '../../src/importers/index.ts';
import { hasErrors } from '../../src/language/diagnostics/index.ts';

/** Writes a flow of each system that says a text, and has a node of a name. */
const writers: Readonly<Record<SystemId, (text: string, name: string) => string>> = {
  studio: (say, name) =>
    JSON.stringify({
      initial_state: 'Trigger',
      states: [
        {
          name: 'Trigger',
          type: 'trigger',
          properties: {},
          transitions: [{ event: 'incomingCall', next: name }],
        },
        {
          name,
          type: 'say-play',
          properties: { say, language: 'en-US' },
          transitions: [{ event: 'audioComplete' }],
        },
      ],
    }),
  connect: (Text, name) =>
    JSON.stringify({
      Version: '2019-10-30',
      StartAction: name,
      Metadata: { name: 'Line' },
      Actions: [
        {
          Identifier: name,
          Type: 'MessageParticipant',
          Parameters: { Text },
          Transitions: { NextAction: 'bye' },
        },
        { Identifier: 'bye', Type: 'DisconnectParticipant', Parameters: {}, Transitions: {} },
      ],
    }),
  swml: (text, name) =>
    JSON.stringify({
      sections: { main: [{ play: `say:${text}` }, { transfer: { dest: name } }], [name]: ['hangup'] },
    }),
  freeswitch: (text, name) =>
    `<menu name="${name}" greet-long="say:${escapeXml(text)}"><entry action="menu-exit" digits="1"/></menu>`,
  voicexml: (text, name) =>
    `<vxml version="2.1"><form id="${name}"><block><prompt>${escapeXml(text)}</prompt></block></form></vxml>`,
  architect: (text, name) =>
    [
      'inboundCall:',
      '  name: Line',
      '  startUpRef: /inboundCall/tasks/task[Start_1]',
      '  tasks:',
      '    - task:',
      `        name: ${JSON.stringify(name)}`,
      '        refId: Start_1',
      '        actions:',
      '          - playAudio:',
      `              name: ${JSON.stringify(name)}`,
      `              audio: { tts: ${JSON.stringify(text)} }`,
    ].join('\n'),
};

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function run(id: SystemId, text: string) {
  const limits = { depth: 3, paths: 50 };
  return importFlows([{ file: 'flow', text }], { from: id, answers: noAnswers, limits });
}

describe.each(systemIds)('%s', (id) => {
  test.each([
    ['words', 'Good morning.', 'hello'],
    ['an expression', 'Pay ${vars.amount} and ${1 + 1}, or ${', 'hello'],
    ['an expression of another kind', 'Pay {{x}}, %{y} and {% if z %}', 'hello'],
    ['markup', '</pre><script>alert(1)</script> & "more"', 'hello'],
    ['a name of the prototype', 'Hello.', '__proto__'],
    ['the constructor', 'Hello.', 'constructor'],
    ['marks of YAML', '# - [a, b]: {c} &d *e !f | > @g `h', 'hello'],
    ['control characters', 'Hello \u202e there\u2028 and \u0085 here', 'hello'],
  ])('%s in a text or a name', (_what, text, name) => {
    const { flows } = run(id, writers[id](text, name));
    expect(flows.length).toBeGreaterThan(0);
    for (const flow of flows) {
      expect(hasErrors(flow.diagnostics), flow.text).toBe(false);
      expect(flow.comparison?.differences).toEqual([]);
    }
  });

  test('10 MB are refused at once', () => {
    const before = process.cpuUsage();
    const { flows, diagnostics } = run(id, writers[id]('long '.repeat(2_000_000), 'hello'));
    const { user, system } = process.cpuUsage(before);
    expect(flows).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['import-too-large']);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  test('what is nested a thousand times is refused', () => {
    const isXml = id === 'freeswitch' || id === 'voicexml';
    const [open, close] = isXml ? ['<menu>', '</menu>'] : ['[', ']'];
    const [head, tail] = isXml ? ['<vxml>', '</vxml>'] : ['{"sections": ', '}'];
    const deep = `${head}${open.repeat(1_000)}${close.repeat(1_000)}${tail}`;
    const { flows, diagnostics } = run(id, deep);
    expect(flows).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(['import-too-large']);
  });
});

test('a thousand aliases of aliases and entities of the file are not expanded', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`);
  const yaml = `inboundCall:\n  name: x\na0: &a0 [x, x]\n${lines.join('\n')}\n`;
  expect(run('architect', yaml).diagnostics.map(({ code }) => code)).toEqual(['import-too-large']);
  const xml =
    '<!DOCTYPE v [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]><vxml version="2.1"><form><block>&a;&b;</block></form></vxml>';
  expect(JSON.stringify(run('voicexml', xml).flows)).not.toContain('root:');
});
