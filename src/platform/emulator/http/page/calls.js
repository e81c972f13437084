/**
 * The list of live calls. Selecting one moves it to the phone.
 * @import { CallView } from '../../model/index.ts'
 */
import { createButton, find, make, findWithin } from './dom.js';
import { KeyedList } from './keyed-list.js';
import { describeCall, getOwnNumber } from './phone.js';

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
      findWithin(this.#section, 'ul'),
      ({ voice_id: voiceId }) => voiceId,
      (call) => renderRow(call, choose),
    );
  }

  /**
   * @param {CallView[]} calls One more than is shown indicates that there are more.
   * @param {string} chosen The call on the phone.
   */
  show(calls, chosen) {
    findWithin(this.#section, '.count').textContent =
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
function renderRow(call, choose) {
  const { voice_id: voiceId, chosen } = call;
  const attributes = { 'aria-pressed': String(chosen), 'data-name': 'choose', class: 'card' };
  const label = [make('strong', {}, [getOwnNumber(call)]), make('span', {}, [describeCall(call)])];
  const chooser = createButton('', () => choose(voiceId), attributes);
  chooser.append(...label);
  return make('li', {}, [chooser]);
}
