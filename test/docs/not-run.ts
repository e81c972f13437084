/** Commands of the documentation that no test can run as they are printed, and why. Everything else is run. */
export const notRun: { page: string; begins: string; reason: string }[] = [
  {
    page: 'README.md',
    begins: 'npm ci',
    reason: 'sets up the checkout; test/cli/npm-start.test.ts starts it',
  },
  {
    page: 'docs/hosting.md',
    begins: 'ringflow serve --oidc-issuer',
    reason: 'needs an identity provider of yours',
  },
  {
    page: 'docs/hosting.md',
    begins: 'npx @hey-api/openapi-ts',
    reason:
      'needs a service at example.com; test/service/http/api/generated-client.test.ts makes, compiles and uses the client',
  },
  {
    page: 'docs/operations.md',
    begins: "export RINGFLOW_STORE='rediss:",
    reason: 'needs a Redis with a certificate and a replica',
  },
  {
    page: 'docs/operations.md',
    begins: 'npx ringflow serve flows --host 0.0.0.0',
    reason: 'needs the Redis of the line before, and would listen to the world',
  },
  {
    page: 'docs/testing.md',
    begins: 'npm install --save-dev',
    reason: 'needs the registry; test/package/package.test.ts installs the package',
  },
  {
    page: 'docs/run-it-for-real.md',
    begins: 'node /opt/ringflow/bin/ringflow.js keys create',
    reason: 'needs systemd and the package in /opt',
  },
  ...['install -d', 'openssl', 'echo', 'chmod', 'sudo chown'].map((begins) => ({
    page: 'docs/run-it-for-real.md',
    begins,
    reason: 'makes the secrets for Compose; test/docs/deploy.test.ts runs it',
  })),
  ...['export RINGFLOW_PLATFORM_URL', 'docker compose'].map((begins) => ({
    page: 'docs/run-it-for-real.md',
    begins,
    reason: 'needs Docker',
  })),
  ...['kubectl', 'npx ringflow login'].map((begins) => ({
    page: 'docs/run-it-for-real.md',
    begins,
    reason: 'needs a cluster',
  })),
  ...['export ASTERISK_CONFIG', 'docker compose'].map((begins) => ({
    page: 'docs/telephone.md',
    begins,
    reason: 'needs Docker',
  })),
  ...[
    'sudo apt-get',
    'sudo deploy/asterisk/',
    'sudo rm',
    'sudo install',
    'sudo chroot',
    'sudo mkdir',
    'sudo mount',
  ].map((begins) => ({
    page: 'docs/telephone.md',
    begins,
    reason: 'installs an Asterisk; test/carriers/asterisk/live runs one that was built by the same script',
  })),
  ...['set -a;', 'npx ringflow serve'].map((begins) => ({
    page: 'docs/telephone.md',
    begins,
    reason: 'needs an Asterisk; test/carriers/asterisk/live/recovery.test.ts runs the service with one',
  })),
  {
    page: 'docs/telephone.md',
    begins: 'npx ringflow carrier asterisk check',
    reason: 'needs an Asterisk; test/carriers/asterisk/live/setup.test.ts runs it',
  },
];

/** Pages that another test carries out, as far as their code blocks are of this kind. */
export const runByOwnTest: { page: string; block: string; test: string }[] = [
  { page: 'CONTRIBUTING.md', block: 'sh', test: 'test/e2e/first-hour.test.ts' },
  { page: 'docs/tutorial.md', block: 'console', test: 'test/e2e/tutorial.test.ts' },
  { page: 'docs/run-it-for-real.md', block: 'sh', test: 'test/e2e/run-it-for-real.test.ts' },
];
