/** Hosts that flows name and may not use, found before a call comes to them. */
import { expect, test } from 'vitest';
import { createEgress, parseEgress, findRefusedHosts } from '../../../src/service/egress/index.ts';
import { flowOf } from '../../engine/scene.ts';

const flow = flowOf(`
ringflow: 1
name: asking
env:
  CRM: The customers.
  TOLD: { description: Where it is told., default: "https://told.example.com:8443" }
vars: { id: "" }
steps:
  a: { http: { get: "https://api.example.com/customers/\${vars.id}" }, on: { failed: hangup } }
  b: { http: { get: "\${env.CRM}/x" }, on: { failed: hangup } }
  c: { http: { post: "\${env.TOLD}" }, on: { failed: hangup } }
  d: { http: { post: "https://api.example.com/again" }, on: { failed: hangup } }
  e: { stream: { to: "wss://agent.example.com" }, on: { failed: hangup } }
  f: { stream: { start: "ws://\${vars.id}.example.com" }, on: { failed: hangup } }
`);

const refused = (rules: string, env = {}) =>
  findRefusedHosts(flow, env, createEgress(parseEgress(rules) ?? []));

test('each is told once, with its port', () => {
  expect(refused('nothing.test', { CRM: 'http://crm.internal' })).toEqual([
    'api.example.com:443',
    'crm.internal:80',
    'told.example.com:8443',
    'agent.example.com:443',
  ]);
});

test('settings are read as the service has them', () => {
  expect(refused('*.example.com', { CRM: 'http://crm.internal', TOLD: 'https://other.test' })).toEqual([
    'crm.internal:80',
    'other.test:443',
  ]);
});

test('none is told that may be used, or that nobody knows before the call', () => {
  expect(refused('*.example.com')).toEqual([]);
});
