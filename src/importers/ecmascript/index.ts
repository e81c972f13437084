export { evaluateExpression, isTruthy, readField, toJsText, toSpokenText } from './evaluate.ts';
export type { Value } from './evaluate.ts';
export { parseExpression } from './parse.ts';
export type { Expression, ExpressionFault, ParsedExpression } from './syntax.ts';
export type { CelName, CelType, ResolveName } from './terms.ts';
export { listConstants, listNames } from './parts.ts';
export { toCel, toCelCondition } from './to-cel.ts';
