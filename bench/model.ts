/** The emulator's model alone, driven by virtual time: no HTTP, nobody who receives its notifications. */
import { createPlatformModel } from '../src/platform/emulator/model/index.ts';
import type { EmulatorSettings, PlatformModel } from '../src/platform/emulator/model/index.ts';
import { authorization } from './emulator-load.ts';

export interface ModelFigures {
  /** Requests answered, things people did, and notifications that left. */
  eventsPerSecond: number;
  /** Messages accepted, sent and delivered. */
  messagesPerSecond: number;
  /** Tokens issued and used, their owners gone again. */
  joinsPerSecond: number;
}

const rounds = 10;
const ours = '+4930100100';
const theirs = '+4915100000';

const settings: EmulatorSettings = {
  projects: [{ appId: 'demo', appKey: 'demo-key', webhook: 'http://app.example/hook' }],
  numbers: { [ours]: {} },
  messagesPerSecond: 1_000_000,
  journalEntries: 10_000,
};

/** Of the fastest round each: whatever else the machine does can only add to it. */
export function measureModel(): ModelFigures {
  return {
    eventsPerSecond: fastest(5_000, callsIn),
    messagesPerSecond: fastest(10_000, messagesIn),
    joinsPerSecond: fastest(2_000, joinsIn),
  };
}

/** Does something so many times at one model; gives how many of what is counted that came to. */
type Work = (platform: Platform, times: number) => number;

function fastest(times: number, work: Work): number {
  const platform = new Platform();
  return Math.max(
    ...Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      const count = work(platform, times);
      return (count * 1_000) / (performance.now() - startedAt);
    }),
  );
}

/** A model and its present time. */
class Platform {
  readonly model: PlatformModel = createPlatformModel(settings);
  now = Date.UTC(2026, 0, 1);

  ask(method: string, path: string, body: object = {}): Record<string, unknown> {
    const request = { method, path, headers: { authorization }, body: JSON.stringify(body) };
    const answer = this.model.request(request, this.now);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Record<string, unknown>;
  }

  /** Lets time pass; gives how many notifications left. */
  pass(ms: number): number {
    this.now += ms;
    return this.model.advance(this.now).length;
  }
}

/** Calls that come in, are answered, hear a menu, press a key and hang up. */
function callsIn(platform: Platform, calls: number): number {
  let events = 0;
  for (let made = 0; made < calls; made += 1) events += oneCall(platform);
  return events;
}

function oneCall(platform: Platform): number {
  const { model } = platform;
  const call = model.people.ring({ from: theirs, to: ours }, platform.now) ?? '';
  const path = `/voice/v1/call/${call}`;
  platform.ask('PUT', `${path}/accept`);
  platform.ask('PUT', `${path}/play`, { text: 'For sales press 1.', dtmf: true, prompt_ref: 'p' });
  model.people.press(call, '1', platform.now);
  const notifications = platform.pass(1_000);
  model.people.hangUp(call, platform.now);
  return 5 + notifications + platform.pass(0);
}

function messagesIn(platform: Platform, messages: number): number {
  const body = {
    template_id: 'demo',
    campaign_id: 'demo',
    to: [theirs],
    data: { text: 'Your order is ready.' },
  };
  for (let sent = 0; sent < messages; sent += 1) {
    platform.ask('POST', '/sms/v1/messages', body);
    platform.pass(10);
  }
  return messages;
}

function joinsIn(platform: Platform, joins: number): number {
  const { room } = platform.ask('POST', '/video/v2/rooms', {
    name: 'Board',
    owner_ref: 'bench',
    settings: {},
  });
  const { room_id } = room as { room_id: string };
  for (let joined = 0; joined < joins; joined += 1) oneJoin(platform, room_id);
  return joins;
}

function oneJoin(platform: Platform, roomId: string): void {
  const { model } = platform;
  const guest = { name: 'Ann', role: 'participant', user_ref: 'ann' };
  const { token } = platform.ask('POST', `/video/v2/rooms/${roomId}/tokens`, guest);
  const outcome = model.rooms.join(String(token), platform.now);
  if (!outcome.ok) throw new Error(outcome.message);
  model.rooms.leave(outcome.participant_id, platform.now);
  platform.pass(10);
}
