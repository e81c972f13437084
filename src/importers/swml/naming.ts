/** Names of steps, after what the author of a document called a statement, or else after what it does. */
import { describeNode } from '../project/index.ts';
import type { Statement } from './model.ts';

export function nameStatement(statement: Statement): string {
  const { does, title, block, index, method } = statement;
  const isElsewhere = (does.kind === 'execute' || does.kind === 'transfer') && does.to.section === undefined;
  const isTodo =
    isElsewhere || does.kind === 'todo' || statement.losses.some(({ grade }) => grade === 'stub');
  const isFirst = index === 0 && block.owner === undefined && block.section !== 'main';
  if (title !== undefined) return title;
  if (isFirst) return block.section;
  if (isTodo) return `todo ${method}`;
  const sounds = does.kind === 'play' || does.kind === 'prompt' ? does.sounds : [];
  const [said] = sounds.flatMap((sound) =>
    sound.kind === 'say' ? [sound.text.filter((piece) => typeof piece === 'string').join(' ')] : [],
  );
  return describeNode(verbs[does.kind] ?? method, said ?? describeSubject(does));
}

/** Says what a statement is about, in one or two words. */
function describeSubject(does: Statement['does']): string {
  if (does.kind === 'set') return does.assignments[0]?.[0] ?? '';
  if (does.kind === 'switch') return `by ${does.value.source.replace(/^vars\./, '')}`;
  return does.kind === 'execute' || does.kind === 'transfer' ? (does.to.section ?? '') : '';
}

const verbs: Partial<Record<Statement['does']['kind'], string>> = {
  play: 'say',
  prompt: 'ask',
  answer: 'answer',
  sleep: 'wait',
  sms: 'text',
  set: 'set',
  switch: 'choose',
  cond: 'decide',
  execute: 'to',
  transfer: 'to',
};
