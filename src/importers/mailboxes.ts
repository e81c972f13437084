/** Writes what the answers say instead of the mailboxes of the original, which have no counterpart on every carrier. */
import type { Step } from '../../schemas/types/flow.ts';
import { mapTargets } from './passes/index.ts';
import { describeTodo } from './project/index.ts';
import type { NodeId, Project, TranslatedFlow } from './project/index.ts';

/** Settings of the message that tells somebody whom to call back. */
const CALLBACK_SETTINGS = {
  CALLBACK_TO: 'Number (E.164) that gets a text message about each caller who asks for a call back',
  CALLBACK_TEMPLATE: 'Template of that message',
  CALLBACK_CAMPAIGN: 'Campaign of that message',
} as const;

/** Replaces the steps that a person would have to write for mailboxes; returns the nodes that they stand for, too. */
export function answerMailboxes(
  { draft, ...translated }: TranslatedFlow,
  { answers: { voicemail }, settings }: Project,
): { flow: TranslatedFlow; answered: readonly NodeId[] } {
  const mailboxes = Object.entries(draft.about).filter(([, { todo }]) => todo?.reason === 'VOICEMAIL');
  if (voicemail === 'stub' || mailboxes.length === 0) return { flow: { ...translated, draft }, answered: [] };
  const { flow, about } = draft;
  const names = new Map(mailboxes.map(([name]) => [name, nameMailbox(name, flow.steps)]));
  const follow = (target: string) => names.get(target) ?? target;
  const steps = Object.fromEntries(
    Object.entries(flow.steps).map(([name, step]) => {
      const failed = step.next ?? 'hangup';
      const done = about[name]?.todo?.done ?? failed;
      return [
        follow(name),
        mapTargets(names.has(name) ? toMailbox(voicemail, { failed, done }) : step, follow),
      ];
    }),
  );
  const todo = describeTodo('VOICEMAIL');
  const origins = Object.fromEntries(
    Object.entries(about).map(([name, { comments, ...origin }]) => [
      follow(name),
      {
        ...origin,
        comments: names.has(name) ? comments.filter((line) => line !== todo) : comments,
      },
    ]),
  );
  const vars = voicemail === 'record' ? { ...flow.vars, message: '' } : flow.vars;
  const env = voicemail === 'callback' ? { ...flow.env, ...CALLBACK_SETTINGS } : flow.env;
  if (voicemail === 'callback')
    for (const name of Object.keys(CALLBACK_SETTINGS)) settings.set(name, '+15550100000');
  const answered = mailboxes.flatMap(([, { nodes }]) => nodes);
  return {
    flow: {
      ...translated,
      draft: {
        ...draft,
        flow: { ...flow, ...(vars && { vars }), ...(env && { env }), steps },
        about: origins,
      },
    },
    answered,
  };
}

/** Returns the name of a step without the mark of what is left to write, if no other step has it. */
function nameMailbox(name: string, steps: Readonly<Record<string, Step>>): string {
  const plain = name.replace(/^todo_/, '');
  return Object.hasOwn(steps, plain) ? name : plain;
}

function toMailbox(voicemail: string, { failed, done }: { failed: string; done: string }): Step {
  if (voicemail === 'record')
    return { voicemail: { save: 'message' }, next: done, on: { silent: failed, failed } };
  if (voicemail === 'callback') {
    const values = {
      to: '${env.CALLBACK_TO}',
      template: '${env.CALLBACK_TEMPLATE}',
      campaign: '${env.CALLBACK_CAMPAIGN}',
    };
    return {
      run: { flow: 'std/callback', with: values },
      next: done,
      on: { no_number: failed, not_sent: failed, failed },
    };
  }
  return { connect: { to: voicemail }, next: done, on: { busy: failed, no_answer: failed, failed } };
}
