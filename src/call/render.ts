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
  const parts = listParts(text.flow, prompt, context.language);
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

/** Returns the parts of a prompt, each with the language in which it is spoken. */
function listParts(flow: FlowPart, prompt: Prompt, language: string) {
  return prompt.flatMap((reference) =>
    'kind' in reference ? [{ part: reference, language }] : findInLanguage(flow, reference.name, language),
  );
}

/**
 * Returns the plays of a prompt whose texts contain no expressions, exactly as calls in this language play them. Texts that
 * calls join with an expression are left out, and so is audio.
 */
export function renderConstantPrompt(flow: FlowPart, prompt: Prompt, language: string): Media[] {
  const groups: { speech: Speech; parts: SpokenPart[]; isConstant: boolean }[] = [];
  const plays: Media[] = [];
  let canJoin = false;
  for (const { part, language: spoken } of listParts(flow, prompt, language)) {
    const wasText = canJoin;
    canJoin = part.kind === 'text';
    if (part.kind === 'ssml') plays.push(...renderConstantSsml(flow, part, spoken));
    if (part.kind !== 'text') continue;
    const speech = toSpeech(flow, part, spoken);
    const words = readConstant(part.text);
    const one = toSpokenPart([{ text: words ?? '', ...(part.as && { as: part.as }) }], part);
    const last = groups.at(-1);
    if (last === undefined || !wasText || !isSpokenAlike(last.speech, speech))
      groups.push({ speech, parts: [one], isConstant: words !== undefined });
    else {
      last.parts.push(one);
      last.isConstant &&= words !== undefined;
    }
  }
  return [...groups.flatMap((group) => (group.isConstant ? toPlays(group) : [])), ...plays];
}

type SsmlPart = Extract<PromptPart, { kind: 'ssml' }>;

function renderConstantSsml(flow: FlowPart, part: SsmlPart, language: string): Media[] {
  const ssml = readConstant(part.ssml);
  return ssml === undefined ? [] : [{ kind: 'ssml', ssml, ...toSpeech(flow, part, language) }];
}

/** Returns the text of a template without expressions. */
function readConstant(template: Template): string | undefined {
  return template.every((piece) => typeof piece === 'string') ? template.join('') : undefined;
}

/** Returns language, voice and sound of a part. */
function toSpeech(
  { voice }: FlowPart,
  part: { language?: string; sound?: Speech['sound'] },
  language: string,
): Speech {
  return {
    language: part.language ?? language,
    ...(voice !== undefined && { voice }),
    ...(part.sound && { sound: part.sound }),
  };
}

function toSpokenPart(pieces: Piece[], { pauseMs }: { pauseMs?: number }): SpokenPart {
  return { pieces, ...(pauseMs === undefined ? {} : { pauseMs }) };
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
  switch (part.kind) {
    case 'text':
      return {
        speech: toSpeech(text.flow, part, language),
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
        ...toSpeech(text.flow, part, language),
      };
    case 'stored':
      return { kind: 'stored', name: render(text, part.name, context), ...toLength(part) };
    case 'url':
      return { kind: 'url', url: render(text, part.url, context), ...toLength(part) };
  }
}

type TextPart = Extract<PromptPart, { kind: 'text' }>;

function renderSpoken(text: FlowText, part: TextPart, context: CallContext): SpokenPart {
  const { text: template, as } = part;
  const pieces: Piece[] =
    as === undefined
      ? template.map((piece) => renderPiece(text, piece, context))
      : [{ text: render(text, template, context), as }];
  return toSpokenPart(pieces, part);
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
