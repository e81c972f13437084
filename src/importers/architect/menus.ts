/** Menus, with what can be chosen in them and in all of them. */
import type { MenuStep, Step } from '../../../schemas/types/flow.ts';
import type { ArchitectFlow, Choice, Menu, Node } from './model.ts';
import { findTerms } from './moves.ts';
import { SILENCE, toTime } from './value-writer.ts';
import type { FlowWriter } from './writer.ts';

type MenuChoice = MenuStep['choices'][number];

export function writeMenu(writer: FlowWriter, node: Node, menu: Menu): void {
  const { graph, outside, flow } = writer.scope;
  const extensions = menu.hasExtensions ? outside.listExtensions() : [];
  if (menu.hasExtensions) writer.gradeAs(node, 'menu: listenForExtensionDialing');
  const choices = graph.listChoices(menu).flatMap((choice) => writeChoice(writer, choice, node) ?? []);
  for (const { digits, to } of extensions)
    choices.push({ key: digits, goto: writeExtension(writer, node, { digits, to }) });
  const prompt = writer.toPrompt(menu.audio, node) ?? SILENCE;
  const fallback = flow.nodes.get(menu.fallback ?? '');
  const exhausted = fallback === undefined ? 'hangup' : writer.toTarget(fallback.id, undefined);
  if (choices.length === 0) {
    writeWithoutChoices(writer, node, { prompt, menu, exhausted });
    return;
  }
  const step: MenuStep = { prompt, choices, ...writeSettings(writer, menu) };
  writer.add(node, { menu: step, on: { exhausted } });
}

/** Attempts and time as far as they are not those of all menus. */
function writeSettings(writer: FlowWriter, menu: Menu): { attempts?: number; timeout?: string } {
  const usual = writer.scope.draft.flow.defaults?.menu;
  const attempts = menu.repeats + 1;
  const timeout = toTime(menu.timeout);
  return {
    ...((usual?.attempts ?? 3) !== attempts && { attempts }),
    ...((usual?.timeout ?? '5s') !== timeout && { timeout }),
  };
}

function writeChoice(writer: FlowWriter, choice: Choice, menu: Node): MenuChoice | undefined {
  const { flow, graph } = writer.scope;
  const node = flow.nodes.get(choice.id);
  if (node === undefined) return undefined;
  const phrases = writePhrases(choice, flow.languages);
  const isLacking = (language: string) => findTerms(choice.terms, language).length === 0;
  if (phrases !== undefined && graph.listLanguagesAt(menu.id).some(isLacking))
    writer.gradeAs(menu, 'menu: speechRecTerms');
  if (choice.key === undefined && phrases === undefined) return undefined;
  const goto = node.does.kind === 'repeat_menu' ? 'repeat' : writer.toTarget(choice.id, undefined);
  return {
    ...(choice.key !== undefined && { key: choice.key }),
    ...(phrases !== undefined && { phrases }),
    goto: goto === writer.nameOf(menu) && node.does.kind === 'repeat_menu' ? 'repeat' : goto,
  };
}

function writePhrases({ terms }: Choice, languages: readonly string[]): MenuChoice['phrases'] | undefined {
  const words = (language: string) => findTerms(terms, language);
  const spoken = languages.filter((language) => words(language).length > 0);
  const [first] = spoken;
  if (first === undefined) return undefined;
  const shorten = (list: readonly string[]) =>
    list.length === 1 && list[0] !== undefined ? list[0] : [...list];
  if (languages.length === 1) return shorten(words(first));
  return Object.fromEntries(spoken.map((language) => [language, shorten(words(language))]));
}

function writeExtension(
  writer: FlowWriter,
  node: Node,
  { digits, to }: { digits: string; to: string },
): string {
  const name = writer.nameOwn(`extension ${digits}`, `extension ${digits}`);
  const step: Step = { connect: { to }, next: 'hangup', on: { unreached: writer.nameOf(node) } };
  return writer.add(node, step, { name });
}

/** A menu without choices is heard as often as it is repeated. */
function writeWithoutChoices(
  writer: FlowWriter,
  node: Node,
  { prompt, menu, exhausted }: { prompt: MenuStep['prompt']; menu: Menu; exhausted: string },
): void {
  const save = writer.variables.declareOwn(writer.scope.draft, 'keyed in');
  const collect = {
    prompt,
    digits: 1,
    pattern: '^[^0-9]$',
    save,
    attempts: menu.repeats + 1,
    timeout: toTime(menu.timeout),
  };
  writer.add(node, { collect, next: exhausted, on: { exhausted } });
}

/** Lists the keys and words that count in every menu. */
export function listGlobal({ menus, languages }: ArchitectFlow): ReadonlySet<string> {
  const choices = menus.flatMap((menu) => menu.choices);
  return new Set(
    choices.flatMap((choice) => [
      ...(choice.isGlobalKey ? [choice.key ?? []].flat() : []),
      ...(choice.isGlobalTerm ? languages.flatMap((language) => choice.terms.get(language) ?? []) : []),
      ...(choice.isGlobalTerm ? (choice.terms.get('') ?? []) : []),
    ]),
  );
}

/** Makes the settings of most menus those of the flow. */
export function writeDefaults(writer: FlowWriter): void {
  const { draft, graph } = writer.scope;
  const menus = graph.nodes().flatMap(({ does }) => (does.kind === 'menu' ? [does.menu] : []));
  const [first] = menus;
  if (first === undefined || menus.length < 2) return;
  const most = findMost(menus.map(({ repeats, timeout }) => JSON.stringify([repeats + 1, toTime(timeout)])));
  const [attempts, timeout] = JSON.parse(most) as [number, string];
  draft.flow.defaults = {
    menu: { ...(attempts !== 3 && { attempts }), ...(timeout !== '5s' && { timeout }) },
  };
}

function findMost(texts: readonly string[]): string {
  const counts = Map.groupBy(texts, (text) => text);
  return [...counts].reduce((most, one) => (one[1].length > most[1].length ? one : most))[0];
}
