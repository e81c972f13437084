import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { registerEmulator } from '../../src/cli/author/emulator.ts';
import { readEmulatorSettings } from '../../src/cli/author/emulator-settings.ts';
import { completeSettings } from '../../src/platform/emulator/model/settings.ts';
import type { Act, DeliverySettings, Party, Project } from '../../src/platform/emulator/model/index.ts';
import { folderWith, runCommand } from './command.ts';

const folders: { remove: () => void }[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function file(name: string, text: string): string {
  const folder = folderWith({ [name]: text });
  folders.push(folder);
  return join(folder.path, name);
}

type Properties = Record<string, { description?: string; $ref?: string }>;

const schema = JSON.parse(readFileSync('schemas/emulator.schema.json', 'utf8')) as {
  properties: Properties;
  $defs: Record<string, { properties: Properties }>;
};

describe('schemas/emulator.schema.json', () => {
  const namesOf = (definition: string) => Object.keys(schema.$defs[definition]?.properties ?? {}).toSorted();

  test('names every setting, and no other', () => {
    const { capabilities: _ofCarrier, ...settings } = completeSettings({});
    const { $schema: _schema, ...properties } = schema.properties;
    const inFile = { ...settings, carrier: 'asterisk' };
    expect(Object.keys(properties).toSorted()).toEqual(Object.keys(inFile).toSorted());
    for (const part of ['dtmf', 'sms', 'video'] as const)
      expect(namesOf(part)).toEqual(Object.keys(settings[part]).toSorted());
  });

  test('names every field of a project, its deliveries and a party', () => {
    const delivery: Required<DeliverySettings> = {
      ...{ lost: 0, duplicated: 0, late: 0, lateMs: 0, shuffledWithinMs: 0 },
    };
    const project: Required<Project> = {
      ...{ appId: 'a', appKey: 'k', voice: true, sms: true, video: true, dltEntity: true, suspended: false },
      ...{
        previousKeys: [],
        balance: 1,
        blocked: [],
        streaming: true,
        textToSpeech: true,
        domains: [],
        webClientTokens: true,
      },
      ...{
        webhook: 'http://a',
        smsWebhook: 'http://a',
        videoWebhook: 'http://a',
        delivery,
        encrypt: { algorithm: 'aes-256-cbc', form: 'hex' },
      },
    };
    const party: Required<Party> = {
      on_ring: 'busy',
      reason: '',
      afterMs: 0,
      acts: [],
      recording: 'fails',
    };
    const acts: Act[] = [
      { afterMs: 0, presses: '1' },
      { afterMs: 0, says: '' },
      { afterMs: 0, hangsUp: true },
    ];
    const actFields = [...new Set(acts.flatMap((act) => Object.keys(act)))];
    expect(namesOf('project')).toEqual(Object.keys(project).toSorted());
    expect(namesOf('delivery')).toEqual(Object.keys(delivery).toSorted());
    expect(namesOf('party')).toEqual(Object.keys(party).toSorted());
    expect(namesOf('act')).toEqual(actFields.toSorted());
  });

  test('describes everything', () => {
    const all = [schema.properties, ...Object.values(schema.$defs).map(({ properties }) => properties)];
    const silent = all.flatMap((properties) =>
      Object.entries(properties).flatMap(([name, about]) =>
        (about.description ?? about.$ref) ? [] : [name],
      ),
    );
    expect(silent).toEqual([]);
  });
});

describe('a settings file', () => {
  const settings = {
    projects: [{ appId: 'acme', appKey: 'key', blocked: ['+1900'] }],
    numbers: { '+4930100100': { project: 'acme' } },
    parties: { '+4917100001': [{ on_ring: 'busy' }, { acts: [{ afterMs: 500, presses: '12#' }] }] },
  };

  test('is read as JSON', async () => {
    const path = file('e.json', JSON.stringify({ $schema: 'emulator.schema.json', ...settings }));
    expect(await readEmulatorSettings(path)).toEqual(settings);
  });

  test('is read as YAML', async () => {
    const text =
      'projects:\n  - { appId: acme, appKey: key, blocked: ["+1900"] }\n' +
      'numbers:\n  "+4930100100": { project: acme }\n' +
      'parties:\n  "+4917100001":\n    - on_ring: busy\n    - acts: [{ afterMs: 500, presses: "12#" }]\n';
    expect(await readEmulatorSettings(file('e.yaml', text))).toEqual(settings);
  });

  test('may look as docs/emulator.md shows it', async () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/emulator.md', 'utf8')) ?? [];
    const read = await readEmulatorSettings(file('e.yaml', example));
    expect(read.projects?.map(({ appId }) => appId)).toEqual(['acme', 'closed']);
  });

  test('may be empty', async () => {
    expect(await readEmulatorSettings(file('e.yaml', ''))).toEqual({});
  });

  const wrong: [string, string, string[]][] = [
    ['a list', '[]', ['the file must be object']],
    ['a setting that is misspelt', 'rinTimeoutMs: 1', ['rinTimeoutMs is not a setting']],
    ['a value that is none', 'recording: maybe', ['recording must be one of spec, lenient']],
    ['a number as text', 'setupMs: soon', ['setupMs must be integer']],
    ['a project without its key', 'projects: [{ appId: a }]', ['projects.0.appKey is missing']],
    ['a number of nobody', 'numbers: { "+49301": { project: b } }', ['numbers.+49301.project: no project b']],
    [
      'an App ID twice',
      'projects: [{ appId: a, appKey: k }, { appId: a, appKey: l }]',
      ['projects.1.appId: a is already used'],
    ],
    [
      'a colon in an App ID',
      'projects: [{ appId: "a:b", appKey: k }]',
      ['projects.0.appId must be an App ID, without a colon'],
    ],
    [
      'beginnings of numbers that are none',
      'projects: [{ appId: a, appKey: k, blocked: ["Germany"] }]',
      ['projects.0.blocked.0 must be a phone number or the beginning of one, such as +1900'],
    ],
    [
      'a member of a person that is misspelt',
      'parties: { "+4930": { on_rign: busy } }',
      ['parties.+4930.on_rign is not a setting: expected one of on_ring, reason, afterMs, acts, recording'],
    ],
    [
      'numbers that are none',
      'numbers: { front-desk: {} }\nparties: { Bob: {}, "sip:@": {}, "sip:bob@example.com": {} }\nsms: { phones: { x: {} } }',
      [
        'numbers.front-desk must be a phone number such as +4930100100',
        'parties.Bob must be a phone number such as +4930100100, or a SIP URI such as sip:desk@example.com',
        'parties.sip:@ must be a phone number such as +4930100100, or a SIP URI such as sip:desk@example.com',
        'sms.phones.x must be a phone number such as +4930100100',
      ],
    ],
    [
      'a cipher that there is not',
      'projects: [{ appId: a, appKey: k, encrypt: { algorithm: foo, form: hex } }]',
      ['projects.0.encrypt.algorithm: OpenSSL does not know the cipher foo'],
    ],
    [
      'a person who does what nobody can',
      'parties: { "+4930": { on_ring: sings }, "+4931": [{ on_ring: hums }], "+4932": 7 }',
      [
        'parties.+4930.on_ring must be one of answers, busy, no_answer, rejects, fails, unreachable',
        'parties.+4931.0.on_ring must be one of answers, busy, no_answer, rejects, fails, unreachable',
        'parties.+4932 must be object',
        'parties.+4932 must be array',
      ],
    ],
    [
      'several mistakes',
      'seed: -1\nprojects: []\nvideo: { quality: UHD }',
      [
        'seed must be >= 0',
        'projects must NOT have fewer than 1 items',
        'video.quality must be one of LD, SD, HD',
      ],
    ],
  ];

  test.each(wrong)('with %s is refused with everything that is wrong', async (_what, text, problems) => {
    const path = file('e.yaml', text);
    const { code, err } = await runCommand(registerEmulator, ['emulator', '--config', path]);
    const [head, ...lines] = err.trimEnd().split('\n');
    expect([code, head]).toEqual([2, `ringflow: ${path} cannot be used:`]);
    expect(lines.map((line) => line.trim()).toSorted()).toEqual(problems.toSorted());
  });

  test.each([
    ['is not there', () => '/no/such/file'],
    ['is no YAML', () => file('e.yaml', 'a: [')],
  ])('that %s is refused', async (_what, place) => {
    const path = place();
    const { code, err } = await runCommand(registerEmulator, ['emulator', '--config', path]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${path} cannot be read: `)]);
  });
});

describe('the flags of ringflow emulator', () => {
  test.each([
    [['--port', 'x'], '--port is "x": expected a port number up to 65535'],
    [['--port', '99999'], '--port is "99999": expected a port number up to 65535'],
    [['--port', '0', '--journal', '/no/such/folder/x.ndjson'], "no such file or directory, open '/no/such"],
    [['--tls-cert', 'a'], '--tls-cert and --tls-key must be used together'],
    [['--tls-key', 'a'], '--tls-cert and --tls-key must be used together'],
    [['--tls-cert', '/no/cert', '--tls-key', '/no/key'], '/no/cert cannot be read: '],
    [['--tls', '--tls-cert', 'a', '--tls-key', 'b'], 'remove --tls, --tls-name and --tls-ca'],
    [['--tls-name', 'x', '--tls-cert', 'a', '--tls-key', 'b'], 'remove --tls, --tls-name and --tls-ca'],
    [['--tls-ca', 'ca.pem'], '--tls-ca requires --tls or --tls-name'],
    [['--tls', '--tls-ca', '/no/such/ca.pem'], '/no/such/ca.pem cannot be written: '],
    [
      ['--tls-name', 'https://api.example.test'],
      '--tls-name is "https://api.example.test": expected a host name',
    ],
  ])('%j is refused', async (flags, says) => {
    const { code, err } = await runCommand(registerEmulator, ['emulator', ...flags]);
    expect([code, err]).toEqual([2, expect.stringContaining(says)]);
  });
});
