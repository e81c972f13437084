import type { Report } from '../../diagnostics/index.ts';
import { scanTemplate } from '../../model/index.ts';
import type { Reference } from '../types.ts';
import type { Document } from '../read/document.ts';
import { suggestWord, listReferences, findReferenceSpan, listSsml } from '../check/references.ts';
import { ELEMENTS, FORMATS, expectAmong, findVoiceProblem, type ValueCheck } from './speech-values.ts';
import { readSsml, type SsmlAttribute, type SsmlElement, type SsmlPlace } from './read-ssml.ts';
import { quoteAlternatives, shortenText } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';

/**
 * Reports SSML that is malformed, and values of SSML and `prosody` that the platform does not know. Expressions may
 * have any value.
 */
export const ssml: FlowRule = {
  needsAll: false,
  check(draft, report) {
    for (const reference of listSsml(draft)) checkDocument({ reference, document: draft.document, report });
    for (const reference of listReferences(draft, 'prosody')) {
      const expected = findVoiceProblem(String(reference.path.at(-1)), reference.text);
      if (expected === undefined) continue;
      report({
        code: 'unusual-speech',
        message: `found "${reference.text}"; expected ${expected}`,
        span: findReferenceSpan(draft.document, reference),
      });
    }
  },
};

interface Checking {
  reference: Reference;
  document: Document;
  report: Report;
}

const OPAQUE = '\u{E000}';

function checkDocument(checking: Checking): void {
  const { reference, document, report } = checking;
  const { elements, isEmpty, problems } = readSsml(maskExpressions(reference.text));
  for (const { replacement, message, hint, ...place } of problems) {
    const span = findReferenceSpan(document, reference, place);
    const fix = replacement === undefined ? {} : { fix: { span, text: replacement } };
    report({ code: 'ssml-syntax', message, span, ...(hint !== undefined && { hint }), ...fix });
  }
  if (isEmpty && problems.length === 0) reportUnusual(checking, 'the SSML document has nothing to speak');
  for (const element of elements) checkElement(element, checking);
}

function maskExpressions(text: string): string {
  const scanned = scanTemplate(text);
  const expressions = scanned.parts.flatMap((part) => (typeof part === 'string' ? [] : [part]));
  const places: SsmlPlace[] = [
    ...expressions.map(({ expr, start }) => ({
      start: text.lastIndexOf('${', start),
      end: text.indexOf('}', start + expr.length) + 1,
    })),
    ...(scanned.ok ? [] : scanned.faults),
  ];
  let opaque = '';
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start))
    opaque += text.slice(opaque.length, start) + OPAQUE.repeat(end - start);
  return opaque + text.slice(opaque.length);
}

function checkElement(element: SsmlElement, checking: Checking): void {
  const { name, attributes, start } = element;
  const { reference, document } = checking;
  const place = { start: start + 1, end: start + 1 + name.length };
  if (!ELEMENTS.has(name)) {
    const meant = suggestWord(name, ELEMENTS.keys(), findReferenceSpan(document, reference, place));
    reportUnusual(checking, `SSML has no element <${name}>`, {
      place,
      ...(meant.hint !== undefined && { hint: meant.hint }),
    });
    return;
  }
  const known = ELEMENTS.get(name);
  const reading = attributes.find((one) => one.name === 'interpret-as')?.value;
  if (name === 'say-as' && reading === undefined)
    reportUnusual(checking, '<say-as> lacks the attribute interpret-as="…"', { place });
  for (const attribute of attributes) {
    if (known === undefined) return;
    const format = attribute.name === 'format' ? findFormatCheck(reading) : undefined;
    checkAttribute(attribute, { known, format, name }, checking);
  }
}

function findFormatCheck(reading = ''): ValueCheck | undefined {
  const formats = FORMATS[reading.trim().toLowerCase()];
  return formats && expectAmong(formats);
}

function checkAttribute(
  { name, value, ...place }: SsmlAttribute,
  {
    known,
    format,
    name: element,
  }: { known: Record<string, ValueCheck>; format: ValueCheck | undefined; name: string },
  checking: Checking,
): void {
  const check = format ?? (Object.hasOwn(known, name) ? known[name] : undefined);
  if (check === undefined) {
    if (/^xml(ns)?(:|$)/.test(name)) return;
    reportUnusual(
      checking,
      `<${element}> has no attribute "${name}"; expected ${quoteAlternatives(Object.keys(known))}`,
      {
        place,
      },
    );
    return;
  }
  const expected = value.includes(OPAQUE) ? undefined : check(value);
  if (expected !== undefined)
    reportUnusual(checking, `${name}="${shortenText(value)}": expected ${expected}`, { place });
}

function reportUnusual(
  { reference, document, report }: Checking,
  message: string,
  { place, hint }: { place?: SsmlPlace; hint?: string } = {},
): void {
  const span = findReferenceSpan(document, reference, place);
  report({ code: 'unusual-speech', message, span, ...(hint !== undefined && { hint }) });
}
