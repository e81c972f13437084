/** Values, conditions and prompts of the steps of one flow. */
import type { SayStep } from '../../../schemas/types/flow.ts';
import { Names } from '../project/index.ts';
import { convert } from './expressions/cel.ts';
import { toCel, toText } from './expressions/to-cel.ts';
import type { Cel } from './expressions/cel.ts';
import type { Names as CelNames } from './expressions/to-cel.ts';
import { listParts } from './expressions/syntax.ts';
import type { Expression } from './expressions/syntax.ts';
import type { Audio, Node } from './model.ts';
import { isLongPause, readPause, writeAudio } from './prompts.ts';
import { isOwnName } from './scope.ts';
import { StepWriter } from './step-writer.ts';
import type { WriterScope } from './step-writer.ts';
import { Variables } from './variables.ts';
import type { Kept } from './variables.ts';

export class ValueWriter extends StepWriter {
  readonly variables: Variables;
  readonly #prompts = new Names('prompts');
  readonly #placeholders = new Set<string>();

  constructor(scope: WriterScope) {
    super(scope);
    this.variables = new Variables(scope.graph);
  }

  names(node: Node | undefined): CelNames {
    const { flow, outside } = this.scope;
    return {
      find: (path) => this.#find(path, node),
      placeholder: (name) => {
        if (node !== undefined) this.#losePlaceholder(node, name);
        return outside.findPlaceholder(name, this.placeOf(node ?? flow)).written;
      },
    };
  }

  #losePlaceholder(node: Node, name: string): void {
    if (this.#placeholders.has(`${node.id} ${name}`)) return;
    this.#placeholders.add(`${node.id} ${name}`);
    this.lose(node, 'TEMPLATE_PLACEHOLDER', name);
  }

  #find(path: readonly string[], node: Node | undefined): Cel | undefined {
    const [remote, own] =
      this.scope.flow.kind === 'outboundCall' ? ['call.to', 'call.from'] : ['call.from', 'call.to'];
    const name = path.slice(0, 2).join('.');
    switch (name.toLowerCase()) {
      case 'call.ani':
      case 'call.remotename':
        return { code: remote, type: 'string', isAtom: true };
      case 'call.calledaddress':
      case 'call.calledaddressoriginal':
        return { code: own, type: 'string', isAtom: true };
      case 'call.conversationid':
        return { code: 'call.id', type: 'string', isAtom: true };
      case 'call.language':
      case 'flow.language':
        return { code: 'call.language', type: 'string', isAtom: true };
    }
    const kept = this.variables.find(
      path[0] === 'Loop' ? `Loop.${path.slice(1).join('.')}` : name,
      node?.task,
    );
    if (path.length > 2 && !isOwnName(path, kept?.source)) return undefined;
    if (kept === undefined)
      return /^(Flow|Task)$/.test(path[0] ?? '') ? { code: '""', type: 'string', isAtom: true } : undefined;
    this.declare(kept);
    const code = `vars.${kept.name}`;
    if (!kept.isText) return { code, type: kept.type, isAtom: true };
    if (kept.type === 'bool') return { code: `${code} == "true"`, type: 'bool', isAtom: false, text: code };
    return { code: `${kept.type}(${code})`, type: kept.type, isAtom: true, text: code };
  }

  /** Declares a variable with the value that it has at the beginning of a call. */
  declare(kept: Kept): void {
    const { draft } = this.scope;
    const vars = (draft.flow.vars ??= {});
    if (Object.hasOwn(vars, kept.name)) return;
    const initial = this.#toInitial(kept);
    const type = kept.isText ? 'string' : kept.type;
    if (kept.source.isSecure) vars[kept.name] = { type, secret: true };
    else vars[kept.name] = type === 'double' ? { type, initial } : initial;
  }

  #toInitial({ type, isText, source: { initial } }: Kept): string | number | boolean {
    const value = initial.kind === 'constant' ? initial.value : undefined;
    if (type === 'string' || isText) return value === undefined ? '' : String(value);
    if (type === 'bool') return value === true || value === 'true';
    return Number.isFinite(Number(value ?? 0)) ? Number(value ?? 0) : 0;
  }

  /** Writes the value for a variable as `set` has it. */
  toValue(kept: Kept, expression: Expression, node: Node): string | number | boolean {
    this.declare(kept);
    const type = kept.isText ? 'string' : kept.type;
    if (expression.kind === 'unset') return type === 'string' ? '' : type === 'bool' ? false : 0;
    if (type === 'string') return toText(expression, this.names(node));
    if (
      expression.kind === 'constant' &&
      typeof expression.value === (type === 'bool' ? 'boolean' : 'number')
    )
      return expression.value;
    return `\${${convert(toCel(expression, this.names(node)), type).code}}`;
  }

  toCondition(expression: Expression, node: Node): string {
    return convert(toCel(expression, this.names(node)), 'bool').code;
  }

  /** Writes what is said; undefined if it is nothing. */
  toPrompt(audio: Audio, node: Node, suffix = ''): SayStep | undefined {
    const { flow, draft, outside } = this.scope;
    const write = (expression: Expression) =>
      writeAudio(expression, {
        names: this.names(node),
        findPrompt: (name) => {
          this.setGrade(node, 'near', 'PROMPT_LIBRARY');
          return outside.findPrompt(name, this.placeOf(node));
        },
      });
    const spoken = flow.languages.map((language) => {
      const expression = audio.get(language) ?? audio.get('') ?? [...audio.values()][0];
      return { language, content: expression === undefined ? undefined : write(expression) };
    });
    const [first] = spoken;
    const isSame = spoken.every(({ content }) => JSON.stringify(content) === JSON.stringify(first?.content));
    if (isSame) return first?.content;
    const name = this.#prompts.nameOf(
      `${node.id} ${suffix}`,
      suffix === '' ? this.nameOf(node) : `${this.nameOf(node)} ${suffix}`,
    );
    const contents = spoken.map(({ language, content }) => [language, content ?? SILENCE] as const);
    draft.flow.prompts = { ...draft.flow.prompts, [name]: Object.fromEntries(contents) };
    return name;
  }

  /** True for an audio without words and sounds. */
  saysNothing(audio: Audio): boolean {
    return [...audio.values()].every((expression) => listParts(expression).every(isSilent));
  }

  /** Adds a step that says something before another one; returns where to go. */
  addSay(
    node: Node,
    audio: Audio,
    { name, suffix, next }: { name: string; suffix: string; next: string },
  ): string {
    const say = this.toPrompt(audio, node, suffix);
    if (say === undefined) return next;
    return this.add(node, { say, next }, { name });
  }
}

/** True for a part of an audio that is not heard by itself. */
function isSilent(part: Expression): boolean {
  switch (part.kind) {
    case 'unset':
      return true;
    case 'constant':
      return typeof part.value !== 'string' || part.value.trim() === '';
    case 'call':
      if (part.name.toLowerCase() === 'toaudioblank') return !isLongPause(readPause(part.parts));
      return /^(append|audioplaybackoptions|to(audio|audiotts|communication))$/i.test(part.name);
    default:
      return false;
  }
}

/** A prompt that says nothing. */
export const SILENCE = { ssml: '<speak><break time="100ms"/></speak>' };

/** Writes a length of time. */
export function toTime(length: number): string {
  const time = Math.max(Math.round(length), 1);
  return time % 1_000 === 0 ? `${time / 1_000}s` : `${time}ms`;
}
