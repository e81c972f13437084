import type { GraphStep } from '../../model/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';
import { findEdge, findStep, findUnasked } from './unasked-ways.ts';
import { findStepReads, findWrites } from './variable-uses.ts';
import { listRequests, splitPath, type WebRequest } from './web-requests.ts';

/**
 * Reports menus that offer once more what has just been done: a request has fetched a number, a `switch` asks the menu only
 * when it allows so, the menu tells it, and after the request that a key leads to the same menu comes with the old number.
 * Both requests are about the same thing by their addresses.
 */
export const staleOffer: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const requests = listRequests(draft);
    const doing = requests.filter(({ method }) => method !== 'get');
    for (const { step: menu, body } of listMenus(draft)) {
      const told = findStepReads(draft, menu.name);
      for (const fetching of requests) {
        const resource = readResource(fetching.address);
        const name = listNumbers(fetching, draft).find((one) => told.has(`vars.${one}`));
        if (
          name === undefined ||
          !decides(name, findUnasked(draft, findEdge(draft, fetching.step.name, 'ok')?.to), draft)
        )
          continue;
        const done = doing.find(({ step, address }) => {
          const isOffered = body.choices?.some((choice) => findUnasked(draft, choice?.goto).has(step.name));
          const isAlike = step !== fetching.step && readResource(address) === resource;
          return (
            isOffered === true &&
            isAlike &&
            resource !== undefined &&
            leadsBack({ request: step.name, menu: menu.name, name }, draft)
          );
        });
        if (done === undefined) continue;
        report({
          code: 'stale-offer',
          message: `after step "${done.step.name}" callers come back to menu "${menu.name}", which tells the old "vars.${name}" and offers the same again`,
          span: draft.document.span(menu.nameRange),
          hint: `lead step "${done.step.name}" to another step, or to step "${fetching.step.name}", which asks anew`,
        });
      }
    }
  },
};

/** Returns the numbers that a request saves. */
function listNumbers({ step }: WebRequest, draft: FlowDraft): string[] {
  const written = [...(findWrites(draft).get(step.name) ?? [])];
  return written.filter((name) => ['int', 'double'].includes(draft.vars[name]?.type ?? ''));
}

function decides(name: string, passed: ReadonlyMap<string, GraphStep>, draft: FlowDraft): boolean {
  return [...passed.values()].some(
    (step) => step.verb === 'switch' && findStepReads(draft, step.name).has(`vars.${name}`),
  );
}

/** Returns the first fixed word of the path of an address. */
function readResource(address: string): string | undefined {
  return splitPath(address.replace(/^https?:\/\/[^/]*/, '')).find((part) => /^\p{L}{3,}/u.test(part));
}

/** A request that leads back to a menu, and the number that the menu tells. */
interface Round {
  request: string;
  menu: string;
  name: string;
}

/** True when a call comes back to the menu after the request without a question, and the number stays as it is. */
function leadsBack({ request, menu, name }: Round, draft: FlowDraft): boolean {
  const changes = (step: string): boolean => findWrites(draft).get(step)?.has(name) === true;
  const waiting = new Set([findEdge(draft, request, 'ok')?.to ?? '']);
  for (const step of waiting) {
    if (step === menu) return !changes(request);
    const { edges = [], waits } = findStep(draft, step) ?? {};
    if (waits === 'caller' || changes(step)) continue;
    for (const { to, kind } of edges) if (kind !== 'error') waiting.add(to);
  }
  return false;
}
