import { UNSUPPORTED } from '../../../call/index.ts';
import { deedOf, listEdges, findPathOver } from '../explore.ts';
import type { Edge } from '../explore.ts';
import { placeKey } from '../place.ts';
import type { Finder, Evidence } from './suspicion.ts';
import type { SentCommand } from '../../situations/index.ts';
import { requireRefusal } from './shown.ts';

/**
 * Finds commands that the platform must refuse, unless their step handles the refusal. A limit of the call may come during a
 * prompt, so commands right after it do not count.
 */
export const findRefusedCommands: Finder = (evidence) => {
  const told = new Set<string>();
  const edges = listEdges(evidence.exploration).filter((edge) => deedOf(edge).kind !== 'limit');
  return edges.flatMap((edge) =>
    edge.commands.flatMap((sent) => {
      const { refusal, step, flow, command } = sent;
      const place = `${placeKey(flow, step)} ${command.kind}`;
      if (refusal === undefined || told.has(place) || isPlanned(edge, sent, evidence)) return [];
      if (refusal.code === ALREADY_RECORDED && !endsStep(edge, step)) return [];
      told.add(place);
      return {
        code: 'refused-command',
        flow,
        step,
        message: `step "${step}" sends the command "${command.kind}", which the platform refuses: ${refusal.message} [${refusal.code}]`,
        path: findPathOver(edge),
        ...(refusal.code === UNSUPPORTED && { sameAs: ['carrier-does-less'] }),
        lacks: requireRefusal(command.kind, refusal.code),
      };
    }),
  );
};

/** A conversation that is recorded already needs no second recording: the key that starts one has what it wants. */
const ALREADY_RECORDED = '408';

function endsStep({ notes }: Edge, step: string): boolean {
  return notes.some((note) => note.kind === 'outcome' && note.step === step);
}

function isPlanned({ notes }: Edge, { flow, step }: SentCommand, { graphs }: Evidence): boolean {
  const taken = notes.flatMap((note) =>
    note.kind === 'outcome' && note.step === step ? [note.outcome] : [],
  );
  const edges = graphs[flow]?.steps.find(({ name }) => name === step)?.edges ?? [];
  return edges.some(({ outcome, kind }) => kind === 'on' && taken.includes(outcome));
}
