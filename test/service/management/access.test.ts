import { describe, expect, test } from 'vitest';
import { actions, isPermitted, roles } from '../../../src/service/management/index.ts';
import type { Action, Role } from '../../../src/service/management/index.ts';

/** What each role may do beside what the one before it may. */
const added: Record<Role, Action[]> = {
  viewer: ['flows.read', 'deployments.read', 'routes.read', 'calls.read', 'campaigns.read', 'projects.read'],
  author: ['flows.write', 'drafts.read', 'drafts.write', 'numbers.read'],
  operator: [
    'deployments.write',
    'routes.write',
    'calls.control',
    'calls.place',
    'recordings.read',
    'campaigns.control',
    'audit.read',
    'hooks.read',
  ],
  admin: ['projects.write', 'hooks.write', 'keys.manage'],
};

/** Done to the service, whichever project it names: it decides over whose account calls go, and where secrets are sent. */
const ofService: Action[] = ['projects.write'];

describe.each(roles)('somebody who is %s of a project', (role) => {
  const allowed = roles.slice(0, roles.indexOf(role) + 1).flatMap((one) => added[one]);
  const ofProject = { grants: [{ project: 'shop', role }] };

  test.each(actions)('%s', (action) => {
    expect(isPermitted(ofProject, action, 'shop')).toBe(
      allowed.includes(action) && !ofService.includes(action),
    );
    expect(isPermitted(ofProject, action, 'bank')).toBe(false);
    expect(isPermitted(ofProject, action, '*')).toBe(false);
    expect(isPermitted({ grants: [{ project: '*', role }] }, action, 'shop')).toBe(allowed.includes(action));
  });
});

test('nobody may do anything without a grant', () => {
  expect(actions.some((action) => isPermitted({ grants: [] }, action, 'shop'))).toBe(false);
});

test('of several grants the one for the project counts', () => {
  const grants = [
    { project: '*', role: 'viewer' as const },
    { project: 'shop', role: 'operator' as const },
  ];
  expect(isPermitted({ grants }, 'routes.write', 'shop')).toBe(true);
  expect(isPermitted({ grants }, 'routes.write', 'bank')).toBe(false);
  expect(isPermitted({ grants }, 'routes.read', 'bank')).toBe(true);
});
