/** What the schema cannot say of a scenario: fields that belong together, patterns, values of a variable's type. */
import type { Expects, Line, ScenarioFile } from '../../schemas/types/scenario.ts';
import { readParams } from '../call/index.ts';
import { rangeAt } from '../compiler/index.ts';
import type { Document, Path } from '../compiler/index.ts';
import type { DiagnosticCode, Report } from '../diagnostics/index.ts';
import { readNumber, typeInWords } from '../flow/index.ts';
import type { CompiledFlow, Value, VarType } from '../flow/index.ts';

/** What is looked at: a file that fits the schema; the flow is absent when it has errors of its own. */
export interface Subject {
  document: Document;
  source: Partial<ScenarioFile>;
  flow?: CompiledFlow;
}

type Tell = (path: Path, code: DiagnosticCode, message: string) => void;

/** Fields of `expects` that mean something only beside `command`, and beside which commands. */
const fieldsOfCommand = {
  to: ['dial', 'connect', 'sms', 'stream'],
  from: ['dial', 'connect'],
  text: ['play'],
  name: ['record', 'create_room', 'join'],
} as const satisfies Partial<Record<keyof Expects, string[]>>;

/** Tells values that can never be right. */
export function checkValues({ document, source, flow }: Subject, report: Report): void {
  source.scenarios?.forEach(({ start: { params, at = '', direction, message } = {}, script }, scenario) => {
    if (at !== '' && Number.isNaN(Date.parse(at)))
      report({
        code: 'bad-value',
        message: `there is no such time as ${at}`,
        span: document.span(rangeAt(document.root, ['scenarios', scenario, 'start', 'at'])),
      });
    if (message !== undefined && direction === 'inbound')
      report({
        code: 'conflicting-keys',
        message: 'a call that a message begins is outbound: the flow calls its sender',
        span: document.span(rangeAt(document.root, ['scenarios', scenario, 'start', 'direction'])),
      });
    if (flow !== undefined)
      checkParams({ flow, params }, (path, code, message) => {
        const span = document.span(rangeAt(document.root, ['scenarios', scenario, ...path]));
        report({ code, message, span, hint: 'what a call is begun with stands in start: { params: { … } }' });
      });
    script.forEach((line, index) => {
      if (typeof line === 'string') return;
      checkLine(line, flow, (path, code, message) => {
        const range = rangeAt(document.root, ['scenarios', scenario, 'script', index, ...path]);
        report({ code, message, span: document.span(range) });
      });
    });
  });
}

function checkParams(
  { flow, params }: { flow: CompiledFlow; params: Record<string, unknown> | undefined },
  tell: Tell,
): void {
  const read = readParams(flow, params ?? {});
  for (const problem of read.ok ? [] : read.problems)
    tell(params === undefined ? ['name'] : ['start', 'params'], 'bad-value', problem);
}

function checkLine(
  { hears, expects }: Exclude<Line, string>,
  flow: CompiledFlow | undefined,
  tell: Tell,
): void {
  if (typeof hears === 'object' && hears.matches !== undefined && !isPattern(hears.matches))
    tell(['hears', 'matches'], 'bad-value', `"${hears.matches}" is not a regular expression`);
  if (expects === undefined) return;
  checkFields(expects, tell);
  const { name, is } = expects.var ?? {};
  const type = name === undefined ? undefined : flow?.vars[name]?.type;
  if (is !== undefined && type !== undefined && valueOfType(is, type) === undefined)
    tell(
      ['expects', 'var', 'is'],
      'wrong-type',
      `the variable "${name ?? ''}" is ${typeInWords[type]}; found ${String(is)}`,
    );
}

function checkFields(expects: Expects, tell: Tell): void {
  for (const [field, commands] of Object.entries(fieldsOfCommand)) {
    if (!(field in expects) || commands.some((command) => command === expects.command)) continue;
    tell(
      ['expects', field],
      'conflicting-keys',
      `"${field}" has a meaning only beside command: ${commands.join(' or ')}`,
    );
  }
}

/** A value as it stands in a file, as one of a variable's type; undefined when it is none. */
export function valueOfType(written: Value, type: VarType): Value | undefined {
  if (type === 'string') return String(written);
  if (type === 'bool') return typeof written === 'boolean' ? written : undefined;
  return readNumber(String(written), type);
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}
