/** Chooses settings and parameters for replaying a recorded call. */
import { findRequiredParams } from '../../call/index.ts';
import type { CompiledFlow, Value, VarType } from '../../language/model/index.ts';
import type { RecordedCall } from '../recording/index.ts';

interface Settings {
  /** Values of all settings. */
  values: Record<string, string>;
  /** Settings that the scenario must contain. */
  written: Record<string, string>;
  /** Names of settings whose value is unknown or secret. */
  madeUp: string[];
}

/** Chooses settings. Secrets get their default, or a placeholder. */
export function chooseSettings({ env }: CompiledFlow, known: Record<string, string>): Settings {
  const settings: Settings = { values: {}, written: {}, madeUp: [] };
  for (const [name, declared] of Object.entries(env)) {
    const value = declared.secret ? undefined : known[name];
    if (value === undefined && declared.default === undefined) settings.madeUp.push(name);
    const used = value ?? declared.default ?? createPlaceholder(name);
    settings.values[name] = used;
    if (used !== declared.default) settings.written[name] = used;
  }
  return settings;
}

/** Returns the parameters of a call; if they are unknown, a value for each required one. */
export function chooseParams(flow: CompiledFlow, { params }: RecordedCall): Record<string, Value> {
  const madeUp = findRequiredParams(flow).map(
    (name) => [name, createParameter(flow.params[name]?.type)] as const,
  );
  return params ?? Object.fromEntries(madeUp);
}

function createParameter(type: VarType | undefined): Value {
  if (type === 'bool') return false;
  return type === 'int' || type === 'double' ? 0 : 'made-up';
}

/** Creates a placeholder; most settings without a default are addresses. */
function createPlaceholder(name: string): string {
  return /URL|ADDRESS|HOST/.test(name)
    ? `http://${name.toLowerCase().replaceAll('_', '-')}.example`
    : 'made-up';
}
