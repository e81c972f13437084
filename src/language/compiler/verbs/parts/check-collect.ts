/** Checks of `collect` beyond its schema: which keys fit which type, and the bounds of each type. */
import type { CollectStep } from '../../../../../schemas/types/flow.ts';
import { loadPhoneNumbers } from '../../../model/index.ts';
import { isCurrency } from './currency-names.ts';
import { collectedTypes, type CollectedType } from './collected.ts';
import { findPatternProblem } from './patterns.ts';
import type { ReportAt, Readable } from '../../types.ts';
import { quoteAlternatives } from '../../read/words.ts';

type Body = Readable<CollectStep>;

/** Checks the body of a collect as far as it could be read. */
export function checkCollect(body: Body, report: ReportAt): void {
  checkKeys(body, report);
  checkCurrency(body, report);
  checkCompanions(body, report);
  checkRange(body, report);
  checkSpeech(body, report);
  const problem = body.pattern === undefined ? undefined : findPatternProblem(body.pattern, 'u');
  if (problem) report(['pattern'], problem);
  if (body.country !== undefined && !loadPhoneNumbers().isSupportedCountry(body.country))
    report(['country'], {
      code: 'bad-value',
      message: `"${body.country}" is not a known country code`,
      hint: 'two capital letters, for instance DE or US',
    });
}

function checkCurrency({ currency }: Body, report: ReportAt): void {
  if (currency === undefined || isCurrency(currency)) return;
  report(['currency'], {
    code: 'bad-value',
    message: `"${currency}" is not a currency code`,
    hint: 'three capital letters, for instance EUR or USD',
  });
}

function checkKeys({ digits, terminator, type = 'digits' }: Body, report: ReportAt): void {
  const { min, max } = typeof digits === 'object' ? digits : {};
  if (min !== undefined && max !== undefined && min > max)
    report(['digits', 'min'], {
      code: 'bad-value',
      message: `the minimum (${min}) is greater than the maximum (${max})`,
    });
  const { isFixed } = collectedTypes[type];
  for (const [key, value] of Object.entries({ digits, terminator }))
    if (value !== undefined && isFixed)
      report([key], {
        code: 'conflicting-keys',
        message: `"${key}" is not allowed beside "type: ${type}", whose length is fixed`,
      });
  if (terminator === '*' && (type === 'number' || type === 'currency'))
    report(['terminator'], {
      code: 'conflicting-keys',
      message: `star cannot end a value of "type: ${type}", where it is the decimal point`,
    });
}

/** Keys that have a meaning only for some types. */
const KEY_TYPES: Partial<Record<keyof CollectStep, readonly CollectedType[]>> = {
  format: ['date'],
  country: ['phone'],
  currency: ['currency'],
  range: ['digits', 'number', 'currency', 'date', 'time'],
};

function checkCompanions(body: Body, report: ReportAt): void {
  const { type = 'digits' } = body;
  for (const [key, types] of Object.entries(KEY_TYPES))
    if (key in body && !types.includes(type))
      report([key], {
        code: 'conflicting-keys',
        message: `"${key}" is allowed only for the type ${quoteAlternatives(types)}, not beside "type: ${type}"`,
      });
}

/** The form of a bound by type. */
const BOUND_FORMS: Partial<Record<CollectedType, { form: RegExp; example: string }>> = {
  digits: { form: /^\d+$/, example: 'a number such as 1000' },
  number: { form: /^\d+(\.\d+)?$/, example: 'a number such as 10 or 0.5' },
  currency: { form: /^\d+(\.\d{1,2})?$/, example: 'an amount such as 10 or 99.50' },
  date: { form: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, example: 'a date such as 2026-12-24' },
  time: { form: /^([01]\d|2[0-3]):[0-5]\d$/, example: 'a time such as 08:30' },
};

function checkRange({ range, type = 'digits' }: Body, report: ReportAt): void {
  const bound = BOUND_FORMS[type];
  if (range === undefined || bound === undefined) return;
  const { min, max } = range;
  const isRight = (value: string | number | undefined) =>
    value === undefined || bound.form.test(String(value));
  for (const [key, value] of Object.entries({ min, max }))
    if (!isRight(value))
      report(['range', key], {
        code: 'bad-value',
        message: `"${String(value)}" is not a bound for "type: ${type}"; expected ${bound.example}`,
        isRelative: true,
      });
  if (min === undefined || max === undefined || !isRight(min) || !isRight(max)) return;
  const isText = type === 'date' || type === 'time';
  if (isText ? min > max : Number(min) > Number(max))
    report(['range', 'min'], {
      code: 'bad-value',
      message: `the minimum (${min}) is greater than the maximum (${max})`,
    });
}

function checkSpeech({ speech = false, type, confirm }: Body, report: ReportAt): void {
  if (speech !== false) return;
  if (type === 'text')
    report(['type'], {
      code: 'missing-key',
      message: 'text can only be spoken, but this step does not listen for speech',
      hint: 'add "speech: true"',
    });
  for (const answer of ['yes', 'no'] as const)
    if (typeof confirm === 'object' && confirm[answer] !== undefined)
      report(['confirm', answer], {
        code: 'conflicting-keys',
        message: `"${answer}" is allowed only if the step listens for speech`,
        hint: 'add "speech: true"',
      });
}
