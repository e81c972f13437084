/** Templates and the values that go into them (sms.md 2.1). */
import { invalid } from '../answers.ts';
import type { Fields } from '../fields.ts';

const placeholder = /\{([^{}\s]+)\}/g;

/**
 * The text of a template with its placeholders, `{name}` or `{$name}`, filled. A placeholder without a value, or one that is not text, a number
 * or a boolean, is refused: the platform's way with these is not shown.
 */
export function merge(body: string, values: Fields): string {
  return body.replaceAll(placeholder, (_whole, name: string) => {
    const value = valueOf(values, name) ?? valueOf(values, name.replace(/^\$/, ''));
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return String(value);
    }
    throw invalid(`the template needs a text or number for ${name}`);
  });
}

function valueOf(values: Fields, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
