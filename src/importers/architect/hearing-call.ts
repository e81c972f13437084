/** What a call makes of the moves of others: of keys, words and silence, of parties and web services. */
import type { Move } from '../../verification/compare/index.ts';
import { CallState } from './call-state.ts';
import type { Collect, Node, Transfer } from './model.ts';
import { hearMenu, takeDigits } from './moves.ts';
import { isReadBack, writeReadBack } from './read-back.ts';
import { readReply } from './replies.ts';
import { findVariable } from './scope.ts';

export class HearingCall extends CallState {
  take(move: Move): void {
    const { isOver, isWaiting, at } = this.state;
    if (isOver) return;
    if (move.kind === 'hangs_up') {
      this.change({ isOver: true, isWaiting: false });
      return;
    }
    const node = this.flow.nodes.get(at);
    if (!isWaiting || node === undefined) return;
    this.#hear(node, move);
  }

  #hear(node: Node, move: Move): void {
    const { does } = node;
    if (this.state.isDialling) {
      this.#hearExtension(node, move);
      return;
    }
    const isAnswer = move.kind === 'presses' || move.kind === 'says' || move.kind === 'stays_silent';
    if (does.kind === 'menu' && isAnswer) {
      this.#hearMenu(node, move);
      return;
    }
    if (does.kind === 'collect' && (move.kind === 'presses' || move.kind === 'stays_silent')) {
      this.#hearDigits(node, does.collect, move.kind === 'presses' ? move.keys : '');
      return;
    }
    if (does.kind === 'transfer' && move.kind === 'party') {
      this.#hearParty(node, does.transfer, move.does);
      return;
    }
    if (does.kind === 'request' && move.kind === 'replies') {
      const reply = readReply(
        does.request,
        move.reply,
        (name) => findVariable(this.world, name, node)?.type ?? 'string',
      );
      for (const [variable, value] of reply.values) this.assign(variable, node, value);
      this.follow(node, reply.exit);
      return;
    }
    if (does.kind === 'wait' && move.kind === 'passes') this.follow(node, 'next');
  }

  /** An entry that is read back counts once the caller has said yes. */
  #hearDigits(node: Node, collect: Collect, keys: string): void {
    const { entry, language, ...state } = this.state;
    this.state = { ...state, language };
    const digits = entry === undefined ? takeDigits(collect, keys) : keys.startsWith('1') ? entry : undefined;
    if (digits !== undefined && entry === undefined && isReadBack(collect, this.flow.languages)) {
      this.effects.push({ kind: 'heard', text: writeReadBack(digits, language), language });
      this.change({ entry: digits });
      return;
    }
    if (digits !== undefined && collect.into !== undefined) this.assign(collect.into, node, digits);
    this.follow(node, digits === undefined ? 'failure' : 'success');
  }

  /** A call to an extension ends with it, or the menu is heard again. */
  #hearExtension(node: Node, move: Move): void {
    if (move.kind !== 'party') return;
    this.change({ isDialling: false });
    if (move.does === 'talked') this.end();
    else this.enter(node.id);
  }

  #hearMenu(node: Node, move: Move): void {
    if (node.does.kind !== 'menu') return;
    const { menu } = node.does;
    const { graph, outside } = this.world;
    const choices = graph.listChoices(menu);
    if (move.kind === 'says' && choices.every(({ terms }) => terms.size === 0)) return;
    const extensions = menu.hasExtensions ? outside.listExtensions() : [];
    const heard = hearMenu(move, {
      choices,
      extensions: extensions.map(({ digits }) => digits),
      language: this.state.language,
      languages: this.flow.languages,
    });
    if (heard.kind === 'choice') {
      this.enter(heard.id);
      return;
    }
    if (heard.kind === 'extension') {
      const to = extensions.find(({ digits }) => digits === heard.digits)?.to ?? '';
      this.effects.push({ kind: 'dialled', to });
      this.change({ isDialling: true });
      return;
    }
    if (this.state.attempts <= menu.repeats) {
      this.change({ attempts: this.state.attempts + 1 });
      this.play(menu.audio, node);
      return;
    }
    if (menu.fallback === undefined) this.end();
    else this.enter(menu.fallback);
  }

  #hearParty(node: Node, transfer: Transfer, does: 'talked' | 'busy' | 'no_answer' | 'failed'): void {
    if (does === 'talked') {
      if (this.state.isRecorded) this.effects.push({ kind: 'recording', does: 'starts' });
      this.end();
      return;
    }
    this.play(transfer.failure, node);
    this.follow(node, 'failure');
  }
}
