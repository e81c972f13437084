/** An emulator for one rule: quick, and with the settings that the rule asks for. */
import { startEmulator } from '../../../src/platform/emulator/http/index.ts';
import type { EmulatorSettings } from '../../../src/platform/emulator/model/index.ts';
import { Control } from './control.ts';
import { Platform } from './platform.ts';
import type { Access } from './platform.ts';
import type { CheckedRule } from './rule.ts';
import { startWebhook } from './webhook.ts';

/** What every rule finds. */
export const known = {
  appId: 'conformance',
  appKey: 'conformance-key',
  from: '+4930100100',
  to: '+4915100000001',
  second: '+4915100000002',
  templateId: 'greeting',
  campaignId: 'spring',
  unprovisioned: '+4930999999',
} as const satisfies Partial<Access>;

/** A project that is not the one under test. */
export const stranger = { appId: 'stranger', appKey: 'stranger-key' };

/** Checks a rule against an emulator of its own. */
export async function checkEmulated(rule: CheckedRule): Promise<void> {
  const webhook = await startWebhook();
  const emulator = await startEmulator({ settings: settingsFor(rule, webhook.url) });
  const { needs = [] } = rule;
  const access = { ...known, url: emulator.url };
  try {
    await rule.check(new Platform(access, { needs, webhook, control: new Control(emulator.url) }));
  } finally {
    await Promise.all([emulator.close(), webhook.close()]);
  }
}

function settingsFor({ settings, project }: CheckedRule, webhook: string): EmulatorSettings {
  const { appId, appKey, from, to, second, templateId, campaignId } = known;
  return {
    projects: [{ appId, appKey, webhook, ...project }, stranger],
    numbers: { [from]: {} },
    parties: { [to]: { afterMs: 0 }, [second]: { afterMs: 0 } },
    setupMs: 0,
    dtmf: { gapMs: 0 },
    ...settings,
    sms: {
      templates: [{ id: templateId, body: '{text}' }],
      campaigns: [{ id: campaignId }],
      senders: { RINGFL: {} },
      sendMs: 0,
      ...settings?.sms,
    },
  };
}
