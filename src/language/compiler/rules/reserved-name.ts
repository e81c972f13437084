import { targetWords, CEL_WORDS } from '../../model/index.ts';
import { keySpanAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

const OUR_SETTINGS = 'RINGFLOW_';

/** Reports reserved names: steps named like targets, settings with the service's prefix, values named like words of CEL. */
export const reservedName: FlowRule = {
  needsAll: false,
  check({ document, steps, vars, params, env }, report) {
    for (const [section, declared] of Object.entries({ vars, params }))
      for (const name of CEL_WORDS.filter((word) => Object.hasOwn(declared, word)))
        report({
          code: 'reserved-name',
          message: `${section}.${name} cannot be read: "${name}" is a reserved word of CEL`,
          hint: `choose another name, for instance ${name}_value`,
          span: keySpanAt(document, [section, name]),
        });
    for (const name of Object.keys(env).filter((one) => one.startsWith(OUR_SETTINGS)))
      report({
        code: 'reserved-name',
        message: `a setting of a flow cannot begin with ${OUR_SETTINGS}, the prefix of the service's own settings`,
        hint: `choose another name, for instance ${name.slice(OUR_SETTINGS.length) || 'SETTING'}`,
        span: keySpanAt(document, ['env', name]),
      });
    for (const { name, nameRange } of steps) {
      if (!targetWords.includes(name)) continue;
      report({
        code: 'reserved-name',
        message: `a step cannot be called "${name}": as a target it means something else`,
        hint: `choose another name, for instance ${name}_step`,
        span: document.span(nameRange),
      });
    }
  },
};
