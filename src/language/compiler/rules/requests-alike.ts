import { spanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';
import { listMenus } from './questions.ts';
import { listRequests, type WebRequest } from './web-requests.ts';

/**
 * Reports two keys of a menu that lead to requests of their own, which say the same to the same service: one of them was
 * copied. Only requests that change something and tell a constant, such as `how: collect`, are compared.
 */
export const requestsAlike: FlowRule = {
  needsAll: true,
  check(draft, report) {
    const requests = new Map(listRequests(draft).map((request) => [request.step.name, request]));
    for (const { step, body } of listMenus(draft)) {
      const targets = new Set((body.choices ?? []).map((choice) => choice?.goto ?? ''));
      const asked = [...targets].flatMap((target) => requests.get(target) ?? []).filter(tellsConstant);
      for (const [one, other] of Map.groupBy(asked, toContent).values()) {
        if (one === undefined || other === undefined) continue;
        report({
          code: 'choices-alike',
          message: `keys of menu "${step.name}" lead to steps "${one.step.name}" and "${other.step.name}", which send the same request`,
          span: spanAt(draft.document, [...other.path, 'json']),
          hint: 'one of them was copied: correct what it sends',
        });
      }
    }
  },
};

/** True for a request that changes something and names it by a text of its own. */
function tellsConstant({ method, body: { json } }: WebRequest): boolean {
  const values = typeof json === 'object' && json !== null ? Object.values(json) : [];
  return method !== 'get' && values.some((value) => typeof value === 'string' && !value.includes('${'));
}

function toContent({ method, address, body }: WebRequest): string {
  const { json, query, headers } = body;
  return JSON.stringify([method, address, json, query, headers]);
}
