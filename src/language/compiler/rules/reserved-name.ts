import { targetWords, WORDS_OF_CEL } from '../../model/index.ts';
import { keyRangeAt } from '../read/document.ts';
import type { FlowRule } from './flow-rule.ts';

/** What the service itself is set up with is not for flows. */
const OUR_SETTINGS = 'RINGFLOW_';

/** No step bears the name of a target that means something else, no setting one of our own, no value a word of CEL. */
export const reservedName: FlowRule = {
  needsAll: false,
  check({ document, steps, vars, params, env }, report) {
    for (const [section, declared] of Object.entries({ vars, params }))
      for (const name of WORDS_OF_CEL.filter((word) => Object.hasOwn(declared, word)))
        report({
          code: 'reserved-name',
          message: `${section}.${name} cannot be read: "${name}" is a word of CEL itself`,
          span: document.span(keyRangeAt(document.root, [section, name])),
        });
    for (const name of Object.keys(env).filter((one) => one.startsWith(OUR_SETTINGS)))
      report({
        code: 'reserved-name',
        message: `a setting of a flow cannot begin with ${OUR_SETTINGS}: those are the settings of the service`,
        span: document.span(keyRangeAt(document.root, ['env', name])),
      });
    for (const { name, nameRange } of steps) {
      if (!targetWords.includes(name)) continue;
      report({
        code: 'reserved-name',
        message: `a step cannot be called "${name}": as a target it means something else`,
        span: document.span(nameRange),
      });
    }
  },
};
