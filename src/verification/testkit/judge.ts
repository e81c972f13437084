/** Checks expectations against the current state of a call: no time passes, and nothing is consumed. */
import { renderCommand, matchesCommand } from './command-pattern.ts';
import { findHeard, renderHearing, prepareListening } from './hearing.ts';
import type { Move } from './scenario.ts';
import type { Scene } from './scene.ts';
import { findVariable, readVariable } from './parts.ts';

/** Result of a check. Its texts follow "the call". */
export interface Verdict {
  isTrue: boolean;
  /** Expected state, as in "has played …". */
  wanted: string;
  /** Actual state. */
  found: string;
}

/** Lines that can be checked without waiting. */
type Judged = Extract<
  Move,
  {
    kind: 'hears' | 'expects_step' | 'expects_var' | 'expects_outcome' | 'expects_end' | 'expects_command';
  }
>;

type Judging = { [Kind in Judged['kind']]: (scene: Scene, move: Extract<Judged, { kind: Kind }>) => Verdict };

const judging: Judging = {
  hears({ call, flow }, { what }) {
    const last = call.heard.at(-1);
    return {
      isTrue: findHeard(call.heard, prepareListening(what, flow), { play: 0, offset: 0 }) !== undefined,
      wanted: `has played ${renderHearing(what)}`,
      found: last === undefined ? 'nothing was heard' : `the last thing heard was "${last.text}"`,
    };
  },

  expects_step({ call }, { step }) {
    const { step: found } = call.record.context;
    return { isTrue: found === step, wanted: `is in step "${step}"`, found: `it is in step "${found}"` };
  },

  expects_var({ call, flow }, { variable, value }) {
    const found = readVariable(call.record.context, variable);
    const shown = findVariable(flow, variable)?.secret === true ? 'a secret' : JSON.stringify(found);
    return {
      isTrue: found === value,
      wanted: `has ${JSON.stringify(value)} in the variable "${variable}"`,
      found: `it has ${shown} there`,
    };
  },

  expects_outcome({ call }, { name }) {
    const { milestones } = call.record.context;
    return {
      isTrue: milestones.includes(name),
      wanted: `has reached the outcome "${name}"`,
      found: `it has reached ${milestones.length === 0 ? 'none' : milestones.join(', ')}`,
    };
  },

  expects_end({ call }, { reason }) {
    const found = call.hasEnded ? call.record.context.call.reason : undefined;
    return {
      isTrue: found === reason,
      wanted: `has ended as "${reason}"`,
      found: found === undefined ? 'it is still running' : `it has ended as "${found}"`,
    };
  },

  expects_command({ call }, { command }) {
    const given = call.commands.map(renderCommand).join(', ');
    return {
      isTrue: call.commands.some((sent) => matchesCommand(sent, command)),
      wanted: `has sent the command ${renderCommand(command)}`,
      found: given === '' ? 'it has sent none' : `it has sent ${given}`,
    };
  },
};

/** True if a line can be checked without letting time pass. */
export function isJudged(move: Move): move is Judged {
  return Object.hasOwn(judging, move.kind);
}

/** Checks one line against a call. */
export function judge(scene: Scene, move: Judged): Verdict {
  // The table's type guarantees the match of kind and function; TypeScript does not follow it through an index.
  const judged = judging[move.kind] as (scene: Scene, move: Judged) => Verdict;
  return judged(scene, move);
}
