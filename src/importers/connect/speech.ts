/** What a block says, as a prompt. */
import type { MenuStep } from '../../../schemas/types/flow.ts';
import { Fields } from '../reading/index.ts';
import { describeMarkup } from './markup.ts';
import type { Action } from './read-flow.ts';
import type { StepContext } from './step-context.ts';
import { toConstant } from './references.ts';
import { nameId, nameResource } from './targets.ts';

type Prompt = MenuStep['prompt'];

/** True if a caller hears something of a block. */
export function saysSomething({ parameters }: Action): boolean {
  const fields = new Fields(parameters);
  const texts = [fields.text('SSML') ?? '', fields.text('Text') ?? ''];
  const said = texts.find((text) => text.trim() !== '');
  if (said !== undefined) return !/^\s*<speak[\s>]/.test(said) || describeMarkup(said).text !== '';
  return [fields.text('PromptId'), fields.fields('Media').text('Uri')].some(
    (id) => id !== undefined && id !== '',
  );
}

/** Returns what the block says; undefined if it says nothing. */
export function toPrompt(context: StepContext): Prompt | undefined {
  const { parameters } = context;
  const text = parameters.text('Text') ?? '';
  const marked = parameters.text('SSML') ?? '';
  if (marked.trim() !== '') return toSpoken(marked, context);
  if (text.trim() !== '') return toSpoken(text, context);
  return toAudio(context);
}

function toSpoken(text: string, context: StepContext): Prompt {
  if (/^\s*<speak[\s>]/.test(text)) {
    const markup = describeMarkup(text);
    for (const tag of markup.lost) context.lose('OPTION_WITHOUT_EFFECT', tag);
    if (markup.ssml !== undefined) return { ssml: context.toTemplate(markup.ssml) };
    return wrapWord(context.toTemplate(markup.text));
  }
  return wrapWord(context.toTemplate(text.trim()));
}

/** A single word in lower case would be the name of a prompt. */
function wrapWord(text: string): Prompt {
  return /^[a-z][a-z0-9_]*$/.test(text) ? { text } : text;
}

function toAudio(context: StepContext): Prompt | undefined {
  const { parameters, action, shared } = context;
  const prompt = nameResource(action, 'PromptId');
  const media = parameters.fields('Media');
  const address = media.text('Uri') ?? '';
  parameters.text('PromptId');
  media.ignore('SourceType', 'MediaType');
  if (prompt === undefined && address === '') return undefined;
  const reason = prompt === undefined ? 'AUDIO_ADDRESS' : 'PROMPT_LIBRARY';
  const key = prompt ?? nameId(address);
  context.lose(reason, key);
  context.lower('near', reason);
  if (address.startsWith('https://') && toConstant(address) !== undefined) return { url: address };
  return shared.targets.findPrompt(key, action.span);
}
