/** The variables after the chosen moment, and why the call went on as it did up to there. */
import type { GetCallTraceResponse } from '../../api/generated/index.ts';
import { renderQuery } from '../../data/address.ts';
import { mayDo } from '../../session/session.ts';
import { formatOffset } from '../../ui/time.ts';
import { findLine } from './timeline.ts';
import type { CallState, Cause, Moment } from './timeline.ts';

interface StatePanelProps {
  project: string;
  call: GetCallTraceResponse['call'];
  moments: readonly Moment[];
  index: number;
  unknown: GetCallTraceResponse['unknownStates'];
}

export function StatePanel({ project, call, moments, index, unknown }: StatePanelProps) {
  const moment = moments[index];
  if (moment === undefined) return null;
  const { after, offsetMs, place } = moment;
  const line = findLine(moments, index);
  return (
    <aside class="call-state" aria-label="State" tabIndex={0}>
      <section class="column">
        <h2>Variables at {formatOffset(offsetMs)}</h2>
        <p class="small muted">
          Step <strong>{place.step === '' ? 'none yet' : place.step}</strong> of {place.flow}
          {line !== undefined && `, line ${line}`}
          {place.flow === call.flow && place.step !== '' && mayDo('drafts.write', project) && (
            <>
              {' · '}
              <a href={`/console/${project}/flows/${call.flow}/edit${renderQuery({ step: place.step })}`}>
                Edit
              </a>
            </>
          )}
        </p>
        {after === undefined ? (
          <p class="muted">{UNKNOWN[unknown?.code ?? 'not_reproduced']}</p>
        ) : (
          <Variables state={after} moments={moments} />
        )}
      </section>
      <section class="column">
        <h2>Why it went on</h2>
        <Causes moments={moments.slice(0, index + 1)} />
      </section>
    </aside>
  );
}

const UNKNOWN: Readonly<Record<NonNullable<GetCallTraceResponse['unknownStates']>['code'], string>> = {
  version_gone:
    'The version of the flow on which the call began is not stored any more, so its variables are not known.',
  not_reproduced:
    'The version does not reproduce this moment, for instance because a setting has changed since.',
  too_large: 'The call is too long: its variables are only known for its beginning.',
};

function Variables({ state, moments }: { state: CallState; moments: readonly Moment[] }) {
  const { variables, language, attempts, isMadeUp } = state;
  return (
    <>
      <table class="variables">
        <caption class="visually-hidden">Variables</caption>
        <tbody>
          {variables.map((variable) => (
            <VariableRow key={variable.name} variable={variable} seq={state.seq} moments={moments} />
          ))}
          <tr>
            <th scope="row">language</th>
            <td colSpan={2}>{language}</td>
          </tr>
          {attempts !== undefined && (
            <tr>
              <th scope="row">attempt</th>
              <td colSpan={2}>
                {attempts.failed + 1} of {attempts.failed + attempts.left}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {isMadeUp === true && (
        <p class="small faint">Masked input was replaced, so secret values are made up.</p>
      )}
    </>
  );
}

interface VariableRowProps {
  variable: CallState['variables'][number];
  seq: number;
  moments: readonly Moment[];
}

function VariableRow({ variable, seq, moments }: VariableRowProps) {
  const { name, value, isSecret, chars, since } = variable;
  const isChanged = since === seq && seq !== moments[0]?.seq;
  const changedAt = moments.find((moment) => moment.seq === since)?.offsetMs ?? 0;
  return (
    <tr class={isChanged ? 'changed' : ''}>
      <th scope="row">{name}</th>
      <td>
        {isSecret === true ? <span class="muted">secret</span> : <VariableValue value={value} />}
        {chars !== undefined && <span class="faint">… ({chars} characters)</span>}
      </td>
      <td class="small faint">
        {isChanged && <strong class="now">changed</strong>}
        {!isChanged && changedAt > 0 && `since ${formatOffset(changedAt)}`}
      </td>
    </tr>
  );
}

function VariableValue({ value }: { value: unknown }) {
  if (value === '' || value === undefined) return <span class="muted">empty</span>;
  return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
}

function Causes({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol class="causes">
      {moments.flatMap(({ seq, offsetMs, causes }) =>
        causes.map((cause, number) => (
          <li key={`${seq} ${number}`}>
            <span class="faint">{formatOffset(offsetMs)}</span>
            <CauseText cause={cause} />
          </li>
        )),
      )}
    </ol>
  );
}

function CauseText({ cause }: { cause: Cause }) {
  switch (cause.kind) {
    case 'move':
      return (
        <span>
          <strong>{cause.step}</strong> ends as <strong>{cause.outcome}</strong> → {cause.to}
        </span>
      );
    case 'reason':
      return <span class={cause.isMiss ? 'warn' : 'muted'}>{cause.text}</span>;
    case 'failure':
      return (
        <span class="bad">
          {cause.text} <code>{cause.code}</code>
        </span>
      );
  }
}
