/** Markdown of hover texts and completions. */

export function readDescription(declared: unknown): string[] {
  if (typeof declared !== 'object' || declared === null || !('description' in declared)) return [];
  return [escapeMarkdown(String(declared.description))];
}

export function readOwn<Value>(things: Record<string, Value> | undefined, name: string): Value | undefined {
  return things && Object.hasOwn(things, name) ? things[name] : undefined;
}

export function renderDefault(value: string | number | boolean | undefined): string {
  return value === undefined ? 'required' : `default ${renderCode(value)}`;
}

export function renderCode(value: string | number | boolean): string {
  const shown = typeof value === 'string' && !/^\w+$/.test(value) ? JSON.stringify(value) : String(value);
  return `\`${shown.replaceAll('`', "'")}\``;
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!&]/g, String.raw`\$&`);
}
