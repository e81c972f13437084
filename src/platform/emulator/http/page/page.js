/**
 * The emulator's page: a softphone, messages, rooms and the journal. It follows the journal's stream, and queries the
 * control API for everything else whenever something happens.
 */
import { CallList, shownCalls } from './calls.js';
import * as control from './control.js';
import { find, make } from './dom.js';
import { JournalView } from './journal.js';
import { Messages } from './messages.js';
import { Phone } from './phone.js';
import { RoomList } from './rooms.js';

/** Minimum time between two refreshes, ms, so that a busy emulator is not disturbed. */
const restMs = 150;

let lastSeq = 0;
let isLooking = false;
/** True when something happened since the last refresh began. */
let isStale = false;

const messages = new Messages();
const rooms = new RoomList();
const journal = new JournalView((voiceId) => voiceId === phone.voiceId);
const phone = new Phone(() => {
  journal.refresh();
  look();
});
const calls = new CallList((voiceId) => phone.follow(voiceId, lastSeq));

const me = find('me', HTMLInputElement);
me.addEventListener('change', look);
const number = find('number', HTMLSelectElement);
number.addEventListener('change', showOther);

follow();
look();

function follow() {
  const link = find('link', HTMLParagraphElement);
  const stream = new EventSource('journal/stream');
  stream.addEventListener('open', () => {
    link.textContent = 'Live';
    look();
  });
  stream.addEventListener('error', () => {
    link.textContent = 'The emulator does not answer. Trying again…';
  });
  stream.addEventListener('message', ({ data }) => notice(JSON.parse(data)));
}

/** @param {import('../../model/index.ts').JournalEntry} entry */
function notice(entry) {
  // A reset of the emulator starts the numbering again.
  if (entry.seq <= lastSeq) startAgain();
  lastSeq = entry.seq;
  journal.add(entry);
  messages.notice(entry);
  look();
}

function startAgain() {
  journal.clear();
  messages.clear();
}

/** Schedules a refresh unless one is running. */
function look() {
  isStale = true;
  if (!isLooking) void lookOn();
}

async function lookOn() {
  isLooking = true;
  while (isStale) {
    isStale = false;
    // A failed query is repeated after the next entry; meanwhile the status at the top shows the problem.
    await Promise.allSettled([showNumbers(), showCalls(), messages.refresh(), rooms.refresh()]);
    await new Promise((resume) => setTimeout(resume, restMs));
  }
  isLooking = false;
}

async function showCalls() {
  const [live] = await Promise.all([control.liveCalls(shownCalls + 1), phone.refresh()]);
  phone.offer(live, lastSeq);
  calls.show(live, phone.voiceId);
}

/** The numbers shown last. */
let shownNumbers = '';

async function showNumbers() {
  const numbers = await control.numbers();
  if (JSON.stringify(numbers) === shownNumbers) return;
  shownNumbers = JSON.stringify(numbers);
  const chosen = number.value;
  number.replaceChildren(
    ...numbers.map(({ number: value, label }) =>
      make('option', { value }, [label === undefined ? value : `${label}, ${value}`]),
    ),
    make('option', { value: '' }, ['Another number…']),
  );
  if (numbers.some(({ number: value }) => value === chosen)) number.value = chosen;
  suggestRecipient(numbers[0]?.number);
  showOther();
}

/** @param {string | undefined} first */
function suggestRecipient(first) {
  const recipient = find('text-to', HTMLInputElement);
  if (recipient.value === '' && first !== undefined) recipient.value = first;
}

function showOther() {
  find('other', HTMLDivElement).hidden = number.value !== '';
}
