import { expect, test } from 'vitest';
import { ProjectsAtWork } from '../../../src/service/compose/projects.ts';
import type { Enrolled } from '../../../src/service/management/index.ts';
import type { Carrier } from '../../../src/engine/ports/index.ts';
import { openReferences } from '../../../src/adapters/references/index.ts';
import { configOf } from '../../builders/config.ts';

const closed: string[] = [];

function carrierOf(name: string): Carrier {
  return {
    name,
    close: () => {
      closed.push(name);
      return Promise.resolve();
    },
  } as unknown as Carrier;
}

function open(): ProjectsAtWork {
  const config = configOf('http://127.0.0.1:1', {
    platform: undefined,
    hookToken: '',
    dialsBy: [{ prefix: '+49', carrier: 'shop-pbx' }],
  });
  return new ProjectsAtWork({
    config,
    address: { base: 'https://ivr.example.com' },
    turns: { take: () => Promise.resolve() } as never,
    guarded: (carrier) => carrier,
    carriers: [
      { project: 'default', carrier: carrierOf('desk') },
      { project: 'shop', carrier: carrierOf('shop-pbx') },
    ],
    references: openReferences({ environment: {}, directory: '/run/secrets' }),
    log: { error: () => undefined, warn: () => undefined } as never,
  });
}

const shop = (revision: number): Enrolled => ({ id: 'shop', revision, project: {}, tokens: [] });

test('a carrier belongs to the project in its settings, which needs no account at the platform', () => {
  const projects = open();
  projects.applyProjects([shop(1)]);
  expect(projects.findCarrier('default')?.name).toBe('desk');
  expect(projects.findCarrier('default', 'shop-pbx')).toBeUndefined();
  expect(projects.findCarrier('shop')?.name).toBe('shop-pbx');
  expect(projects.findCarrier('shop', 'desk')).toBeUndefined();
});

test('numbers are called by a carrier that the project has', () => {
  const projects = open();
  projects.applyProjects([shop(1)]);
  expect(projects.chooseCarrier('shop', '+4930111')).toBe('shop-pbx');
  expect(projects.chooseCarrier('default', '+4930111')).toBeUndefined();
});

test('the carrier of a project stays open when the project changes or goes', async () => {
  const projects = open();
  projects.applyProjects([shop(1)]);
  projects.applyProjects([shop(2)]);
  projects.applyProjects([]);
  expect(closed).toEqual([]);
  expect(projects.findCarrier('shop')).toBeUndefined();
  await projects.close();
  expect(closed).toEqual(['desk', 'shop-pbx']);
});
