/** A project beside the default one. Its secrets are found on nodes that have these settings. */
import type { Config } from '../../src/service/config/config.ts';

export const secretsOfProject: Pick<Config, 'projectSecrets'> = {
  projectSecrets: {
    environment: { RINGFLOW_PROJECT_ID: 'an-app', RINGFLOW_PROJECT_KEY: 'a-key-of-an-app' },
    directory: '/nowhere',
  },
};

/** What it is set up with. */
export const aProject = {
  platform: { appId: 'env:RINGFLOW_PROJECT_ID', appKey: 'env:RINGFLOW_PROJECT_KEY' },
};
