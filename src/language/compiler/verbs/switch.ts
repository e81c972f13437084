import type { SwitchStep } from '../../../../schemas/types/flow.ts';
import { buildPassingStates, FAILED } from './parts/fragments.ts';
import type { Path } from '../read/document.ts';
import type { Readable, Verb } from '../types.ts';

const nameCase = (index: number): string => `case_${index + 1}`;

/** Follows the first condition that is true, or the case of a value. */
export const switchVerb: Verb<SwitchStep> = {
  name: 'switch',
  waits: 'nothing',
  needsCall: false,
  listOutcomes: (body) => [
    ...listCases(body).map(({ goto, path, meaning }, index) => ({
      name: nameCase(index),
      goto,
      path,
      ...(meaning === undefined ? {} : { meaning }),
    })),
    { name: 'otherwise', otherwise: 'next' as const },
    FAILED,
  ],
  compile(body, step) {
    const cases = listCases(body).map(({ goto = '' }, index) => ({
      ...step.exitTo(goto, nameCase(index)),
      guard: { type: 'chosen' as const, params: { index } },
    }));
    const conditions = Array.isArray(body)
      ? body.map(({ when }) => when)
      : Object.keys(body.cases).map((literal) => step.toEquation(body.value, literal));
    const choose = { type: 'choose', params: { conditions } } as const;
    return buildPassingStates(step, choose, [...cases, step.exit('otherwise')]);
  },
};

interface Case {
  goto: string | undefined;
  /** Path of the target below the body. */
  path: Path;
  meaning?: string | undefined;
}

function listCases(body: Readable<SwitchStep> | undefined): Case[] {
  if (body === undefined || Array.isArray(body))
    return (body ?? [undefined]).map((one, index) => ({
      goto: one?.goto,
      path: [index, 'goto'],
      meaning: one?.when,
    }));
  const { value, cases = {} } = body;
  return Object.entries(cases).map(([literal, goto]) => ({
    goto,
    path: ['cases', literal],
    meaning: value === undefined ? undefined : `${value} == ${renderLiteral(literal)}`,
  }));
}

/** Renders a case as in a condition; text and numbers are told apart by their look. */
function renderLiteral(literal: string): string {
  return /^(-?[0-9]+(\.[0-9]+)?|true|false)$/.test(literal) ? literal : JSON.stringify(literal);
}
