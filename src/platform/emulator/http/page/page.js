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

/** Minimum time between two refreshes, ms, which limits the load on a busy emulator. */
const restMs = 150;

let lastSeq = 0;
let isRefreshing = false;
/** True when something happened since the last refresh began. */
let isStale = false;

const messages = new Messages();
const rooms = new RoomList();
const journal = new JournalView((voiceId) => voiceId === phone.voiceId);
const phone = new Phone(() => {
  journal.refresh();
  refresh();
});
const calls = new CallList((voiceId) => phone.follow(voiceId, lastSeq));

const me = find('me', HTMLInputElement);
me.addEventListener('change', refresh);
const number = find('number', HTMLSelectElement);
number.addEventListener('change', showOther);

follow();
refresh();

function follow() {
  const link = find('link', HTMLParagraphElement);
  const stream = new EventSource('journal/stream');
  stream.addEventListener('open', () => {
    link.textContent = 'Live';
    refresh();
  });
  stream.addEventListener('error', () => {
    link.textContent = 'Connection lost. Reconnecting…';
  });
  stream.addEventListener('message', ({ data }) => handleEntry(JSON.parse(data)));
}

/** @param {import('../../model/index.ts').JournalEntry} entry */
function handleEntry(entry) {
  // A reset of the emulator starts the numbering again.
  if (entry.seq <= lastSeq) {
    journal.clear();
    messages.clear();
  }
  lastSeq = entry.seq;
  journal.add(entry);
  messages.handleEntry(entry);
  refresh();
}

/** Schedules a refresh unless one is running. */
function refresh() {
  isStale = true;
  if (!isRefreshing) void refreshUntilFresh();
}

async function refreshUntilFresh() {
  isRefreshing = true;
  while (isStale) {
    isStale = false;
    // A failed query is repeated after the next entry; meanwhile the status at the top shows the problem.
    await Promise.allSettled([showNumbers(), showCalls(), messages.refresh(), rooms.refresh()]);
    await new Promise((resume) => setTimeout(resume, restMs));
  }
  isRefreshing = false;
}

async function showCalls() {
  const [live] = await Promise.all([control.listCalls(shownCalls + 1), phone.refresh()]);
  phone.offer(live, lastSeq);
  calls.show(live, phone.voiceId);
}

let shownNumbers = '';

async function showNumbers() {
  const numbers = await control.listNumbers();
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
  const recipient = find('text-to', HTMLInputElement);
  recipient.value ||= numbers[0]?.number ?? '';
  showOther();
}

function showOther() {
  find('other', HTMLDivElement).hidden = number.value !== '';
}
