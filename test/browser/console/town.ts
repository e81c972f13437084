/** A morning of calls to the sample flows: enough for charts, heat and drop-offs. The dates pass, the calls are real. */
import { vi } from 'vitest';
import { until } from '../../engine/until.ts';
import type { ConsoleScene } from './scene.ts';

const MINUTE_MS = 60_000;

/** At one of so many choices the caller hangs up. */
const CHOICES_PER_HANG_UP = 23;
/** Number of choices after which every caller hangs up. */
const MOST_CHOICES = 12;

/** How busy a minute is, from quiet to rush. */
const RUSH = [0.5, 0.9, 0.8, 0.5, 0.6, 1, 1.2, 1.1, 1, 0.9, 1.1, 0.9, 0.7, 0.5, 1, 1.6, 1.4, 1.3, 1.5, 1.2];

interface Line {
  number: string;
  /** Calls in a minute that is neither quiet nor busy. */
  pace: number;
  /** Answers that callers give, one after the other. */
  answers: string[];
}

export const LINES: Record<string, Line> = {
  'front-desk': {
    number: '+493023125',
    pace: 4,
    answers: ['1', '1', '1', '1', '2', '2', '3', '0', '*', '9'],
  },
  'language-choice': { number: '+493023127', pace: 1, answers: ['1', '1', '2', '3'] },
  'account-line': { number: '+493023126', pace: 1, answers: ['12345678', '22345678', '1', '1', '72345678'] },
  'outage-notice': { number: '+493023128', pace: 2, answers: ['10115', '20095', '1'] },
  'pin-check': { number: '+493023129', pace: 1, answers: ['1234', '0', '123', '55'] },
  'after-hours': { number: '+493023133', pace: 1, answers: ['1', '2', '3'] },
};

/** A shift of this process's dates. */
export interface PastDates {
  minutesAgo: number;
}

/** Moves the dates of this process back; what begins afterwards begins in the past. */
export function goBack(minutes: number): PastDates {
  const dates = { minutesAgo: minutes };
  const present = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => present() - dates.minutesAgo * MINUTE_MS);
  return dates;
}

export interface Town {
  /** Places a call and lets the caller choose until it is over. */
  call: (flow: string) => Promise<void>;
  /** Places a call that stays where it first listens, or with the first person who answers: by day an office does. */
  wait: (flow: string) => Promise<void>;
  /** Lets minutes pass, each with its calls, until so many minutes ago. */
  live: (until: number) => Promise<void>;
}

/** Gives each flow a number and callers. */
export async function peopleTown({ ask, emulator, service }: ConsoleScene, dates: PastDates): Promise<Town> {
  let callers = 0;
  let allChoices = 0;
  const view = (id: string) => emulator.act(({ control }) => control.call(id));
  const isOver = (id: string) => [undefined, 'disconnected'].includes(view(id)?.state);
  const countPrompts = (id: string) =>
    emulator.act(({ journal }) => journal.readAfter(0, id)).filter(({ kind }) => kind === 'speech').length;

  for (const [flow, { number }] of Object.entries(LINES)) {
    emulator.act(({ control }) => control.setNumber(number, { label: flow, webhook: service.hookUrl }));
    await ask('PUT', `/projects/default/routes/${flow}`, { number, takes: 'calls', flow });
  }

  const ring = (flow: string): string => {
    callers += 1;
    const from = `+49151${String(20_000_000 + callers * 7_919)}`;
    const to = lineOf(flow).number;
    const id = emulator.act(({ people }, now) => people.ring({ from, to }, now));
    if (id === undefined) throw new Error(`nobody answers ${to}`);
    return id;
  };

  const choose = (flow: string, id: string, choices: number): void => {
    allChoices += 1;
    const { answers } = lineOf(flow);
    const answer = answers[allChoices % answers.length] ?? '1';
    const leaves = choices > MOST_CHOICES || allChoices % CHOICES_PER_HANG_UP === 0;
    emulator.act(({ people }, now) => {
      if (leaves) people.hangUp(id, now);
      else people.press(id, answer, now);
    });
  };

  const call = async (flow: string): Promise<void> => {
    const id = ring(flow);
    for (let choices = 0, heard = 0; !isOver(id); choices += 1) {
      const isAsked = () => view(id)?.listens === true && countPrompts(id) > heard;
      const isTalking = () => view(id)?.state === 'bridged';
      await until(() => isOver(id) || isTalking() || isAsked());
      heard = countPrompts(id);
      if (isTalking()) emulator.act(({ people }, now) => people.hangUp(id, now));
      else if (!isOver(id)) choose(flow, id, choices);
    }
  };

  return {
    call,
    wait: async (flow) => {
      const id = ring(flow);
      await until(() => view(id)?.listens === true || view(id)?.state === 'bridged');
    },
    live: async (end) => {
      for (; dates.minutesAgo > end; dates.minutesAgo -= 1) {
        const rush = RUSH[dates.minutesAgo % RUSH.length] ?? 1;
        const flows = Object.entries(LINES).flatMap(([flow, { pace }]) =>
          Array.from({ length: Math.round(pace * rush) }, () => flow),
        );
        await Promise.all(flows.map(call));
      }
    },
  };
}

function lineOf(flow: string): Line {
  const line = LINES[flow];
  if (line === undefined) throw new Error(`no line of ${flow}`);
  return line;
}
