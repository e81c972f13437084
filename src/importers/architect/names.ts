/** Names for the steps of nodes. */
import { describeNode, isMeaningless } from '../project/index.ts';
import { listParts } from './expressions/syntax.ts';
import type { Audio, Node, Task } from './model.ts';

/** Names that the product gives by itself: they are those of the action. */
function isDefaultName(name: string, type: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const [given, word] = [plain(name).replace(/\d+$/, ''), plain(type)];
  return given === '' || given === word || word.replace(/^menu/, '') === given || given === 'updatedata';
}

const verbs: Readonly<Record<string, string>> = {
  play: 'say',
  collect: 'ask',
  decide: 'check',
  assign: 'set',
  transfer: 'connect',
  request: 'request',
  lookup: 'look up',
  schedule: 'hours',
  leave: 'go to',
  menu: 'menu',
};

/** Returns what the step of a node should be called. */
export function nameNode({ id, name, type, does, task }: Node, tasks: ReadonlyMap<string, Task>): string {
  if (!isDefaultName(name, type) && !isMeaningless(name))
    return does.kind === 'loop_check' ? `${name} check` : does.kind === 'loop_count' ? `${name} again` : name;
  // What a task begins with, and has no name of its own, is named after the task.
  const own = tasks.get(task ?? '');
  if (own?.first === id && !isMeaningless(own.name) && own.name !== '') return own.name;
  const verb = verbs[does.kind] ?? type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  switch (does.kind) {
    case 'play':
      return describeNode(verb, readWords(does.audio));
    case 'collect':
      return describeNode(verb, does.collect.into?.replace(/^\w+\./, '') ?? readWords(does.collect.audio));
    case 'assign':
      return describeNode(verb, does.statements[0]?.variable.replace(/^\w+\./, ''));
    case 'request':
      return describeNode(verb, does.request.name);
    case 'transfer':
      return describeNode(verb, does.transfer.to.kind === 'constant' ? String(does.transfer.to.value) : '');
    case 'schedule':
      return describeNode(verb, does.schedule);
    case 'loop_check':
      return 'loop check';
    case 'loop_count':
      return 'loop again';
    default:
      return verb;
  }
}

function readWords(audio: Audio): string {
  const [first] = audio.values();
  if (first === undefined) return '';
  return listParts(first)
    .flatMap((part) => (part.kind === 'constant' && typeof part.value === 'string' ? [part.value] : []))
    .join(' ');
}
