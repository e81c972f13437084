/** Puts a version into service: for all calls, as a canary with its guard, or at a time. */
import { useState } from 'preact/hooks';
import { asProblem } from '../../api/problem.ts';
import type { ApiProblem } from '../../api/problem.ts';
import { deployVersion } from '../../data/deployments.ts';
import type { Deployment, Guard, Wanted } from '../../data/deployments.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { GuardFields } from './guard-fields.tsx';
import { DeployRefusal } from './refusal.tsx';
import { WriteButton } from '../../ui/write-button.tsx';

type Way = 'canary' | 'all' | 'scheduled';

const DEFAULT_GUARD: Guard = { maxErrorPercent: 5, maxHangupPercent: 30, minCalls: 50 };

interface DeployFormProps {
  project: string;
  flow: string;
  version: string;
  deployment: Deployment | undefined;
  onChange: () => void;
}

export function DeployForm({ project, flow, version, deployment, onChange }: DeployFormProps) {
  const isFirst = deployment?.live === undefined;
  const [way, setWay] = useState<Way>(isFirst ? 'all' : 'canary');
  const [percent, setPercent] = useState(20);
  const [guard, setGuard] = useState<Guard>(deployment?.guard ?? DEFAULT_GUARD);
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState<ApiProblem>();
  const deploy = (force?: { reason: string }) => {
    setProblem(undefined);
    const wanted = toWanted(version, { way, percent, guard, time });
    deployVersion({ project, flow }, { ...wanted, ...(force && { force }) }, onChange).catch(
      (error: unknown) => {
        setProblem(asProblem(error));
      },
    );
  };
  return (
    <section class="card" aria-labelledby="put-into-service">
      <header>
        <h2 id="put-into-service">Put into service</h2>
      </header>
      <form
        class="body column"
        onSubmit={(event) => {
          event.preventDefault();
          deploy();
        }}
      >
        {isFirst && (
          <p class="small muted">
            No version of this flow is in service yet. This one takes all calls, now or from a time; they
            reach it by the numbers that lead to the flow.
          </p>
        )}
        {deployment?.source === 'files' && (
          <p class="small muted">
            The service runs this flow from files. With this step their version becomes an uploaded one, and a
            save of the files is a draft from then on.
          </p>
        )}
        <Segmented
          label="Way"
          options={isFirst ? ways.filter(({ value }) => value !== 'canary') : ways}
          value={way}
          onChange={setWay}
        />
        {way === 'canary' && (
          <>
            <ShareField percent={percent} onChange={setPercent} />
            <GuardFields guard={guard} onChange={setGuard} />
          </>
        )}
        {way === 'scheduled' && (
          <label class="field">
            Time, of this computer
            <input
              class="input"
              type="datetime-local"
              min={toLocalTime(Date.now())}
              required
              value={time}
              onInput={({ currentTarget }) => {
                setTime(currentTarget.value);
              }}
            />
          </label>
        )}
        <div class="row">
          <WriteButton type="submit" class="button primary">
            {buttons[way]}
          </WriteButton>
        </div>
      </form>
      <DeployRefusal problem={problem} onForce={deploy} />
    </section>
  );
}

const ways: readonly { value: Way; label: string }[] = [
  { value: 'canary', label: 'Canary' },
  { value: 'all', label: 'All calls' },
  { value: 'scheduled', label: 'At a time' },
];

const buttons: Readonly<Record<Way, string>> = {
  canary: 'Start the canary',
  all: 'Give it all calls',
  scheduled: 'Schedule',
};

/** Returns a time as a field for local times takes it, in minutes. */
function toLocalTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

interface Choice {
  way: Way;
  percent: number;
  guard: Guard;
  /** Local time as the field holds it. */
  time: string;
}

function toWanted(version: string, { way, percent, guard, time }: Choice): Wanted {
  if (way === 'canary') return { version, percent, guard };
  if (way === 'scheduled') return { version, at: new Date(time).toISOString() };
  return { version };
}

function ShareField({ percent, onChange }: { percent: number; onChange: (percent: number) => void }) {
  return (
    <label class="field">
      Share of new calls, %
      <input
        class="input"
        type="number"
        min="0.01"
        max="99.99"
        step="0.01"
        required
        value={Number.isNaN(percent) ? '' : percent}
        onInput={({ currentTarget }) => {
          onChange(currentTarget.valueAsNumber);
        }}
      />
      <span class="hint">A caller who has this version keeps it when the share grows.</span>
    </label>
  );
}
