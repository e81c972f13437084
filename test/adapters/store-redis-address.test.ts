import { describe, expect, test } from 'vitest';
import { readAddress } from '../../src/adapters/store-redis/address.ts';
import type { OperationalError } from '../../src/engine/ports/index.ts';

const usual = {
  kind: 'server',
  tls: false,
  database: 0,
  prefix: 'ringflow',
  replicas: 0,
  timeoutMs: 2_000,
  upgrade: false,
};
const host = (name: string, port: number) => ({ host: name, port });

/** What is said of an address that does not fit. */
function problemOf(address: string): string {
  try {
    readAddress(address);
  } catch (error) {
    expect(error).toMatchObject({ code: 'store_address', retryable: false });
    return (error as OperationalError).message;
  }
  throw new Error(`${address} fits`);
}

describe('an address', () => {
  test.each([
    ['redis://localhost', { hosts: [host('localhost', 6379)] }],
    ['redis://10.0.0.1:6380/3', { hosts: [host('10.0.0.1', 6380)], database: 3 }],
    ['redis://[::1]:6380', { hosts: [host('::1', 6380)] }],
    ['redis://[::1]/', { hosts: [host('::1', 6379)] }],
    ['rediss://redis.example', { hosts: [host('redis.example', 6379)], tls: true }],
    ['redis://ann@h', { hosts: [host('h', 6379)], username: 'ann' }],
    ['redis://:s3cret@h', { hosts: [host('h', 6379)], password: 's3cret' }],
    ['redis://ann:s3%3Acr%40et%2F@h', { hosts: [host('h', 6379)], username: 'ann', password: 's3:cr@et/' }],
    ['redis://ann:x?y@h', { hosts: [host('h', 6379)], username: 'ann', password: 'x?y' }],
    ['redis://ann:a:b@h', { hosts: [host('h', 6379)], username: 'ann', password: 'a:b' }],
    [
      'redis-sentinel://a:1,b/mymaster',
      { kind: 'sentinel', hosts: [host('a', 1), host('b', 26_379)], master: 'mymaster' },
    ],
    [
      'rediss-sentinel://:pw@a/m/2',
      { kind: 'sentinel', hosts: [host('a', 26_379)], master: 'm', database: 2, tls: true, password: 'pw' },
    ],
    ['redis-cluster://a,b:7000/0', { kind: 'cluster', hosts: [host('a', 6379), host('b', 7_000)] }],
    [
      'redis://h?prefix=acme-1&partitions=1024&replicas=2&timeout=500',
      { hosts: [host('h', 6379)], prefix: 'acme-1', partitions: 1_024, replicas: 2, timeoutMs: 500 },
    ],
    ['redis://h?upgrade=yes', { hosts: [host('h', 6379)], upgrade: true }],
  ])('%s', (text, parts) => {
    expect(readAddress(text)).toEqual({ ...usual, ...parts });
  });

  test.each([
    ['', /expected redis:\/\/HOST:PORT\/DB/],
    ['localhost:6379', /expected redis:\/\//],
    ['http://localhost', /expected redis:\/\//],
    ['redis://', /expected redis:\/\//],
    ['redis://h/0/1', /expected redis:\/\//],
    ['redis://h:99999', /a host is not HOST:PORT/],
    ['redis://h:port', /a host is not HOST:PORT/],
    ['redis://a,,b', /a host is not HOST:PORT/],
    ['redis://h/zero', /"zero" is not a database number/],
    ['redis-sentinel://h', /name of the master is missing/],
    ['redis-sentinel://h/m/x', /"x" is not a database number/],
    ['redis-cluster://h/1', /a Cluster has only database 0/],
    [
      'redis://h?partition=3',
      /no setting "partition": expected one of prefix, partitions, replicas, timeout, upgrade/,
    ],
    ['redis://h?partitions=', /partitions is "": expected a number from 1 to 1024/],
    ['redis://h?partitions=0', /partitions is "0": expected a number from 1 to 1024/],
    ['redis://h?partitions=1025', /expected a number from 1 to 1024/],
    ['redis://h?prefix={a}', /prefix is "\{a\}": expected 1 to 40/],
    ['redis://h?timeout=5', /expected a number of milliseconds from 10/],
    ['redis://h?replicas=all', /expected a number from 0 to 9/],
    ['redis://h?upgrade=1', /upgrade is "1": expected yes or no/],
    ['redis://a%zz:b@h', /is not an escape: write it as %25/],
  ])('%s is refused, with what to change', (text, says) => {
    expect(problemOf(text)).toMatch(says);
  });

  test.each([
    'redis://ann:hunter2@x@h',
    'redis://ann:x/hunter2@h',
    'redis://ann:1/hunter2@h',
    'redis://ann:1/2/hunter2@h',
    'redis://h/0?prefix=hunter2@x',
    'redis://ann:hunter2',
    'redis://:hunter2',
    'redis://ann:hunter2@h:port',
    'redis://ann:hunter2@h/zero',
    'redis://ann:%zzhunter2@h',
    'redis-sentinel://ann:x/hunter2@h/m',
    'mysql://ann:hunter2@h',
  ])('%s is refused without repeating the password (I7)', (text) => {
    expect(problemOf(text)).not.toContain('hunter2');
  });
});
