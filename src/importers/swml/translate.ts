/** Translates a document to one flow, statement by statement. */
import type { FlowMaker } from './flow-maker.ts';
import type { Statement } from './model.ts';
import { writeStatement } from './steps.ts';
import { NoCounterpart } from './values.ts';

export function translateDocument(to: FlowMaker): void {
  const first = to.begin();
  if (first === 'hangup')
    to.addExplained('end', { hangup: null }, { comment: 'The original does nothing that callers notice.' });
  for (const goal of to.goals) {
    if (goal.kind === 'return') writeReturn(to, goal.section);
    else if (goal.kind === 'statement') write(to, goal.statement);
  }
  if (first !== 'hangup') to.moveToFront(first);
}

function write(to: FlowMaker, statement: Statement): void {
  const lost = statement.losses.find(({ grade }) => grade === 'stub');
  if (lost !== undefined) {
    to.writeTodo(statement, lost.reason);
    return;
  }
  try {
    writeStatement(to, statement);
  } catch (error) {
    if (!(error instanceof NoCounterpart)) throw error;
    statement.losses.push({ reason: error.reason, span: statement.span, grade: 'stub' });
    to.writeTodo(statement, error.reason);
  }
}

/** Writes the end of a section that several statements execute. */
function writeReturn(to: FlowMaker, section: string): void {
  const targets = to.listReturns(section).filter((target) => target !== 'hangup');
  const value = `vars.${to.variables.declare(`back_from_${section}`)}`;
  const cases = Object.fromEntries(targets.map((target) => [target, target]));
  const comment = `Section "${section}" ends here and continues where it was executed.`;
  to.addExplained(
    to.toTarget({ kind: 'return', section }),
    { switch: { value, cases }, next: 'hangup' },
    { comment },
  );
}
