/** Renders a flow's prompts and templates with the values of one call. */
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
} from '../language/model/index.ts';
import type { Media, Speech } from './commands.ts';
import { checkLength, COSTS, findSpokenLanguage, isSameLanguage, spend } from '../language/model/index.ts';
import type { CallContext } from './record.ts';
import { escapeXml, toPlays, type Piece, type SpokenPart, type Utterance } from './spoken/spoken.ts';
import { spendBudget } from './workload.ts';

/** A flow with everything that its texts are rendered from. */
export interface FlowText {
  flow: FlowPart;
  /** Limits of the whole call. */
  limits: CompiledFlow['limits'];
  expressions: Expressions;
  /** Secret names that expressions can read, such as `vars.pin` (I7). */
  secrets: ReadonlySet<string>;
  /** The values of the flow's settings. */
  env: Record<string, string>;
}

/** Evaluates an expression for this call. Throws `ExpressionError`. */
export function evaluate(text: FlowText, source: string, context: CallContext): Value {
  return spendBudget(context, (budget) =>
    text.expressions.evaluate(source, createExpressionScope(text, context), budget),
  );
}

/** Renders a template for this call. Throws `ExpressionError`. */
export function render(text: FlowText, template: Template, context: CallContext): string {
  const [words] = template;
  // Most templates are plain text, which needs no scope.
  if (template.length === 1 && typeof words === 'string') return words;
  return spendBudget(context, (budget) =>
    text.expressions.render(template, createExpressionScope(text, context), { budget }),
  );
}

/** Returns the variables that expressions of a call can read. */
export function createExpressionScope({ env }: FlowText, context: CallContext): Scope {
  const { vars, params, language, error, message, room } = context;
  const { recordingUrl, ...call } = context.call;
  return {
    vars,
    params,
    env,
    call: { ...call, recording_url: recordingUrl, language },
    error,
    message,
    room,
  };
}

/**
 * Renders a prompt as plays, in order: consecutive texts in one language and voice are joined as far as one request can
 * carry them, longer texts are split (R8), empty ones are left out. Throws `ExpressionError`.
 */
export function renderPrompt(text: FlowText, prompt: Prompt, context: CallContext): Media[] {
  const parts = prompt.flatMap((reference) =>
    'kind' in reference
      ? [{ part: reference, language: context.language }]
      : findInLanguage(text.flow, reference.name, context.language),
  );
  const heard: (Media | Utterance)[] = [];
  let chars = 0;
  for (const { part, language } of parts) {
    const next = renderPart(text, part, { context, language });
    chars += countUtterance(next);
    checkLength(chars, 'the prompt');
    const last = heard.at(-1);
    if (last && 'parts' in last && 'parts' in next && isSpokenAlike(last.speech, next.speech))
      last.parts.push(...next.parts);
    else heard.push(next);
  }
  spendBudget(context, (budget) => {
    spend(budget, Math.ceil(chars / COSTS.charsPerScan));
  });
  return heard.flatMap((one) => ('parts' in one ? toPlays(one) : [one]));
}

function countUtterance(one: Media | Utterance): number {
  if (!('parts' in one)) return one.kind === 'ssml' ? one.ssml.length : 0;
  let chars = 0;
  for (const { pieces } of one.parts) for (const { text } of pieces) chars += text.length;
  return chars;
}

/** Returns the parts of a named prompt, with the language in which they are spoken. */
function findInLanguage(flow: FlowPart, name: string, wanted: string) {
  const found = findSpokenLanguage(flow, name, wanted) ?? wanted;
  const language = isSameLanguage(found, wanted) ? wanted : found;
  return (flow.prompts[name]?.[found] ?? []).map((part) => ({ part, language }));
}

function renderPart(
  text: FlowText,
  part: PromptPart,
  { context, language }: { context: CallContext; language: string },
): Media | Utterance {
  const { voice } = text.flow;
  const speech = (own: { language?: string }): Speech => ({
    language: own.language ?? language,
    ...(voice === undefined ? {} : { voice }),
  });
  switch (part.kind) {
    case 'text':
      return {
        speech: { ...speech(part), ...(part.sound && { sound: part.sound }) },
        parts: [renderSpoken(text, part, context)],
      };
    case 'ssml':
      return {
        kind: 'ssml',
        ssml: spendBudget(context, (budget) =>
          text.expressions.render(part.ssml, createExpressionScope(text, context), {
            escape: escapeXml,
            budget,
          }),
        ),
        ...speech(part),
      };
    case 'stored':
      return { kind: 'stored', name: render(text, part.name, context), ...toLength(part) };
    case 'url':
      return { kind: 'url', url: render(text, part.url, context), ...toLength(part) };
  }
}

type TextPart = Extract<PromptPart, { kind: 'text' }>;

function renderSpoken(
  text: FlowText,
  { text: template, as, pauseMs }: TextPart,
  context: CallContext,
): SpokenPart {
  const pieces: Piece[] =
    as === undefined
      ? template.map((piece) => renderPiece(text, piece, context))
      : [{ text: render(text, template, context), as }];
  return { pieces, ...(pauseMs === undefined ? {} : { pauseMs }) };
}

/** Renders a piece of a text; a single variable is spoken as the kind of value that it declares. */
function renderPiece(text: FlowText, piece: Template[number], context: CallContext): Piece {
  if (typeof piece === 'string') return { text: piece };
  const as = text.flow.vars[/^vars\.(\w+)$/.exec(piece.expr)?.[1] ?? '']?.as;
  return { text: render(text, [piece], context), ...(as && { as }) };
}

function isSpokenAlike({ language, sound }: Speech, other: Speech): boolean {
  return language === other.language && JSON.stringify(sound) === JSON.stringify(other.sound);
}

function toLength({ lengthMs }: AudioLength): AudioLength {
  return lengthMs === undefined ? {} : { lengthMs };
}
