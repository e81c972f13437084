/** A project with one of everything that the console shows, whose texts carry markup, and the views that show it. */
import type { Page } from 'playwright-core';
import { until } from '../../engine/until.ts';
import type { ConsoleScene } from './scene.ts';

/** Text that a careless page would run: it sets `hit` on the page. It holds no single quote. */
export const MARKUP = `"><svg onload=top.hit=1><script>top.hit=1</script><img src=x onerror=top.hit=1>`;

const PROJECT = '/projects/default';
const NUMBER = '+4930555777';
const RECIPIENTS = ['+4915112345671', '+4915112345672', '+4915112345673'];

/** Secrets of the project `shop` on the node. */
const environment = { RINGFLOW_PROJECT_SHOP_ID: 'demo', RINGFLOW_PROJECT_SHOP_KEY: 'demo-key' };

/** Options of the scene that `buildWorld` takes. */
export const worldOptions = {
  flows: [],
  hasPhone: true,
  config: { projectSecrets: { environment, directory: import.meta.dirname } },
};

const renderDesk = (greeting: string) => `ringflow: 1
name: desk
description: 'The desk. ${MARKUP}'
languages: [en-US]
params: { copies: { type: int, default: 1, description: 'Copies. ${MARKUP}' } }
vars: { topic: '', note: '${MARKUP}' }
on: { error: sorry }
steps:
  main:
    menu:
      prompt: '${greeting} ${MARKUP} To order, press 1. To fail, press 2.'
      timeout: 1m
      # ringflow-ignore many-attempts: a call stays in this menu while the tests run
      attempts: 9
      choices: [{ key: 1, goto: topic }, { key: 2, goto: failing }]
    on: { exhausted: sorry }
  topic:
    collect: { prompt: What is it about?, type: text, speech: true, save: topic }
    on: { exhausted: sorry }
  booked: { outcome: booked }
  thanks: { say: 'You said \${vars.topic}, \${params.copies} times. \${vars.note}', next: hangup }
  failing: { http: { get: 'https://books.example.com/' }, next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

const renderScenario = (heard: string) => `scenarios:
  - name: 'books ${MARKUP}'
    script:
      - presses: '1'
      - says: Shoes
      - hears: '${heard}'
`;

const REMINDER = `ringflow: 1
name: reminder
languages: [en-US]
params: { name: { type: string, default: '' } }
on: { error: sorry }
steps:
  hello: { say: 'Hello \${params.name}.', next: hangup }
  sorry: { say: Sorry., next: hangup }
`;

const GREETS = `scenarios:
  - { name: greets, script: [{ hears: Hello }] }
`;

/** A draft whose mistake quotes markup. */
const SKETCH = `ringflow: 1
name: sketch
steps:
  main: { say: Hello., next: '${MARKUP}' }
`;

export interface World extends ConsoleScene {
  /** Ids for the addresses of views, by name. */
  ids: Readonly<Record<string, string>>;
}

/** Fills the default project of a scene. Leaves the project `shop` empty but for its settings. */
export async function buildWorld(scene: ConsoleScene): Promise<World> {
  const { ask } = scene;
  const versions = await uploadVersions(scene);
  await ask('PUT', `${PROJECT}/routes/main`, { number: NUMBER, takes: 'calls', flow: 'desk' });
  await ask('PUT', `${PROJECT}/routes/wrong`, { number: '*', flow: 'desk', params: { copies: MARKUP } });
  const calls = await takeCalls(scene);
  await deploy(scene, 'desk', {
    version: versions.canary,
    percent: 20,
    guard: { maxErrorPercent: 50, minCalls: 50 },
  });
  await saveDrafts(scene, versions.live);
  await runCampaigns(scene);
  await manageService(scene);
  return { ...scene, ids: { ...versions, ...calls } };
}

const deploy = ({ ask }: ConsoleScene, flow: string, wanted: object) =>
  ask('PUT', `${PROJECT}/deployments/${flow}`, wanted);

/** A version in service, one for the canary, and one whose scenario fails. */
async function uploadVersions(scene: ConsoleScene) {
  const upload = async (files: Record<string, string>, more: object = {}) => {
    const body = { files, ...more };
    const { versions } = (await scene.ask('POST', `${PROJECT}/flows`, body)) as {
      versions: { version: string }[];
    };
    return versions[0]?.version ?? '';
  };
  const uploadDesk = (greeting: string, heard = 'You said Shoes', more: object = {}) =>
    upload(
      { 'desk/flow.yaml': renderDesk(greeting), 'desk/books.scenario.yaml': renderScenario(heard) },
      more,
    );
  const live = await uploadDesk('Welcome.');
  await deploy(scene, 'desk', { version: live });
  const canary = await uploadDesk('Good day.');
  const failing = await uploadDesk('Hello.', `Never ${MARKUP}`, { force: { reason: MARKUP } });
  await deploy(scene, 'reminder', {
    version: await upload({ 'reminder/flow.yaml': REMINDER, 'reminder/hello.scenario.yaml': GREETS }),
  });
  return { live, canary, failing };
}

/** A call with markup for words, one from a caller who shows markup for a number, and one that goes on. */
async function takeCalls({ ask, emulator, service }: ConsoleScene) {
  emulator.act(({ control }) => {
    control.setNumber(NUMBER, { webhook: service.hookUrl, label: 'desk' });
  });
  const listens = (id: string) => until(() => emulator.act(({ control }) => control.call(id)?.listens));
  const ring = async (from: string) => {
    const id = emulator.act(({ people }, now) => people.ring({ from, to: NUMBER }, now));
    if (id === undefined) throw new Error('nobody answers the number');
    await isAt(from, 'main');
    await listens(id);
    return id;
  };
  const find = async (from: string) => {
    const { items } = (await ask('GET', `${PROJECT}/calls`)) as { items: ListedCall[] };
    return items.find((call) => call.from === from);
  };
  const isAt = (from: string, step: string) => until(async () => (await find(from))?.step === step);
  const isOver = (from: string) => until(async () => (await find(from))?.endedAt !== undefined);
  const [anna, bert] = ['+4915112345601', '+4915112345602'];
  const spoken = await ring(anna);
  emulator.act(({ people }, now) => people.press(spoken, '1', now));
  await isAt(anna, 'topic');
  await listens(spoken);
  emulator.act(({ people }, now) => people.say(spoken, MARKUP, now));
  await isOver(anna);
  const nameless = await ring(MARKUP);
  emulator.act(({ people }, now) => people.hangUp(nameless, now));
  await isOver(MARKUP);
  await ring(bert);
  return { endedCall: (await find(anna))?.id ?? '', liveCall: (await find(bert))?.id ?? '' };
}

interface ListedCall {
  id: string;
  from: string;
  step: string;
  endedAt?: number;
}

async function saveDrafts({ ask }: ConsoleScene, basedOn: string): Promise<void> {
  const save = (flow: string, files: Record<string, string>, more: object = {}) =>
    ask('PUT', `${PROJECT}/drafts/${flow}`, { files, ...more }, { 'if-none-match': '*' });
  const files = {
    'desk/flow.yaml': renderDesk('Good evening.'),
    'desk/books.scenario.yaml': renderScenario('You said Shoes'),
  };
  await save('desk', files, { basedOn });
  await save('sketch', { 'sketch/flow.yaml': SKETCH });
}

/** Campaigns in all states: `reminders` is done, `winter` a draft, `summer` runs, `autumn` is paused. */
async function runCampaigns({ ask, service, newKey }: ConsoleScene): Promise<void> {
  const key = await newKey({ project: '*', role: 'operator' });
  const put = async (id: string, more: object = {}) => {
    const settings = { flow: 'reminder', from: '+4930555000', pace: { perSecond: 20, atOnce: 10 }, ...more };
    await ask('PUT', `${PROJECT}/campaigns/${id}`, settings);
    const rows = RECIPIENTS.map((number) => `${number},"${MARKUP.replaceAll('"', '""')}"\n`);
    const answer = await fetch(`${service.url}/api/v1${PROJECT}/campaigns/${id}/recipients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
      body: `number,name\n${rows.join('')}`,
    });
    if (!answer.ok) throw new Error(`the recipients are refused: ${await answer.text()}`);
  };
  const take = (id: string, step: string) => ask('POST', `${PROJECT}/campaigns/${id}/${step}`);
  const readState = async (id: string) =>
    ((await ask('GET', `${PROJECT}/campaigns/${id}`)) as { state: string }).state;
  // Nobody is called: the window is open for one minute of a day that is not today.
  const day = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][(new Date().getUTCDay() + 3) % 7];
  const closed = { windows: [{ days: [day], from: '03:00', until: '03:01' }] };
  await put('reminders');
  await put('winter', { params: { name: MARKUP } });
  await put('summer', closed);
  await put('autumn', closed);
  for (const id of ['reminders', 'summer', 'autumn']) await take(id, 'start');
  await take('autumn', 'pause');
  await until(async () => (await readState('reminders')) === 'done');
  await ask('PUT', `${PROJECT}/do-not-call/${encodeURIComponent('+4915112345699')}`);
}

async function manageService({ ask }: ConsoleScene): Promise<void> {
  const platform = { appId: 'env:RINGFLOW_PROJECT_SHOP_ID', appKey: 'env:RINGFLOW_PROJECT_SHOP_KEY' };
  await ask('PUT', '/projects/shop', { platform });
  await ask('POST', '/projects/shop/hook-tokens', { name: MARKUP });
  await ask('POST', '/keys', { name: MARKUP, grants: [{ project: 'shop', role: 'viewer' }] });
}

/** A view of the world. */
export interface View {
  name: string;
  /** Path after /console/; ids of the world by name: `{live}`. */
  path: string;
  /** Text that the loaded view shows. */
  shows: string | RegExp;
  /** Resource of the API that the view reads, as the end of its path. */
  reads: string;
  /** True when texts of the world that carry markup are part of it. */
  hasMarkup?: true;
  /** Messages of the browser that belong to the view: refusals of requests. */
  reports?: RegExp;
}

const UNKNOWN = /status of 404/;

/** Shows a view in a page that is signed in, and waits until it is loaded. */
export async function showView(
  page: Page,
  { service, ids }: World,
  view: Pick<View, 'path' | 'shows'>,
): Promise<void> {
  await page.goto(`${service.url}/console/${fillPath(view.path, ids)}`);
  await page.getByText(view.shows).first().waitFor();
}

/** Fills the ids of the world into a path. */
export function fillPath(path: string, ids: World['ids']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
}

/** All views with everything in them. */
export const fullViews: readonly View[] = [
  { name: 'Overview', path: 'default', shows: 'How calls ended', reads: '/stats' },
  { name: 'Flows', path: 'default/flows', shows: 'canary 20 %', reads: '/deployments' },
  {
    name: 'Flow',
    path: 'default/flows/desk?step=main',
    shows: 'Ways out',
    reads: '/deployments',
    hasMarkup: true,
  },
  {
    name: 'Flow as a list',
    path: 'default/flows/desk?as=list',
    shows: 'exhausted',
    reads: '/deployments',
    hasMarkup: true,
  },
  {
    name: 'Versions',
    path: 'default/flows/desk/versions',
    shows: /Hello\. "/,
    reads: '/flows',
    hasMarkup: true,
  },
  {
    name: 'Deploy, live',
    path: 'default/flows/desk/deploy/{live}',
    shows: '1 of 1 scenario passes',
    reads: '/deployments',
  },
  {
    name: 'Deploy, canary',
    path: 'default/flows/desk/deploy/{canary}',
    shows: /Good day\./,
    reads: '/deployments',
    hasMarkup: true,
  },
  {
    name: 'Deploy, failing',
    path: 'default/flows/desk/deploy/{failing}',
    shows: '0 of 1 scenario passes',
    reads: '/deployments',
    hasMarkup: true,
  },
  {
    name: 'Deploy, draft',
    path: 'default/flows/desk/deploy/draft',
    shows: 'Upload the draft',
    reads: '/drafts',
  },
  {
    name: 'Deploy, draft with mistakes',
    path: 'default/flows/sketch/deploy/draft',
    shows: 'flow_errors',
    reads: '/drafts/sketch',
    hasMarkup: true,
    reports: /status of 422/,
  },
  {
    name: 'Flow tests',
    path: 'default/flows/desk/tests',
    shows: '1 of 1 scenario passes',
    reads: '/tests',
    hasMarkup: true,
  },
  { name: 'Flow numbers', path: 'default/flows/desk/numbers', shows: NUMBER, reads: '/routes' },
  {
    name: 'Calls of a flow',
    path: 'default/flows/desk/calls',
    shows: '+4915112345602',
    reads: '/calls',
    hasMarkup: true,
  },
  { name: 'Live', path: 'default/live', shows: '+4915112345602', reads: '/calls' },
  {
    name: 'Live, followed',
    path: 'default/live?flow=desk&call={liveCall}',
    shows: 'Open trace',
    reads: '/trace',
    hasMarkup: true,
  },
  { name: 'Calls', path: 'default/calls', shows: '+4915112345602', reads: '/calls', hasMarkup: true },
  {
    name: 'Call, ended',
    path: 'default/calls/{endedCall}',
    shows: 'booked',
    reads: '/trace',
    hasMarkup: true,
  },
  {
    name: 'Call, live',
    path: 'default/calls/{liveCall}',
    shows: 'Variables at',
    reads: '/trace',
    hasMarkup: true,
  },
  { name: 'Campaigns', path: 'default/campaigns', shows: '3 of 3 done', reads: '/campaigns' },
  {
    name: 'Do not call',
    path: 'default/campaigns?list=do-not-call',
    shows: '+4915112345699',
    reads: '/do-not-call',
  },
  {
    name: 'Campaign, done',
    path: 'default/campaigns/reminders',
    shows: RECIPIENTS[0] ?? '',
    reads: '/campaigns/reminders',
  },
  {
    name: 'Campaign, draft',
    path: 'default/campaigns/winter',
    shows: '3 loaded',
    reads: '/campaigns/winter',
    hasMarkup: true,
  },
  {
    name: 'Campaign, paused',
    path: 'default/campaigns/autumn',
    shows: '0 of 3 done',
    reads: '/campaigns/autumn',
  },
  { name: 'Numbers', path: 'default/numbers', shows: 'wrong parameters', reads: '/routes' },
  { name: 'Projects', path: 'default/projects', shows: 'that of the service', reads: '/projects' },
  {
    name: 'Project',
    path: 'default/projects/shop',
    shows: 'env:RINGFLOW_PROJECT_SHOP_ID',
    reads: '/projects/shop',
    hasMarkup: true,
  },
  { name: 'Keys', path: 'default/keys', shows: 'viewer of shop', reads: '/keys', hasMarkup: true },
  { name: 'Audit log', path: 'default/audit', shows: 'key.create', reads: '/audit', hasMarkup: true },
  { name: 'Phone', path: 'default/phone', shows: 'Live calls', reads: '/journal', hasMarkup: true },
  {
    name: 'Editor',
    path: 'default/flows/desk/edit',
    shows: 'No mistakes',
    reads: '/drafts',
    hasMarkup: true,
  },
];

/** Views without anything in them, and addresses that lead nowhere. */
export const bareViews: readonly View[] = [
  { name: 'Overview, empty', path: 'shop', shows: 'Nothing needs attention.', reads: '/stats' },
  { name: 'Flows, empty', path: 'shop/flows', shows: 'No flow is in service', reads: '/deployments' },
  { name: 'Live, empty', path: 'shop/live', shows: 'No call is live.', reads: '/calls' },
  { name: 'Calls, empty', path: 'shop/calls', shows: 'No call is recorded.', reads: '/calls' },
  { name: 'Campaigns, empty', path: 'shop/campaigns', shows: 'There are no campaigns.', reads: '/campaigns' },
  { name: 'Numbers, empty', path: 'shop/numbers', shows: 'No number has a flow', reads: '/routes' },
  {
    name: 'Versions, empty',
    path: 'shop/flows/desk/versions',
    shows: 'There is no flow "desk".',
    reads: '/flows',
    reports: UNKNOWN,
  },
  {
    name: 'Flow, unknown',
    path: 'default/flows/nothing',
    shows: 'There is no flow "nothing".',
    reads: '/deployments/nothing',
    reports: UNKNOWN,
  },
  {
    name: 'Draft, unknown',
    path: 'default/flows/nothing/edit',
    shows: 'There is no flow "nothing".',
    reads: '/drafts/nothing',
    reports: UNKNOWN,
  },
  {
    name: 'Version, unknown',
    path: 'default/flows/desk/deploy/0123456789abcdef',
    shows: 'unknown_version',
    reads: '/deployments',
    reports: UNKNOWN,
  },
  {
    name: 'Call, unknown',
    path: 'default/calls/default.8e64f3e8-0001-4000-8000-000000000001',
    shows: 'unknown_call',
    reads: '/trace',
    reports: UNKNOWN,
  },
  {
    name: 'Campaign, unknown',
    path: 'default/campaigns/nothing',
    shows: 'unknown_campaign',
    reads: '/campaigns/nothing',
    reports: UNKNOWN,
  },
  {
    name: 'Project, unknown',
    path: 'nowhere/calls',
    shows: 'unknown_project',
    reads: '/calls',
    reports: UNKNOWN,
  },
  {
    name: 'Address, unknown',
    path: 'default/nothing/here',
    shows: 'No view has this address.',
    reads: '/projects',
  },
];
