/**
 * The list of live calls. Selecting one moves it to the phone.
 * @import { CallView } from '../../model/index.ts'
 */
import { button, find, make, within } from './dom.js';
import { KeyedList } from './keyed-list.js';
import { describe, ourNumber } from './phone.js';

/** Maximum number of calls shown. */
export const shownCalls = 50;

/** @typedef {CallView & {chosen: boolean}} Row */

export class CallList {
  #section = find('calls', HTMLElement);
  /** @type {KeyedList<Row>} */
  #list;

  /** @param {(voiceId: string) => void} choose */
  constructor(choose) {
    this.#list = new KeyedList(
      within(this.#section, 'ul'),
      ({ voice_id: voiceId }) => voiceId,
      (call) => rowOf(call, choose),
    );
  }

  /**
   * @param {CallView[]} calls One more than is shown indicates that there are more.
   * @param {string} chosen The call on the phone.
   */
  show(calls, chosen) {
    within(this.#section, '.count').textContent =
      calls.length > shownCalls ? `the newest ${shownCalls}` : String(calls.length);
    this.#list.show(
      calls.slice(0, shownCalls).map((call) => ({ ...call, chosen: call.voice_id === chosen })),
    );
  }
}

/**
 * @param {Row} call
 * @param {(voiceId: string) => void} choose
 */
function rowOf(call, choose) {
  const { voice_id: voiceId, chosen } = call;
  const attributes = { 'aria-pressed': String(chosen), 'data-name': 'choose', class: 'card' };
  const label = [make('strong', {}, [ourNumber(call)]), make('span', {}, [describe(call)])];
  const chooser = button('', () => choose(voiceId), attributes);
  chooser.append(...label);
  return make('li', {}, [chooser]);
}
