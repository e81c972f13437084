/** The settings with which a recorded call is gone through again. */
import type { CompiledFlow } from '../flow/index.ts';

/** Settings of a flow. */
export interface Settings {
  /** As the flow reads them. */
  values: Record<string, string>;
  /** Those that have to stand in a scenario. */
  written: Record<string, string>;
  /** Names of those that nobody knows, or nobody may know. */
  madeUp: string[];
}

/** What is secret is never repeated: it has its default, or something that is none. */
export function settingsFor({ env }: CompiledFlow, known: Record<string, string>): Settings {
  const settings: Settings = { values: {}, written: {}, madeUp: [] };
  for (const [name, declared] of Object.entries(env)) {
    const value = declared.secret ? undefined : known[name];
    if (value === undefined && declared.default === undefined) settings.madeUp.push(name);
    const used = value ?? declared.default ?? placeholder(name);
    settings.values[name] = used;
    if (used !== declared.default) settings.written[name] = used;
  }
  return settings;
}

/** Most settings without a default are addresses. */
function placeholder(name: string): string {
  return /URL|ADDRESS|HOST/.test(name)
    ? `http://${name.toLowerCase().replaceAll('_', '-')}.example`
    : 'made-up';
}
