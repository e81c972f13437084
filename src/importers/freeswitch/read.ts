/** Reads menus from the tree of a file, with the defaults of FreeSWITCH. What is broken is reported, and the rest is read. */
import { Fields } from '../reading/index.ts';
import type { ElementNode, ReadSource } from '../reading/index.ts';
import type { Place, Project } from '../project/index.ts';
import type { App, WrittenApp } from './apps.ts';
import { parseApp } from './apps.ts';
import type { Does, Entry, Menu, Menus } from './model.ts';
import { isForeign, readPattern } from './patterns.ts';
import type { Sound, WrittenPart } from './sounds.ts';
import { parseSound } from './sounds.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_ATTEMPTS = 3;
/** Elements around menus. */
const WRAPPERS = new Set(['include', 'menus', 'document', 'section', 'configuration', 'X-NO-PRE-PROCESS']);
const DEFAULT_PIN_PROMPT = 'ivr/ivr-please_enter_pin_followed_by_pound.wav';
const DEFAULT_PIN_INVALID = 'conference/conf-bad-pin.wav';

/** True if the tree has a menu with entries or attributes of FreeSWITCH. */
export function hasMenus(root: ElementNode): boolean {
  return findMenus(root).some(
    ({ children, attributes }) =>
      Object.hasOwn(attributes, 'greet-long') ||
      children.some((child) => child.kind === 'element' && child.name === 'entry'),
  );
}

/** Reads all menus of all files. */
export function readMenus(sources: readonly ReadSource[], project: Project): Menus {
  const byName = new Map<string, Menu>();
  for (const source of sources) {
    if (source.format !== 'xml') continue;
    const reader = new MenuReader(source.file, project);
    for (const element of findMenus(source.root)) {
      const menu = reader.readMenu(element);
      if (menu.name === '')
        reader.report(element, 'import-broken-node', 'a menu has no name, so nothing can lead to it');
      else if (byName.has(menu.name))
        reader.report(element, 'import-duplicate-name', `two menus are called "${menu.name}"`);
      else byName.set(menu.name, menu);
    }
  }
  return { byName };
}

/** Finds the menus in a tree, in the order of the file. */
function findMenus(root: ElementNode): ElementNode[] {
  const found: ElementNode[] = [];
  const waiting: ElementNode[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    if (element.name === 'menu') found.push(element);
    if (WRAPPERS.has(element.name))
      waiting.push(...element.children.filter((child) => child.kind === 'element').toReversed());
  }
  return found;
}

class MenuReader {
  readonly #file: string;
  readonly #project: Project;

  constructor(file: string, project: Project) {
    this.#file = file;
    this.#project = project;
  }

  report(element: ElementNode, code: 'import-broken-node' | 'import-duplicate-name', message: string): void {
    this.#project.report(this.#file, { code, message, span: element.span });
  }

  readMenu(element: ElementNode): Menu {
    const fields = new Fields(element);
    const place: Place = { file: this.#file, span: element.span };
    const name = fields.text('name') ?? '';
    const id = `${this.#file}#${name}`;
    const sound = (attribute: string): Sound | undefined => {
      const written = fields.text(attribute);
      return written === undefined || written.trim() === ''
        ? undefined
        : this.#readSound(parseSound(written), place);
    };
    const app = (attribute: string): App | undefined => {
      const written = fields.text(attribute);
      return written === undefined || written.trim() === ''
        ? undefined
        : this.#readApp(parseApp(written), place);
    };
    const count = (attribute: string): number | undefined => this.#readCount(element, fields, attribute);
    const title = fields.text('description')?.trim() ?? '';
    const timeout = count('timeout') ?? DEFAULT_TIMEOUT_MS;
    const maxFailures = count('max-failures');
    const entries = element.children.flatMap((child, index) => this.#readEntry(child, `${id}/${index}`));
    const sounds = {
      greetLong: sound('greet-long'),
      // The same sound again is no shorter one.
      ...(fields.text('greet-short') !== fields.text('greet-long') && { greetShort: sound('greet-short') }),
      invalidSound: sound('invalid-sound'),
      exitSound: sound('exit-sound'),
      transferSound: sound('transfer-sound'),
      onMaxFailures: app('exec-on-max-failures'),
      onMaxTimeouts: app('exec-on-max-timeouts'),
      confirm: this.#readConfirmation(fields, place),
      pin: this.#readPin(fields, place),
      comment: element.comment,
      title: title === '' ? undefined : title,
    };
    this.#tellVoice(fields, id);
    const lengths = entries.filter(({ pattern }) => pattern === undefined).map(({ digits }) => digits.length);
    const menu: Menu = {
      id,
      name,
      place,
      timeout,
      interDigitTimeout: count('inter-digit-timeout') ?? Math.max(1, Math.trunc(timeout / 2)),
      digitLength: Math.max(count('digit-len') ?? 0, ...lengths),
      maxFailures: maxFailures ?? DEFAULT_ATTEMPTS,
      maxTimeouts: count('max-timeouts') ?? maxFailures ?? DEFAULT_ATTEMPTS,
      entries,
      ...omitAbsent(sounds),
    };
    this.#tellUnread(fields, id);
    return menu;
  }

  /** Reads a whole number above 0; anything else counts as absent. */
  #readCount(element: ElementNode, fields: Fields, attribute: string): number | undefined {
    const written = fields.text(attribute)?.trim() ?? '';
    if (written === '') return undefined;
    const number = Number.parseInt(written, 10);
    if (number > 0 && Number.isSafeInteger(number)) return number;
    if (written !== '0')
      this.report(
        element,
        'import-broken-node',
        `${attribute} is "${written}", which is no whole number; its default counts`,
      );
    return undefined;
  }

  #readConfirmation(fields: Fields, place: Place): Menu['confirm'] {
    const macro = fields.text('confirm-macro')?.trim() ?? '';
    const key = fields.text('confirm-key')?.trim().slice(0, 1) ?? '';
    const attempts = fields.number('confirm-attempts') ?? 0;
    if (macro === '') return undefined;
    return {
      macro: this.#readSound(parseSound(`phrase:${macro}`), place),
      ...(key !== '' && { key }),
      attempts: attempts > 0 ? Math.trunc(attempts) : DEFAULT_ATTEMPTS,
    };
  }

  #readPin(fields: Fields, place: Place): Menu['pin'] {
    const digits = fields.text('pin')?.trim() ?? '';
    const [prompt, invalid] = [fields.text('pin-file') ?? '', fields.text('bad-pin-file') ?? ''];
    if (digits === '') return undefined;
    return {
      digits,
      prompt: this.#readSound(parseSound(prompt === '' ? DEFAULT_PIN_PROMPT : prompt), place),
      invalid: this.#readSound(parseSound(invalid === '' ? DEFAULT_PIN_INVALID : invalid), place),
    };
  }

  #readEntry(child: ElementNode['children'][number], id: string): Entry[] {
    if (child.kind === 'text') return [];
    if (child.name !== 'entry') {
      this.report(child, 'import-broken-node', `<${child.name}> has no meaning within a menu`);
      return [];
    }
    const fields = new Fields(child);
    const place: Place = { file: this.#file, span: child.span };
    const [action = '', digits = '', param = ''] = ['action', 'digits', 'param'].map(
      (name) => fields.text(name) ?? '',
    );
    const pattern = digits.startsWith('/') ? readPattern(digits) : undefined;
    const does = this.#readAction(action, param, place);
    if (does === undefined || digits === '') {
      const problem =
        does === undefined
          ? `"${action}" is no action of a menu`
          : 'digits are empty, so nothing leads to this entry';
      this.report(child, 'import-broken-node', problem);
      return [];
    }
    if (pattern?.isUnreadable === true)
      this.report(
        child,
        'import-broken-node',
        `the import cannot read the pattern ${digits}; the entry is lost, and its keys count as wrong`,
      );
    const description = fields.text('description');
    const comment = child.comment ?? description;
    this.#tellUnread(fields, id);
    const isOdd = pattern !== undefined && isForeign(pattern, does);
    return [
      {
        id,
        place,
        digits,
        does,
        isForeign: isOdd,
        ...omitAbsent({ comment: comment === '' ? undefined : comment, pattern }),
      },
    ];
  }

  #readAction(action: string, param: string, place: Place): Does | undefined {
    switch (action.toLowerCase()) {
      case 'menu-exit':
        return { kind: 'exit' };
      case 'menu-back':
        return { kind: 'back' };
      case 'menu-top':
        return { kind: 'top' };
      case 'menu-sub':
        return { kind: 'sub', menu: param };
      case 'menu-play-sound':
        return { kind: 'play', sound: this.#readSound(parseSound(param), place) };
      case 'menu-exec-app':
        return { kind: 'app', app: this.#readApp(parseApp(param), place) };
      default:
        return undefined;
    }
  }

  #readSound(parts: readonly WrittenPart[], place: Place): Sound {
    return parts.map((part) =>
      part.kind === 'library' ? { ...part, prompt: this.#project.findPrompt(part.name, place) } : part,
    );
  }

  #readApp(app: WrittenApp, place: Place): App {
    if (app.kind === 'play') return { kind: 'play', sound: this.#readSound(app.sound, place) };
    const { voicemail } = this.#project.answers;
    return app.kind === 'voicemail' && /^(\+|sips?:)/.test(voicemail) ? { ...app, number: voicemail } : app;
  }

  #tellVoice(fields: Fields, node: string): void {
    const voice = fields.text('tts-voice');
    fields.ignore('tts-engine');
    if (voice === undefined || voice === '') return;
    this.#project.addLoss({
      reason: 'VOICE_PER_FLOW',
      node,
      file: this.#file,
      span: fields.span,
      detail: voice,
    });
  }

  #tellUnread(fields: Fields, node: string): void {
    for (const { name, span } of fields.listUnread())
      this.#project.addLoss({ reason: 'OPTION_WITHOUT_EFFECT', node, file: this.#file, span, detail: name });
  }
}

/** Leaves out fields without a value. */
function omitAbsent<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}
