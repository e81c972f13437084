/** Writes the step at which a menu listens. */
import { toDuration, toPrompt } from './prompts.ts';
import { DIGITS_AND_STAR } from './rooms.ts';
import type { Chains, Choice, Maker, Room, Targets } from './rooms.ts';
import type { Sound } from './sounds.ts';

interface Question {
  name: string;
  greeting: Sound;
  chains: Chains;
  targets: Targets;
  comments: readonly string[];
}

export function makeQuestion(maker: Maker, room: Room, question: Question): void {
  const { menu } = room;
  const { name, greeting, chains, targets, comments } = question;
  const on = { exhausted: targets.invalid, silent: targets.silent };
  const asks = {
    prompt: toPrompt(greeting),
    attempts: 1,
    timeout: toDuration(menu.timeout),
    inter_digit: toDuration(menu.interDigitTimeout),
  };
  const hash: Choice[] =
    targets.wrong === targets.invalid || menu.entries.some(({ digits }) => digits === '#')
      ? []
      : [{ key: '#', goto: targets.wrong }];
  const origin = { nodes: [menu.id], comments, finish: hash.length === 0 ? undefined : '#' };
  if (menu.confirm !== undefined && menu.digitLength === 1) {
    const choices = DIGITS_AND_STAR.map((key) => ({
      key,
      set: { [chains.keep()]: key },
      goto: chains.confirm(),
    }));
    maker.add(name, { menu: { ...asks, choices: [...choices, ...hash] }, on }, origin);
    return;
  }
  const choices = menu.confirm === undefined ? [...chains.listChoices(), ...hash] : [];
  const isDecided = chains.isComplete();
  const pattern =
    menu.confirm === undefined ? (isDecided ? chains.toPattern() : chains.toOpenPattern()) : undefined;
  const digits = { min: 1, max: menu.digitLength };
  if (choices.length === 0) {
    const entered = menu.confirm === undefined ? chains.dialled(targets.invalid) : chains.confirm();
    const kept = pattern === undefined || !isDecided ? {} : { pattern };
    maker.add(
      name,
      { collect: { ...asks, digits, terminator: '#', save: chains.keep(), ...kept }, next: entered, on },
      origin,
    );
    return;
  }
  const extension =
    pattern === undefined
      ? {}
      : {
          extension: {
            pattern,
            save: chains.keep(),
            goto: chains.dialled(targets.invalid),
            ...(isDecided && { digits }),
          },
        };
  maker.add(name, { menu: { ...asks, choices, ...extension }, on }, origin);
}
