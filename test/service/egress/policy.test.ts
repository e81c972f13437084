/** Where flows may send something, as operators have named it. */
import { describe, expect, test } from 'vitest';
import { createEgress, parseEgress } from '../../../src/service/egress/index.ts';

function policy(text: string) {
  const rules = parseEgress(text);
  if (rules === undefined) throw new Error(`"${text}" is no list of places`);
  return createEgress(rules);
}

describe('a host', () => {
  test.each([
    ['api.example.com', 'api.example.com', 443],
    ['API.Example.com', 'api.example.com.', 80],
    ['api.example.com:8443', 'api.example.com', 8443],
    ['*.example.com', 'a.b.example.com', 443],
    ['*.example.com:443', 'a.example.com', 443],
    ['*', 'anything.test', 443],
    ['other.test, api.example.com', 'api.example.com', 443],
    ['bücher.example', 'xn--bcher-kva.example', 443],
    ['127.0.0.1:8080', '127.0.0.1', 8080],
    ['10.0.0.0/8', '10.1.2.3', 443],
    ['::1', '[::1]', 443],
    ['[::1]:80', '[::1]', 80],
    ['fd00::/8', '[fd12::1]', 443],
    ['192.168.1.1', '[::ffff:192.168.1.1]', 443],
  ])('of %s may be %s:%i', (rules, host, port) => {
    expect(policy(rules).refusal(host, port)).toBeUndefined();
  });

  test.each([
    ['api.example.com', 'example.com', 443],
    ['api.example.com', 'api.example.com.evil.test', 443],
    ['api.example.com', 'evil-api.example.com', 443],
    ['api.example.com:8443', 'api.example.com', 443],
    ['*.example.com', 'example.com', 443],
    ['*.example.com', 'evilexample.com', 443],
    ['127.0.0.1:8080', '127.0.0.1', 8081],
    ['127.0.0.1:8080', 'localhost', 8080],
    ['10.0.0.0/8', '11.0.0.1', 443],
    ['api.example.com', '', 443],
    ['api.example.com', 'api.example.com/@evil.test', 443],
  ])('of %s may not be %s:%i', (rules, host, port) => {
    expect(policy(rules).refusal(host, port)).toContain('--egress');
  });
});

describe('an address that a name leads to', () => {
  test.each(['93.184.215.14', '8.8.8.8', '2606:4700::1111', '64:ff9b::808:808'])('may be %s', (address) => {
    expect(policy('*').allowsAddress(address, 443)).toBe(true);
  });

  test.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fd00::1'],
    ['link-local, where clouds keep metadata', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
    ['shared, where others do', '100.64.0.1', '100.100.100.200', '168.63.129.16'],
    ['this machine', '0.0.0.0', '0.1.2.3', '::'],
    ['for many', '224.0.0.1', '255.255.255.255', 'ff02::1'],
    ['reserved', '192.0.2.1', '198.18.0.1', '203.0.113.1', '240.0.0.1', '2001:db8::1', 'fec0::1'],
    [
      'one of these in another dress',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a9fe:a9fe',
      '2002:7f00:1::',
    ],
    ['none', '', 'localhost', '0x7f000001', '2130706433', '127.1'],
  ])('is refused where it is %s', (_what, ...addresses) => {
    const egress = policy('*,api.example.com');
    expect(addresses.filter((address) => egress.allowsAddress(address, 443))).toEqual([]);
  });

  test('may be a private one that is named, at its port', () => {
    const egress = policy('crm.internal,10.1.0.0/16:8443,169.254.169.254');
    expect(egress.allowsAddress('10.1.2.3', 8443)).toBe(true);
    expect(egress.allowsAddress('::ffff:10.1.2.3', 8443)).toBe(true);
    expect(egress.allowsAddress('10.1.2.3', 443)).toBe(false);
    expect(egress.allowsAddress('10.2.2.3', 8443)).toBe(false);
    expect(egress.allowsAddress('169.254.169.254', 80)).toBe(true);
  });
});

test.each([
  '',
  ',',
  'a.test,',
  'https://api.example.com',
  'api.example.com/path',
  'user@host.test',
  '*example.com',
  'a.*.com',
  '10.0.0.0/33',
  'host.test:0',
  'host.test:65536',
  'host test',
  '[::1',
  '*.*.com',
])('"%s" is no list of places', (text) => {
  expect(parseEgress(text)).toBeUndefined();
});
