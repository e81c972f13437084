/** Calling windows as lines of text: `mon-fri 09:00-20:00`. */
import type { ApiProblem } from '../../api/problem.ts';
import type { PutCampaignData } from '../../api/generated/types.gen.ts';
import { readAll, toMistake } from '../../ui/form/mistakes.ts';

type Window = NonNullable<PutCampaignData['body']['windows']>[number];
type Day = Window['days'][number];

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** Both times have two digits for the hour, as the API takes them, so that texts compare like times. */
const HOURS = /^(\d\d:\d\d)-(\d\d:\d\d)$/;

/** Reads the lines as a member `windows`; no member when there are none. Throws an `ApiProblem` for lines that are no window. */
export function readWindowLines(lines: readonly string[]): { windows?: Window[] } {
  return lines.length === 0 ? {} : { windows: readAll(lines.map((line) => () => readWindow(line))) };
}

function readWindow(line: string): Window {
  const [hours = '', ...days] = line
    .toLowerCase()
    .split(/[\s,]+/)
    .toReversed();
  const [, from, until] = HOURS.exec(hours) ?? [];
  const read = days.toReversed().flatMap((text) => readDays(text, line));
  if (from === undefined || until === undefined || read.length === 0) throw toLineMistake(line);
  if (from >= until) throw toMistake('windows', `"${line}" is never open: it ends before it begins`);
  return { days: [...new Set(read)], from, until };
}

/** Reads a day, or days from one to another; they may run past Sunday. */
function readDays(text: string, line: string): Day[] {
  const [first, last = first, ...more] = text.split('-').map((name) => DAYS.findIndex((day) => day === name));
  if (first === undefined || last === undefined || first < 0 || last < 0 || more.length > 0)
    throw toLineMistake(line);
  const length = ((last - first + DAYS.length) % DAYS.length) + 1;
  return [...DAYS, ...DAYS].slice(first, first + length);
}

function toLineMistake(line: string): ApiProblem {
  return toMistake(
    'windows',
    `"${line}" is no calling hour: write days and hours, such as mon-fri 09:00-20:00`,
  );
}

/** Renders windows as lines; days in a row as a range. */
export function toWindowLines(windows: readonly Window[] = []): string[] {
  return windows.map(({ days, from, until }) => `${renderDays(days)} ${from}-${until}`);
}

function renderDays(days: readonly Day[]): string {
  const numbers = days.map((day) => DAYS.indexOf(day)).toSorted((one, other) => one - other);
  const runs: number[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run?.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs.map(renderRun).join(' ');
}

function renderRun(run: readonly number[]): string {
  const [first = '', last = ''] = [DAYS[run[0] ?? 0], DAYS[run.at(-1) ?? 0]];
  return run.length === 1 ? first : `${first}-${last}`;
}
