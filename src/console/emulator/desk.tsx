/** The emulator's desk: a phone, live calls, messages, rooms and the journal. */
import { useEffect, useId, useMemo } from 'preact/hooks';
import { CallPhone } from './call-phone.tsx';
import { CallList } from './calls.tsx';
import { EmulatorFeed } from './feed.ts';
import { Journal } from './journal.tsx';
import { Messages } from './messages.tsx';
import { Rooms } from './rooms.tsx';
import { canSpeak, isAloud, setAloud } from './speaker.ts';
import './desk.css';

/** Follows the emulator at this address of its control API while the component is shown. */
export function useEmulator(base: string): EmulatorFeed {
  const feed = useMemo(() => new EmulatorFeed(base), [base]);
  useEffect(() => feed.start(), [feed]);
  return feed;
}

export function Desk({ feed }: { feed: EmulatorFeed }) {
  return (
    <div class="desk">
      <CallPhone feed={feed} />
      <CallList feed={feed} />
      <Messages feed={feed} />
      <Rooms feed={feed} />
      <Journal feed={feed} />
    </div>
  );
}

const LINK_TEXTS = {
  connecting: { text: 'Connecting…', tone: 'faint' },
  live: { text: 'Live', tone: 'ok' },
  lost: { text: 'Connection lost. Reconnecting…', tone: 'bad' },
} as const;

/** The state of the connection, the user's number, and whether plays are spoken aloud. */
export function DeskSettings({ feed }: { feed: EmulatorFeed }) {
  const id = useId();
  const { text, tone } = LINK_TEXTS[feed.link.value];
  return (
    <>
      <span role="status" class={tone}>
        {text}
      </span>
      <div class="choice">
        <label for={id}>Your number</label>
        <input
          id={id}
          class="input own-number"
          type="tel"
          autocomplete="off"
          value={feed.ownNumber.value}
          onChange={({ currentTarget }) => {
            feed.ownNumber.value = currentTarget.value;
            feed.refresh();
          }}
        />
      </div>
      <label class="choice" {...(!canSpeak && { title: 'This browser does not support speech synthesis.' })}>
        <input
          type="checkbox"
          disabled={!canSpeak}
          checked={isAloud.value}
          onChange={({ currentTarget }) => {
            setAloud(currentTarget.checked);
          }}
        />
        Speak aloud
      </label>
    </>
  );
}
