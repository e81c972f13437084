import { listReferences } from '../check/references.ts';
import { nodeAt, type Node } from '../read/document.ts';
import type { Report } from '../../diagnostics/index.ts';
import type { FlowDraft } from '../types.ts';
import type { FlowRule } from './flow-rule.ts';
import { listCollects, listMenus, type Collect } from './questions.ts';
import { readFlowSpeech, type Piece } from './spoken.ts';
import { followOnlyWay } from './unasked-ways.ts';
import { foldAccents } from './words/key-purposes.ts';
import { findPieceSpan, groupSaidByStep, type Said } from './words/said.ts';

/**
 * Reports texts that were copied and not changed:
 * - two questions that fill different variables have the same prompt;
 * - a confirmation reads back another value, and not the answer to its own question;
 * - two choices of a menu lead to announcements with the same text.
 */
export const copiedTexts: FlowRule = {
  needsAll: true,
  check(draft, report) {
    checkQuestions(draft, report);
    checkConfirmations(draft, report);
    for (const menu of listMenus(draft)) checkChoices(menu.body.choices ?? [], draft, report);
  },
};

/** Minimum number of characters of a text that two steps do not share by chance. */
const MIN_LENGTH = 20;

/** Returns the only text of a prompt; undefined for one with expressions or recordings. */
function readLiteral(said: Said | undefined): { text: string; piece: Piece } | undefined {
  const [piece] = said?.pieces ?? [];
  const isLiteral = said?.pieces.every((one) => one.isLiteral && one.kind === 'text') === true;
  const text = said?.pieces.map((one) => one.text.trim()).join(' ') ?? '';
  return piece === undefined || !isLiteral || text.length < MIN_LENGTH ? undefined : { text, piece };
}

function checkQuestions(draft: FlowDraft, report: Report): void {
  const known = new Map<string, Collect>();
  for (const collect of listCollects(draft)) {
    const { step, body } = collect;
    for (const said of (groupSaidByStep(draft).get(step.name) ?? []).filter(
      ({ part }) => part === 'prompt',
    )) {
      const found = readLiteral(said);
      const key = `${said.language} ${found?.text ?? ''}`;
      const first = known.get(key);
      if (found === undefined) continue;
      known.set(key, first ?? collect);
      if (first === undefined || first.step === step || first.body.save === body.save) continue;
      report({
        code: 'copied-text',
        message: `step "${step.name}" asks for "${body.save ?? ''}" with the text by which step "${first.step.name}" asks for "${first.body.save ?? ''}"`,
        span: findPieceSpan(draft.document, found.piece),
        hint: 'say what is asked for',
      });
      break;
    }
  }
}

function checkConfirmations(draft: FlowDraft, report: Report): void {
  const collects = listCollects(draft);
  const saved = new Map(collects.map((collect) => [collect.body.save ?? '', collect]));
  for (const { step, body, path } of collects) {
    const place = [...path, 'confirm', 'prompt'];
    if (typeof body.confirm !== 'object' || nodeAt(draft.document.root, place) === undefined) continue;
    const read = readVariables(draft, place);
    const [some] = read;
    if (some === undefined || read.has(body.save ?? '')) continue;
    const other = [...read].find((name) => saved.has(name)) ?? some;
    const asked = saved.get(other)?.step.name;
    const [piece] = readFlowSpeech(draft).readPieces(place, draft.languages[0] ?? '');
    report({
      code: 'copied-text',
      message: `the confirmation of step "${step.name}" reads back "${other}",${asked === undefined ? '' : ` the answer to step "${asked}",`} and not "${body.save ?? ''}"`,
      span: piece === undefined ? draft.document.span(step.nameRange) : findPieceSpan(draft.document, piece),
      hint: `read back \${vars.${body.save ?? ''}}`,
    });
  }
}

/** Returns the variables that the prompt at a path reads, in any language. */
function readVariables(draft: FlowDraft, path: readonly (string | number)[]): Set<string> {
  const speech = readFlowSpeech(draft);
  const nodes = new Set<Node>(
    speech.languages.flatMap((language) => speech.readPieces(path, language).map(({ node }) => node)),
  );
  const texts = listReferences(draft, 'template').flatMap(({ text, at }) =>
    'node' in at && nodes.has(at.node) ? [text] : [],
  );
  const written = [...nodes].flatMap((node) => (node.kind === 'string' ? [String(node.value)] : []));
  return new Set(
    [...texts, ...written].flatMap((text) =>
      [...text.matchAll(/\bvars\.(\w+)/g)].map(([, name = '']) => name),
    ),
  );
}

function checkChoices(
  choices: readonly ({ key?: string | number | undefined; goto?: string | undefined } | undefined)[],
  draft: FlowDraft,
  report: Report,
): void {
  const known = new Map<string, { key: string; target: string; node: Node }>();
  for (const choice of choices) {
    const target = choice?.goto ?? '';
    const key = String(choice?.key ?? target);
    const found = readLiteral(
      groupSaidByStep(draft)
        .get(target)
        ?.find(({ part }) => part === 'say'),
    );
    if (found === undefined) continue;
    const first = known.get(found.text);
    known.set(found.text, first ?? { key, target, node: found.piece.node });
    if (first === undefined || first.target === target || first.node === found.piece.node) continue;
    const targets = [first.target, target];
    const named = targets.filter((name) => isNamedIn(name, found.text));
    // Before a connection the same words may be right: "One moment, please."
    if (named.length !== 1 && !targets.every((name) => onlyTells(name, draft))) continue;
    report({
      code: 'copied-text',
      message: `callers hear the same text after the key "${key}" as after the key "${first.key}": step "${target}" says what step "${first.target}" says`,
      span: findPieceSpan(draft.document, found.piece),
      hint: 'say what the choice is for, or lead both choices to one step',
    });
  }
}

/** Verbs of steps that only tell something. */
const TELLING = new Set(['say', 'hangup', 'outcome', 'set']);

function onlyTells(target: string, draft: FlowDraft): boolean {
  return followOnlyWay(draft, target).every(({ verb }) => TELLING.has(verb));
}

/** True for a text with a word of the name of a step. */
function isNamedIn(name: string, text: string): boolean {
  const written = foldAccents(text.toLowerCase());
  return name.split('_').some((part) => part.length > 3 && written.includes(part));
}
