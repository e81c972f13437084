/** The action that asks for digits. */
import type { Collect } from './model.ts';
import type { NodeReader } from './node-reader.ts';
import type { Defaults } from './read-settings.ts';
import { readConstant, readKey, readNumber, readVariable } from './read-values.ts';

const DEFAULT_NO_ENTRY = 5_000;
const DEFAULT_INTER_DIGIT = 3_000;
/** Most digits where the file has no limit. */
const MAX_DIGITS = 32;

export function readCollect(reader: NodeReader, defaults: Defaults): Collect {
  const { min, max, terminator } = readLengths(reader);
  const { own } = reader;
  const into = readVariable(own.node('inputData') ?? own.node('variable') ?? own.node('outputData'));
  for (const key of ['acceptJustStar', 'acceptJustPound'])
    if (readConstant(own.node(key)) === 'true') reader.remark('OPTION_WITHOUT_EFFECT', key);
  own.ignore('secureInput', 'isSecure');
  const audio = own.has('inputAudio') ? reader.audio('inputAudio') : reader.audio('audio');
  return {
    audio,
    into,
    min,
    max,
    terminator,
    timeout: reader.number('noEntryTimeout') ?? defaults.noEntry ?? DEFAULT_NO_ENTRY,
    interDigit: reader.number('interDigitTimeout') ?? DEFAULT_INTER_DIGIT,
    isConfirmed: readVerification(reader),
  };
}

function readLengths(reader: NodeReader): { min: number; max: number; terminator: Collect['terminator'] } {
  const digits = reader.within('digits');
  const range = digits.fields('range');
  reader.fields.push(range);
  const key = (text: string | undefined): Collect['terminator'] => {
    const found = readKey(text);
    return found === '#' || found === '*' ? found : '';
  };
  const ending = readConstant(
    range.node('terminatingDtmf') ?? digits.node('terminatingDtmf') ?? reader.own.node('terminatingDtmf'),
  );
  const terminator = key(ending);
  // A digit ends no entry here.
  if (terminator === '' && readKey(ending) !== undefined) reader.remark('VALUE_SHAPE', 'terminatingDtmf');
  const exact = readNumber(digits.node('exact')) ?? reader.number('exactDigits', 'numberOfDigits');
  if (exact !== undefined) return { min: exact, max: exact, terminator };
  const min = readNumber(range.node('min') ?? digits.node('min')) ?? reader.number('minDigits') ?? 1;
  const max = readNumber(range.node('max') ?? digits.node('max')) ?? reader.number('maxDigits');
  if (max === undefined) reader.remark('VALUE_SHAPE', 'digits');
  return { min: Math.max(min, 1), max: Math.max(max ?? MAX_DIGITS, min, 1), terminator };
}

function readVerification(reader: NodeReader): boolean {
  const node = reader.own.node('verificationType');
  if (node?.kind === 'object') return !node.entries.some(({ key }) => key === 'none' || key === 'noValue');
  const text = readConstant(node)?.toLowerCase();
  return text !== undefined && text !== '' && text !== 'none';
}
