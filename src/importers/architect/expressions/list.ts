/** Expressions of a node. */
import type { Audio, Does } from '../model.ts';
import type { Expression } from './syntax.ts';

const listAudio = (...audios: Audio[]): Expression[] => audios.flatMap((audio) => [...audio.values()]);

/** Lists the expressions that a node evaluates. */
export function listExpressions(does: Does): Expression[] {
  switch (does.kind) {
    case 'menu':
      return listAudio(does.menu.audio);
    case 'play':
      return listAudio(does.audio);
    case 'collect':
      return listAudio(does.collect.audio);
    case 'decide':
      return does.cases.map(({ when }) => when);
    case 'assign':
      return does.statements.map(({ value }) => value);
    case 'loop_check': {
      const counter = does.counter.split('.');
      return [does.count, { kind: 'path', path: [counter[0] ?? '', counter.slice(1).join('.')] }];
    }
    case 'request':
      return does.request.inputs.map(({ value }) => value);
    case 'lookup':
      return [does.lookup.key];
    case 'transfer':
      return [does.transfer.to, ...listAudio(does.transfer.pre, does.transfer.failure)];
    case 'leave':
      return listAudio(does.pre);
    case 'write_data':
      return does.values.map(({ value }) => value);
    case 'read_data':
      return does.values.map(({ name }) => name);
    default:
      return [];
  }
}
