import type { RunStep, SmsStep } from '../../../../schemas/types/flow.ts';
import { memoize, namePath, scanTemplate } from '../../model/index.ts';
import { joinQuoted } from '../../text/index.ts';
import { listExpressions } from '../check/references.ts';
import { spanAt } from '../read/document.ts';
import type { FlowDraft, Readable } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMapSteps } from './questions.ts';

/**
 * Reports flows that are run without the template or the campaign of a message that they send: the platform refuses
 * every such message. A message whose recipient is a parameter without a value is not sent; a flow that does nothing else
 * is run in vain where nobody takes its results either.
 */
export const messageParams: FlowRule = {
  needsAll: true,
  check(draft, report) {
    for (const { step, body, path } of listMapSteps<RunStep>(draft, 'run', 'goto')) {
      const { flow = '', with: given = {} } = body;
      const part = draft.others.signature(flow)?.draft;
      if (part === undefined) continue;
      const isEmpty = (param: string) => (given[param] ?? part.params[param]?.default) === '';
      // Whoever goes on with another flow may return its results.
      const isIdle = step.content?.verb.name === 'run' && Object.keys(body.save ?? {}).length === 0;
      const recipient = isIdle ? findOnlyRecipient(part) : undefined;
      if (recipient !== undefined && isEmpty(recipient)) {
        report({
          code: 'missing-parameter',
          message: `the flow "${flow}" sends its message to "${recipient}", which is missing, and nobody takes what it returns: it is run in vain`,
          span: spanAt(draft.document, [...path, 'flow']),
          hint: `add ${recipient}: … under "with", or "save" the result`,
        });
        continue;
      }
      const lacking = listMessages(part)
        .filter(({ to }) => to === undefined || !isEmpty(to))
        .flatMap(({ needs }) => needs.filter(isEmpty));
      if (lacking.length === 0) continue;
      const missing = [...new Set(lacking)];
      report({
        code: 'missing-parameter',
        message: `the flow "${flow}" needs ${joinQuoted(missing, 'and')} for the message that it sends, which the platform refuses otherwise`,
        span: spanAt(draft.document, [...path, 'flow']),
        hint: `add ${missing.map((name) => `${name}: …`).join(', ')} under "with"`,
      });
    }
  },
};

/** Verbs by which a flow may be of use without a message and without a result. */
const USEFUL: ReadonlySet<string> = new Set(
  'connect goto hold http outcome record room run stream voicemail'.split(' '),
);

/** Returns the parameter that is the recipient of all messages of a flow which only asks, and sends what it was told. */
function findOnlyRecipient(part: FlowDraft): string | undefined {
  const [first, ...others] = new Set(listMessages(part).map(({ to }) => to));
  const isUseful = part.graph.steps.some(({ verb }) => USEFUL.has(verb));
  return isUseful || others.length > 0 || Object.keys(part.returns).length === 0 ? undefined : first;
}

/** A message of a flow, by the parameters that it is made of. */
interface Message {
  /** The recipient; absent when it is no parameter. */
  to: string | undefined;
  /** The template and the campaign, as far as they are parameters that the flow does not test. */
  needs: string[];
}

const listMessages = memoize((draft: FlowDraft): readonly Message[] =>
  listMapSteps<SmsStep>(draft, 'sms').map(({ body: { to, template, campaign } }) => ({
    to: readParam(to, draft),
    needs: [template, campaign].flatMap((text) => {
      const param = readParam(text, draft);
      return param === undefined || isTested(param, draft) ? [] : [param];
    }),
  })),
);

/** Returns the parameter that is the whole text. */
function readParam(text: Readable<SmsStep>['to'], draft: FlowDraft): string | undefined {
  const [only, ...others] = scanTemplate(String(text ?? '').trim()).parts;
  const term =
    typeof only === 'object' && others.length === 0 ? draft.expressions().parse(only.expr) : undefined;
  const [holder, name, ...deeper] = (term && namePath(term)?.split('.')) ?? [];
  return holder === 'params' && deeper.length === 0 ? name : undefined;
}

function isTested(param: string, draft: FlowDraft): boolean {
  return listExpressions(draft).some(
    ({ reference, source }) =>
      reference.kind === 'condition' && draft.expressions().findReads(source).has(`params.${param}`),
  );
}
