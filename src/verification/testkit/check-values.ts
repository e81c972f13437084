/** Checks what the schema cannot express: related fields, patterns, values of the type of a variable. */
import type { Expects, Line, Scenario, ScenarioFile } from '../../../schemas/types/scenario.ts';
import { readParams } from '../../call/index.ts';
import { findPatternProblem, rangeAt } from '../../language/compiler/index.ts';
import type { Document, Path } from '../../language/compiler/index.ts';
import { findClosest } from '../../language/diagnostics/index.ts';
import type { Finding, Report } from '../../language/diagnostics/index.ts';
import { listActions, readNumber, typeDescriptions } from '../../language/model/index.ts';
import type { CompiledFlow, Value, VarType } from '../../language/model/index.ts';
import { faultCodes, isFaultCode } from './platform-faults.ts';
import { listRetryWaits } from './repetition.ts';
import { isRealTime } from './time.ts';
import { applyShared } from './to-start.ts';
import { findVariable } from './parts.ts';

/** A file that matches the schema; `flow` is absent if the flow has errors. */
export interface Subject {
  document: Document;
  source: Partial<ScenarioFile>;
  flow?: CompiledFlow;
}

type Problem = Pick<Finding, 'code' | 'message' | 'hint'>;
type Tell = (path: Path, problem: Problem) => void;

/** Fields of `expects` that are only valid with these commands. */
const fieldsOfCommand = {
  to: ['dial', 'connect', 'sms', 'stream'],
  from: ['dial', 'connect'],
  text: ['play'],
  name: ['record', 'create_room', 'join'],
} as const satisfies Partial<Record<keyof Expects, string[]>>;

/** Reports values that can never be valid. */
export function checkValues({ document, source, flow }: Subject, report: Report): void {
  const tell: Tell = (path, problem) => {
    report({ ...problem, span: document.span(rangeAt(document.root, path)) });
  };
  checkTime(source.start?.at, ['start', 'at'], tell);
  source.scenarios?.forEach((own, index) => {
    const path: Path = ['scenarios', index];
    const below: Tell = (rest, problem) => {
      tell([...path, ...rest], problem);
    };
    checkTime(own.start?.at, ['start', 'at'], below);
    checkStart({ own, shared: source, flow }, { tell, below });
    own.faults?.forEach((fault, at) => {
      checkFault(fault, ['faults', at], below);
    });
    own.script.forEach((line, at) => {
      if (typeof line === 'object')
        checkLine(line, flow, (rest, problem) => {
          below(['script', at, ...rest], problem);
        });
    });
  });
}

function checkTime(time: string | undefined, path: Path, tell: Tell): void {
  if (time !== undefined && time.length > 'hh:mm'.length && !isRealTime(time))
    tell(path, { code: 'bad-value', message: `${time} is not a valid time` });
}

/** Checks the start of a call, parts of which the file may share. */
function checkStart(
  { own, shared, flow }: { own: Scenario; shared: Partial<ScenarioFile>; flow: CompiledFlow | undefined },
  { tell, below }: { tell: Tell; below: Tell },
): void {
  const { params, direction, message } = applyShared(own, shared).start ?? {};
  const at = (field: 'params' | 'direction') => (own.start?.[field] === undefined ? tell : below);
  if (message !== undefined && direction === 'inbound')
    at('direction')(['start', 'direction'], {
      code: 'conflicting-keys',
      message: 'a call that is started by a message must be outbound: the flow calls its sender',
    });
  const read = flow === undefined ? undefined : readParams(flow, params ?? {});
  for (const problem of read === undefined || read.ok ? [] : read.problems) {
    const told: Problem = {
      code: 'bad-value',
      message: problem,
      hint: 'set the parameters of the call in start: { params: { … } }',
    };
    if (params === undefined) below(['name'], told);
    else at('params')(['start', 'params'], told);
  }
}

function checkFault({ code, attempts }: FaultSource, path: Path, tell: Tell): void {
  checkCode(String(code), [...path, 'code'], tell);
  const most = listRetryWaits(String(code)).length;
  if (attempts === undefined || attempts <= most) return;
  tell([...path, 'attempts'], {
    code: 'bad-value',
    message:
      most === 0
        ? `a command that is refused with ${String(code)} is not retried, so it fails for good`
        : `a command that is refused with ${String(code)} is retried at most ${most} times`,
    hint:
      most === 0
        ? 'remove "attempts", or use 429 or 500, after which the engine retries'
        : `use at most ${most}, or remove "attempts" if the command should fail for good`,
  });
}

type FaultSource = NonNullable<Scenario['faults']>[number];

function checkCode(code: string, path: Path, tell: Tell): void {
  if (isFaultCode(code)) return;
  // Similar numbers are not typing errors.
  const meant = /^\d/.test(code) ? undefined : findClosest(code, faultCodes);
  tell(path, {
    code: 'bad-value',
    message: `the platform has no error code ${code}`,
    hint:
      meant === undefined
        ? 'use one of its codes, such as 6120 or RATE_LIMITED; http_503 is a response without a code; timeout and unreachable mean that the platform does not respond'
        : `did you mean ${meant}?`,
  });
}

type Written = Exclude<Line, string>;

function checkLine(line: Written, flow: CompiledFlow | undefined, tell: Tell): void {
  const { hears, does_not_hear, waits_until, expects } = line;
  if (hears !== undefined) checkHearing(['hears'], { hears, flow }, tell);
  if (does_not_hear !== undefined) checkHearing(['does_not_hear'], { hears: does_not_hear, flow }, tell);
  checkTime(waits_until, ['waits_until'], tell);
  if (expects === undefined) return;
  checkFields(expects, tell);
  if (flow !== undefined) checkExpected(expects, flow, tell);
}

function checkHearing(
  path: Path,
  { hears, flow }: { hears: NonNullable<Written['hears']>; flow: CompiledFlow | undefined },
  tell: Tell,
): void {
  if (typeof hears === 'string') return;
  const { matches, language } = hears;
  const problem = matches === undefined ? undefined : findPatternProblem(matches, 'u');
  if (problem !== undefined) {
    const { code, message } = problem;
    tell([...path, 'matches'], { code, message });
  }
  if (language === undefined || flow === undefined || flow.languages.includes(language)) return;
  tell([...path, 'language'], {
    code: 'unknown-language',
    message: `the flow "${flow.name}" has no language "${language}", only ${flow.languages.join(', ')}`,
  });
}

function checkExpected({ var: expected, outcome }: Expects, flow: CompiledFlow, tell: Tell): void {
  const { name, is } = expected ?? {};
  const type = name === undefined ? undefined : findVariable(flow, name)?.type;
  if (is !== undefined && type !== undefined && valueOfType(is, type) === undefined)
    tell(['expects', 'var', 'is'], {
      code: 'wrong-type',
      message: `the variable "${name ?? ''}" is ${typeDescriptions[type]}; found ${String(is)}`,
    });
  if (outcome === undefined) return;
  const outcomes = listMilestones(flow);
  if (outcomes.includes(outcome)) return;
  const meant = findClosest(outcome, outcomes);
  tell(['expects', 'outcome'], {
    code: 'bad-value',
    message: `no step of the flow "${flow.name}" records the outcome "${outcome}"`,
    hint:
      meant === undefined
        ? `it records ${outcomes.length === 0 ? 'none' : outcomes.join(', ')}`
        : `did you mean "${meant}"?`,
  });
}

function checkFields(expects: Expects, tell: Tell): void {
  for (const [field, commands] of Object.entries(fieldsOfCommand)) {
    if (!(field in expects) || commands.some((command) => command === expects.command)) continue;
    tell(['expects', field], {
      code: 'conflicting-keys',
      message: `"${field}" is only allowed with command: ${commands.join(' or ')}`,
    });
  }
}

/** Converts a written value to a variable's type; undefined if it does not fit. */
export function valueOfType(written: Value, type: VarType): Value | undefined {
  if (type === 'string') return String(written);
  if (type === 'bool') return typeof written === 'boolean' ? written : undefined;
  return readNumber(String(written), type);
}

/** Lists every outcome that a step of the flow, or of a called flow, records. */
export function listMilestones(flow: CompiledFlow): string[] {
  const actions = [flow, ...Object.values(flow.flows)].flatMap(({ machine }) => listActions(machine));
  return [...new Set(actions.flatMap((one) => (one.type === 'milestone' ? [one.params.name] : [])))];
}
