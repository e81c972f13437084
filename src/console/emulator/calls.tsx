/** The list of live calls. Choosing one moves it to the phone. */
import { describeCall, findOwnNumber } from './call-text.ts';
import { MAX_LISTED } from './feed.ts';
import type { EmulatorFeed } from './feed.ts';
import { Section } from './section.tsx';

export function CallList({ feed }: { feed: EmulatorFeed }) {
  const calls = feed.calls.value;
  const count = calls.length > MAX_LISTED ? `the newest ${MAX_LISTED}` : String(calls.length);
  return (
    <Section title="Live calls" count={count} place="desk-calls">
      {() => (
        <>
          <p class="small faint">
            Calls to your number are answered automatically and appear on the phone when it is free.
          </p>
          {calls.length === 0 && <p class="muted">None</p>}
          <ul class="entries">
            {calls.slice(0, MAX_LISTED).map((call) => (
              <li key={call.voice_id}>
                <button
                  type="button"
                  class="entry"
                  aria-pressed={call.voice_id === feed.phone.voiceId.value}
                  onClick={() => {
                    feed.choose(call.voice_id);
                  }}
                >
                  <strong>{findOwnNumber(call)}</strong>
                  <span class="muted">{describeCall(call)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
