/** Blocks that ask something outside of the flow: functions, opening hours; and the voice. */
import { nameHours } from './classify.ts';
import type { StepContext } from './step-context.ts';
import { nameResource } from './targets.ts';

const DEFAULT_SECONDS = 3;
const HTTP_SECONDS = 5;

/** A function is asked over HTTPS. `answers` are the fields of functions' answers that the flow reads, as keys. */
export function translateFunction(context: StepContext, answers: readonly (readonly string[])[]): void {
  const { parameters, shared, action } = context;
  const name = nameResource(action, 'LambdaFunctionARN') ?? 'function';
  parameters.ignore('LambdaFunctionARN', 'ResponseValidation', 'InvocationType');
  if (parameters.text('InvocationType')?.toUpperCase() === 'ASYNCHRONOUS')
    context.lose('OPTION_WITHOUT_EFFECT', 'InvocationType ASYNCHRONOUS');
  context.lose('LAMBDA_AS_HTTP', name);
  const { written } = shared.targets.findFunction(name, action.span);
  const seconds = Number(parameters.text('InvocationTimeLimitSeconds') ?? DEFAULT_SECONDS);
  const timeout =
    Number.isFinite(seconds) && seconds >= 1 && seconds <= 60 ? Math.round(seconds) : DEFAULT_SECONDS;
  const save = answers.map((path) => [
    shared.variables.declare(`external ${path.join('.')}`),
    readAnswer(path),
  ]);
  const failed = context.fail();
  context.add({
    http: {
      post: written,
      json: readFields(context),
      ...(timeout !== HTTP_SECONDS && { timeout: `${timeout}s` }),
      ...(save.length > 0 && { save: Object.fromEntries(save) as Record<string, string> }),
    },
    next: context.next(),
    on: { client_error: failed, server_error: failed, timeout: failed, failed },
  });
}

/** Fields that a function gets: its parameters, and the caller's number, which it knows from the contact. */
function readFields(context: StepContext): Record<string, string> {
  const fields = context.parameters.fields('LambdaInvocationAttributes');
  const sent = new Map<string, string>([['caller', '${call.from}']]);
  for (const name of fields.names) {
    const text = fields.text(name);
    if (text === undefined) context.lose('VALUE_SHAPE', name);
    sent.set(name, context.toTemplate(text ?? ''));
  }
  return Object.fromEntries(sent);
}

/** Reads a field of an answer as text; an absent one is empty. */
function readAnswer(path: readonly string[]): string {
  const steps = path.map((_, index) => {
    const parent = toAccess(path.slice(0, index));
    const name = path[index] ?? '';
    return isPlain(name) ? `has(${parent}.${name})` : `${JSON.stringify(name)} in ${parent}`;
  });
  return `\${${steps.join(' && ')} ? string(${toAccess(path)}) : ""}`;
}

function toAccess(path: readonly string[]): string {
  return path.reduce(
    (parent, name) => (isPlain(name) ? `${parent}.${name}` : `${parent}[${JSON.stringify(name)}]`),
    'response.json',
  );
}

function isPlain(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !CEL_WORDS.has(name);
}

/** Words that are no names of fields in an expression. */
const CEL_WORDS = new Set(
  'in true false null as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Asks whether it is open, by the hours of the answers. */
export function translateHours(context: StepContext, queue: string | undefined): void {
  const { action, shared, parameters } = context;
  const title = nameHours(action, queue);
  const hours = shared.targets.findHours(title, action.span);
  parameters.ignore('HoursOfOperationId');
  const name = shared.targets.nameHours(title);
  if (hours !== undefined) shared.draft.flow.hours = { ...shared.draft.flow.hours, [name]: hours };
  const failed = context.fail();
  const find = (operand: string) => context.condition(operand) ?? context.condition(operand.toLowerCase());
  const open = shared.findStep(find('True') ?? action.next);
  const closed = shared.findStep(find('False') ?? context.failure('NoMatchingCondition') ?? action.next);
  context.lose('SCHEDULES_ELSEWHERE', title);
  context.add({ hours: name, next: open, on: { closed, holiday: closed, failed } });
}

/** Changes the language; `language` is that of the voice. */
export function translateVoice(context: StepContext, language: string): void {
  readVoice(context);
  context.add({ language, next: context.next() });
}

export function readVoice(context: StepContext): void {
  context.parameters.ignore('TextToSpeechVoice', 'TextToSpeechEngine', 'TextToSpeechStyle');
  context.lose('VOICE_PER_FLOW', context.parameters.text('TextToSpeechVoice'));
  context.failure();
}
