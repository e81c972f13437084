/** A phone to the draft: it is called in real time, and can be skipped ahead. */
import { useState } from 'preact/hooks';
import { Phone } from '../../phone/phone.tsx';
import type { TranscriptLine } from '../../phone/transcript-line.ts';
import { showFailure, showToast } from '../../ui/toasts.tsx';
import type { CompiledFacts, PhoneSnapshot } from '../../worker/protocol.ts';
import { CallAnswers } from './call-answers.tsx';
import { addScenario } from './kept-scenario.ts';
import type { Workbench } from './workbench.ts';

export function PhonePanel({ bench }: { bench: Workbench }) {
  const { call } = bench;
  const snapshot = call.snapshot.value;
  const isLive = snapshot !== undefined && !snapshot.hasEnded;
  return (
    <div class="draft-phone">
      <div class="draft-phone-talk">
        <StartForm bench={bench} isLive={isLive} />
        <Phone
          lines={listLines(snapshot)}
          isLive={isLive}
          awaited={snapshot && { ...snapshot.waits, keys: findAwaitedKeys(bench, snapshot) }}
          onKey={(keys) => void call.move({ kind: 'press', keys })}
          onSay={async (text) => {
            const isMessage = snapshot?.waits.forMessageFrom !== undefined;
            await call.move({ kind: isMessage ? 'text' : 'say', text });
            return true;
          }}
          onHangUp={() => void call.move({ kind: 'hangUp', who: 'caller' })}
          actions={
            <>
              <button type="button" class="button" disabled={!isLive} onClick={() => void call.skipAhead()}>
                Skip ahead
              </button>
              {bench.session.readOnly === undefined && <KeepButton bench={bench} />}
            </>
          }
        />
      </div>
      {snapshot !== undefined && (
        <div class="draft-phone-facts">
          <CallAnswers call={call} snapshot={snapshot} numbers={listNumbers(bench)} />
          <Variables snapshot={snapshot} />
        </div>
      )}
    </div>
  );
}

function listLines(snapshot: PhoneSnapshot | undefined): TranscriptLine[] {
  return (snapshot?.talk ?? []).map(({ by, text, language }, key) => ({
    ...{ key, by, text },
    ...(language !== undefined && { language }),
  }));
}

/** Returns the keys that the step asks for in which the call is; undefined if the diagram does not have it. */
function findAwaitedKeys({ checks }: Workbench, { path }: PhoneSnapshot): string | undefined {
  const { value: drawn } = checks.drawn;
  const now = path.at(-1);
  const step = drawn?.chart.steps.find(({ id }) => drawn.chart.flow === now?.flow && id === now.step);
  return step?.waits === 'caller' ? step.detail : undefined;
}

/** Lists the telephone numbers in the text of the flow. */
function listNumbers({ session, flowFile }: Workbench): string[] {
  return [...new Set(session.files.value[flowFile]?.match(/\+\d{6,15}/g) ?? [])];
}

/** Starts the call with the parameters and settings that the flow needs. */
function StartForm({ bench, isLive }: { bench: Workbench; isLive: boolean }) {
  const { call, checks, session, flowFile } = bench;
  const facts = checks.facts.value;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    bench.walked.value = undefined;
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const time = fields.get('at');
    const at = typeof time === 'string' ? Date.parse(time) : NaN;
    const given = {
      ...{ params: readFields(fields, 'param.'), env: readFields(fields, 'env.') },
      ...(!Number.isNaN(at) && { at }),
    };
    call.start({ files: session.files.value, flow: flowFile }, given).catch((error: unknown) => {
      showFailure('The draft cannot be called', error);
    });
  };
  return (
    <form class="row" onSubmit={submit}>
      <button type="submit" class="button primary">
        {isLive ? 'Call again' : 'Call this draft'}
      </button>
      {listNeeds(facts).map(({ name, label, isSecret }) => (
        <label key={name} class="small">
          {label}{' '}
          {isSecret ? (
            <input class="input" name={name} type="password" required autocomplete="off" />
          ) : (
            <input class="input" name={name} required autocomplete="off" />
          )}
        </label>
      ))}
      <label class="small">
        Time of the call <input class="input" name="at" type="datetime-local" />
      </label>
      {call.problems.value.map((problem) => (
        <p key={problem} class="bad small" role="alert">
          {problem}
        </p>
      ))}
    </form>
  );
}

function listNeeds(facts: CompiledFacts | undefined) {
  const params = Object.entries(facts?.params ?? {})
    .filter(([, param]) => param.default === undefined)
    .map(([name]) => ({ name: `param.${name}`, label: name, isSecret: false }));
  const settings = Object.entries(facts?.env ?? {})
    .filter(([, setting]) => setting.default === undefined)
    .map(([name, { isSecret }]) => ({
      name: `env.${name}`,
      label: name,
      isSecret,
    }));
  return [...params, ...settings];
}

function readFields(fields: FormData, prefix: string): Record<string, string> {
  return Object.fromEntries(
    [...fields.entries()].flatMap(([name, value]) =>
      name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** Adds the call to the draft as a scenario file. */
function KeepButton({ bench }: { bench: Workbench }) {
  const [isWriting, setWriting] = useState(false);
  const keep = async () => {
    setWriting(true);
    try {
      const kept = await bench.call.keep();
      if (kept === undefined) return;
      const path = addScenario(bench, { name: 'call', text: kept.text });
      showToast(
        kept.isReproduced
          ? `The call is kept in ${path}.`
          : `The call is kept in ${path}; its comments say where the scenario differs from it.`,
      );
    } catch (error) {
      showFailure('The call is not kept', error);
    } finally {
      setWriting(false);
    }
  };
  return (
    <button
      type="button"
      class="button"
      disabled={bench.call.snapshot.value === undefined || isWriting}
      onClick={() => void keep()}
    >
      Keep as scenario
    </button>
  );
}

function Variables({ snapshot: { vars, params } }: { snapshot: PhoneSnapshot }) {
  const entries = Object.entries({ ...params, ...vars });
  if (entries.length === 0) return null;
  return (
    <table>
      <caption class="visually-hidden">Variables of the call</caption>
      <tbody>
        {entries.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <code>{JSON.stringify(value)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
