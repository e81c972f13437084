/** What a carrier with certain addresses for streams is said to lack. */
import { expect, test } from 'vitest';
import { carrierProfiles } from '../../../../src/carriers/index.ts';
import { compileFlow } from '../../../../src/language/compiler/index.ts';

const STREAMS = ['wss://agent.example.com/calls'];

function findCodes(to: string, streams: readonly string[], edge = ''): string[] {
  const text = `ringflow: 1
name: desk
languages: [en]
vars: { id: '' }
on: { error: sorry }
steps:
  agent:
    stream: { to: "${to}" }
    ${edge}
    next: hangup
  sorry: { say: Please call again later. }
`;
  const carrier = { name: 'desk', capabilities: { ...carrierProfiles.asterisk, stream: streams } };
  return compileFlow({ file: 'flow.yaml', text }, { carriers: [carrier] })
    .diagnostics.map(({ code }) => code)
    .filter((code) => code.startsWith('carrier-'));
}

test.each([
  ['wss://agent.example.com/calls', []],
  ['wss://agent.example.com:443/calls?id=1', []],
  ['wss://${vars.id}.example.com/calls', []],
  ['wss://agent.example.com/others', ['carrier-lacks']],
  ['wss://other.example.com/calls', ['carrier-lacks']],
])('an address that is fixed must be one of them: %s', (to, codes) => {
  expect(findCodes(to, STREAMS)).toEqual(codes);
});

test('without addresses every stream fails; a step that handles it has a warning', () => {
  expect(findCodes('wss://agent.example.com/calls', [])).toEqual(['carrier-lacks']);
  expect(findCodes('wss://agent.example.com/${vars.id}', [])).toEqual(['carrier-lacks']);
  expect(findCodes('wss://agent.example.com/calls', [], 'on: { failed: sorry }')).toEqual([
    'carrier-does-less',
  ]);
});
