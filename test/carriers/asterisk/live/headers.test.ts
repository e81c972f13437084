/** SIP headers through a real Asterisk: what a caller sends reaches the flow, what the flow sends reaches the party. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { flowOf } from '../../../builders/flow.ts';
import { until } from '../../../engine/until.ts';
import { startRig, type Rig } from './service-rig.ts';

const flow = flowOf(`
  params:
    account: { type: string, header: X-Account }
    identity: { type: string, header: P-Asserted-Identity }
    unread: { type: string, header: X-Unread, default: not read }
  steps:
    desk:
      connect:
        to: '+4930555111'
        headers: { X-Account: "\${params.account}", X-Reason: "desk & \${params.unread}" }
      on: { unreached: end, completed: end }
    end: { hangup: }
`);

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({
    flows: [flow],
    configure: (config) => ({
      ...config,
      carriers: config.carriers.map((one) => ({ ...one, headers: ['X-Account', 'P-Asserted-Identity'] })),
    }),
  });
});
afterAll(() => rig.stop());
afterEach(() => {
  rig.traces.calls.clear();
});

let calls = 0;

/** Calls with headers; resolves with the parameters of the flow and the headers that the party received. */
async function call(headers: Record<string, string>, name?: string) {
  const from = `+4917000${(calls += 1)}`;
  const before = rig.phones.agent.taken.length;
  const phone = await rig.phones.caller.call({ from, headers, ...(name !== undefined && { name }) });
  const trace = await rig.traces.find(from);
  await until(() => trace.events.includes('bridged'));
  const party = rig.phones.agent.taken.at(before);
  await phone.hangUp();
  await until(() => trace.isOver);
  const notes = trace.entries.flatMap((entry) => entry.notes);
  return {
    params: trace.record.context.params,
    received: party?.invitation ?? [],
    cleaned: notes.flatMap((note) => (note.kind === 'header_cleaned' ? [note.header] : [])),
  };
}

/** The values of a header in an INVITE. */
function listValues(invite: readonly string[], name: string): string[] {
  const begin = `${name}:`.toLowerCase();
  return invite
    .filter((line) => line.toLowerCase().startsWith(begin))
    .map((line) => line.slice(begin.length).trim());
}

test('headers that the carrier is set to read fill parameters; the party gets those of the step', async () => {
  const { params, received, cleaned } = await call({
    'X-Account': '4711',
    'P-Asserted-Identity': '<sip:+4930999@trunk.example>',
    'X-Unread': 'something',
  });
  expect(params).toEqual({
    account: '4711',
    identity: '<sip:+4930999@trunk.example>',
    unread: 'not read',
  });
  expect(listValues(received, 'X-Account')).toEqual(['4711']);
  expect(listValues(received, 'X-Reason')).toEqual(['desk & not read']);
  expect(cleaned).toEqual([]);
});

test('without the header the parameter is empty, and the party gets no empty header', async () => {
  const { params, received } = await call({});
  expect(params.account).toBe('');
  expect(listValues(received, 'X-Account')).toEqual([]);
});

test('what a caller makes up stays one header of limited length', async () => {
  // The telephone writes Latin-1: these two characters are the bytes of one ä.
  const hostile = '1%0d%0aVia: x ${SYSTEM(reboot)} $(id) "\u00c3\u00a4"; ' + 'x'.repeat(600);
  const { params, received, cleaned } = await call({ 'X-Account': hostile });
  const [value = '', ...more] = listValues(received, 'X-Account');
  expect(more).toEqual([]);
  expect(value).toBe(params.account);
  expect(value).toHaveLength(200);
  expect(value).toContain('${SYSTEM(reboot)} $(id)');
  expect(value).toMatch(/^[\x20-\x7e]*$/);
  expect(listValues(received, 'Via')).toHaveLength(1);
  expect(cleaned).toEqual(['X-Account']);
});

test('a header in an encoding that Asterisk does not pass on counts as absent', async () => {
  const { params } = await call({ 'X-Account': 'M\u00fcller' });
  expect(params.account).toBe('');
});

test('the party does not learn the name of the caller, who may have withheld it', async () => {
  const { received } = await call({ Privacy: 'id' }, 'Secret Person');
  expect(listValues(received, 'From').join()).not.toContain('Secret');
});
