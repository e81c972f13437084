/** Fills in a flow's prompts and templates with the values of one call. */
import type {
  AudioLength,
  CompiledFlow,
  FlowPart,
  Expressions,
  Prompt,
  PromptPart,
  Scope,
  Template,
  Value,
} from '../flow/index.ts';
import type { Media } from './commands.ts';
import type { CallContext } from './record.ts';
import { MAX_SPEECH_CHARS, splitSpeech } from './speech.ts';

/** What rendering needs beside the call: its flow and the means to evaluate expressions. */
export interface FlowText {
  flow: FlowPart;
  /** Those of the whole call. */
  limits: CompiledFlow['limits'];
  expressions: Expressions;
  /** What is secret of the names that its expressions read, such as `vars.pin` (I7). */
  secrets: ReadonlySet<string>;
  /** The values of the flow's settings. */
  env: Record<string, string>;
}

/** The value of an expression for this call. Throws `ExpressionError`. */
export function evaluate(text: FlowText, source: string, context: CallContext): Value {
  return text.expressions.evaluate(source, scopeOf(text, context));
}

/** A template with its expressions replaced by their values. Throws `ExpressionError`. */
export function render(text: FlowText, template: Template, context: CallContext): string {
  return text.expressions.render(template, scopeOf(text, context));
}

/** What the expressions of a call read. */
export function scopeOf({ env }: FlowText, context: CallContext): Scope {
  const { vars, params, call, language, error, message } = context;
  return { vars, params, env, call: { ...call, language }, error, message };
}

/**
 * A prompt as the plays to send, in order: texts that follow each other in one language are joined as far as one
 * request can carry them, text that is too long is cut (R8), empty text is left out. Throws `ExpressionError`.
 */
export function renderPrompt(text: FlowText, prompt: Prompt, context: CallContext): Media[] {
  const parts = prompt.flatMap((reference) =>
    'kind' in reference
      ? [{ part: reference, language: context.language }]
      : inLanguage(text.flow, reference.name, context.language),
  );
  const media: Media[] = [];
  for (const { part, language } of parts) append(media, toMedia(text, part, { context, language }));
  return media.flatMap(cut);
}

/** The parts of a named prompt in the caller's language, else in the first of the flow's languages that has it. */
function inLanguage(flow: FlowPart, name: string, wanted: string) {
  const byLanguage = flow.prompts[name] ?? {};
  const language = [wanted, ...flow.languages].find((candidate) => byLanguage[candidate] !== undefined);
  return (byLanguage[language ?? ''] ?? []).map((part) => ({ part, language: language ?? wanted }));
}

function toMedia(
  text: FlowText,
  part: PromptPart,
  { context, language }: { context: CallContext; language: string },
): Media {
  const { voice } = text.flow;
  const spoken = (own: { language?: string }) => ({
    language: own.language ?? language,
    ...(voice === undefined ? {} : { voice }),
  });
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: render(text, part.text, context).trim(), ...spoken(part) };
    case 'ssml':
      return {
        kind: 'ssml',
        ssml: text.expressions.render(part.ssml, scopeOf(text, context), escapeXml),
        ...spoken(part),
      };
    case 'stored':
      return { kind: 'stored', name: render(text, part.name, context), ...lengthOf(part) };
    case 'url':
      return { kind: 'url', url: render(text, part.url, context), ...lengthOf(part) };
  }
}

function lengthOf({ lengthMs }: AudioLength): AudioLength {
  return lengthMs === undefined ? {} : { lengthMs };
}

function append(media: Media[], next: Media): void {
  const last = media.at(-1);
  const joined = last?.kind === 'text' && next.kind === 'text' && last.language === next.language;
  if (joined && last.text.length + 1 + next.text.length <= MAX_SPEECH_CHARS)
    media[media.length - 1] = { ...last, text: `${last.text} ${next.text}`.trim() };
  else media.push(next);
}

function cut(media: Media): Media[] {
  return media.kind === 'text' ? splitSpeech(media.text).map((text) => ({ ...media, text })) : [media];
}

const XML_ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

function escapeXml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => XML_ENTITIES[character] ?? character);
}
