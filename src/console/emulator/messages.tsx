/** Text messages of the user's number. */
import { useId, useState } from 'preact/hooks';
import { ScrolledLog } from '../phone/transcript.tsx';
import type { EmulatorFeed } from './feed.ts';
import { Section, SendForm } from './section.tsx';

/** Maximum length of a message, as the control API limits it. */
const MAX_TEXT = 4_096;

export function Messages({ feed }: { feed: EmulatorFeed }) {
  const id = useId();
  const [chosen, setChosen] = useState<string | undefined>();
  const lines = feed.messages.value;
  const to = chosen ?? feed.numbers.value[0]?.number ?? '';
  const send = (text: string) =>
    feed.api.post(['sms'], { from: feed.ownNumber.value.trim(), to: to.trim(), text });
  return (
    <Section title="Messages" place="desk-messages">
      {(attempt) => (
        <>
          {lines.length === 0 && <p class="small muted">No message yet.</p>}
          <ScrolledLog label="Messages of your number" last={lines.at(-1)?.key}>
            {lines.map(({ key, isOwn, head, text }) => (
              <li key={key} class={`bubble ${isOwn ? 'caller' : 'flow'}`}>
                <small>{head}</small>
                <span>{text}</span>
              </li>
            ))}
          </ScrolledLog>
          <div class="field">
            <label for={id}>Recipient</label>
            <input
              id={id}
              class="input"
              type="tel"
              autocomplete="off"
              required
              value={to}
              onInput={({ currentTarget }) => {
                setChosen(currentTarget.value);
              }}
            />
          </div>
          <SendForm
            label="Message"
            action="Send"
            maxLength={MAX_TEXT}
            onSend={(text) => attempt(() => send(text))}
          />
        </>
      )}
    </Section>
  );
}
