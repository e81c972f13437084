/**
 * One import: the answers that it was given, and everything that it has to tell.
 *
 * Owns: diagnostics, nodes, losses, questions, the values that settings have in comparisons. Does not own: the files.
 */
import { collectDiagnostics } from '../../language/diagnostics/index.ts';
import type { Diagnostic, Finding, Span } from '../../language/diagnostics/index.ts';
import type { OpeningHours } from '../../../schemas/types/flow.ts';
import type { Answers, PromptAnswer, Question, QuestionKind, SmsAnswer } from './answers.ts';
import type { Draft } from './draft.ts';
import { Names } from './names.ts';
import type { Grade, Loss, NodeId, NodeResult } from './nodes.ts';
import type { Reason } from './reasons.ts';

/** Where something stands in a source. */
export interface Place {
  file: string;
  span: Span;
}

/** Something outside of the flow that it calls or asks. */
export interface Target {
  /** As the flow writes it: the answer, or `${env.…}` with a setting that the draft then has. */
  written: string;
  /** What it is in comparisons. */
  value: string;
}

export class Project {
  readonly answers: Answers;
  /** Values of settings in comparisons, by name. */
  readonly settings = new Map<string, string>();
  readonly #diagnostics: Diagnostic[] = [];
  readonly #nodes: NodeResult[] = [];
  readonly #losses: Loss[] = [];
  readonly #lossKeys = new Set<string>();
  readonly #questions = new Map<string, Question>();
  readonly #settingNames = new Names('env');

  constructor(answers: Answers) {
    this.answers = answers;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get nodes(): readonly NodeResult[] {
    return this.#nodes;
  }

  get losses(): readonly Loss[] {
    return this.#losses;
  }

  get questions(): readonly Question[] {
    return [...this.#questions.values()];
  }

  report(file: string, finding: Finding): void {
    const { report, diagnostics } = collectDiagnostics(file);
    report(finding);
    this.#diagnostics.push(...diagnostics);
  }

  /** Tells what became of a node, once for each. */
  addNode(node: NodeResult): void {
    this.#nodes.push(node);
  }

  /** Lowers the grade of a node that was exact, and says why. */
  lowerNode(id: NodeId, { grade, reason }: { grade: Grade; reason: Reason }): void {
    const at = this.#nodes.findIndex((node) => node.id === id);
    const node = this.#nodes[at];
    if (node === undefined) return;
    if (node.grade === 'exact') this.#nodes[at] = { ...node, grade, reason };
    this.addLoss({ reason, node: id, file: node.file, span: node.span });
  }

  /** Adds a loss; the same one at the same place counts once. */
  addLoss(loss: Loss): void {
    const { reason, node, file, span, detail = '' } = loss;
    const key = JSON.stringify([reason, node, file, span.start.offset, detail]);
    if (this.#lossKeys.has(key)) return;
    this.#lossKeys.add(key);
    this.#losses.push(loss);
  }

  /** Returns where calls to a queue, a user or a bot go: the answer, or a setting. */
  findQueue(draft: Draft, name: string, place: Place): Target {
    return this.#findTarget(draft, { kind: 'queues', key: name, place, sample: nextNumber });
  }

  /** Returns where calls to an extension or dial string go: the answer, or a setting. */
  findNumber(draft: Draft, name: string, place: Place): Target {
    return this.#findTarget(draft, { kind: 'numbers', key: name, place, sample: nextNumber });
  }

  /** Returns the answer for an extension or dial string; undefined without one. */
  askNumber(name: string, place: Place): string | undefined {
    return this.#ask('numbers', name, place);
  }

  /** Returns the address of a function: the answer, or a setting. */
  findFunction(draft: Draft, name: string, place: Place): Target {
    return this.#findTarget(draft, { kind: 'functions', key: name, place, sample: nextAddress });
  }

  /** Returns the value of a placeholder: the answer, or a setting. */
  findPlaceholder(draft: Draft, name: string, place: Place): Target {
    return this.#findTarget(draft, { kind: 'placeholders', key: name, place, sample: nextText });
  }

  /** Returns where a prompt of a library is: the answer, or a stored prompt of this name. */
  findPrompt(name: string, place: Place): PromptAnswer {
    return this.#ask('prompts', name, place) ?? { stored: name };
  }

  /** Returns opening hours; undefined without an answer. */
  findHours(name: string, place: Place): OpeningHours | undefined {
    return this.#ask('hours', name, place);
  }

  /** Returns the name of a flow that the files do not hold; undefined without an answer. */
  findFlow(id: string, place: Place): string | undefined {
    return this.#ask('flows', id, place);
  }

  /** Returns the template for a text message; undefined without an answer. */
  findSms(text: string, place: Place): SmsAnswer | undefined {
    return this.#ask('sms', text, place) ?? this.answers.sms.default;
  }

  #findTarget(
    draft: Draft,
    { kind, key: written, place, sample }: { kind: TargetKind; key: string; place: Place; sample: Sample },
  ): Target {
    const key = toName(written);
    const answer = this.#ask(kind, key, place);
    if (answer !== undefined) return { written: answer, value: answer };
    const name = this.#settingNames.nameOf(`${kind} ${key}`, `${settingPrefixes[kind]} ${key}`);
    const value = this.settings.get(name) ?? sample(this.settings.size);
    this.settings.set(name, value);
    draft.flow.env = { ...draft.flow.env, [name]: `${settingTexts[kind]} "${key}" of the original` };
    return { written: `\${env.${name}}`, value };
  }

  #ask<Kind extends AskedKind>(
    kind: Kind,
    written: string,
    { file, span }: Place,
  ): AnswerOf<Kind> | undefined {
    const key = toName(written);
    const answers = this.answers[kind] as Readonly<Record<string, AnswerOf<Kind>>>;
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    const { places } = this.#questions.get(`${kind} ${key}`) ?? { places: [] };
    const { line, column } = span.start;
    this.#questions.set(`${kind} ${key}`, {
      kind,
      key,
      places: [...places, { file, line, column }],
      isAnswered: answer !== undefined,
    });
    return answer;
  }
}

/** Returns the name by which people answer for a thing: that of the placeholder, if nothing else names it. */
function toName(written: string): string {
  return (
    /^\{\{\s*([\w.:-]+)\s*\}\}$|^\$\{\s*([\w.:-]+)\s*\}$/.exec(written.trim())?.slice(1).find(Boolean) ??
    written
  );
}

/** Kinds of questions about one thing of many. */
type AskedKind = Exclude<QuestionKind, 'voicemail' | 'after_menu'>;
type AnswerOf<Kind extends AskedKind> = Answers[Kind][string];
type TargetKind = 'queues' | 'numbers' | 'functions' | 'placeholders';
/** Makes a value for comparisons; `count`: values made so far. */
type Sample = (count: number) => string;

const settingPrefixes: Record<TargetKind, string> = {
  queues: 'queue',
  numbers: 'number',
  functions: 'function',
  placeholders: 'value',
};

const settingTexts: Record<TargetKind, string> = {
  queues: 'Number (E.164) or SIP URI of the queue',
  numbers: 'Number (E.164) or SIP URI for',
  functions: 'Address (https) of the function',
  placeholders: 'Value of the placeholder',
};

const FIRST_NUMBER = 15_550_100_000;

function nextNumber(count: number): string {
  return `+${FIRST_NUMBER + count}`;
}

function nextAddress(count: number): string {
  return `https://function-${count}.example.com`;
}

function nextText(count: number): string {
  return `value ${count}`;
}
