/** The mistakes of the open file, each with its reason and its fixes. */
import { Empty } from '../../ui/empty.tsx';
import { Pill } from '../../ui/pill.tsx';
import type { Tone } from '../../ui/tone.ts';
import type { Fix, Mistake } from './code/mistakes.ts';

interface MistakesProps {
  /** Undefined until the file has been checked. */
  mistakes: readonly Mistake[] | undefined;
  isReadOnly: boolean;
  onGo: (mistake: Mistake) => void;
  onFix: (fix: Fix) => void;
}

export function Mistakes({ mistakes, ...more }: MistakesProps) {
  if (mistakes === undefined) return <p class="panel-note muted">Checking…</p>;
  if (mistakes.length === 0) return <Empty>The checks find no mistake in this file.</Empty>;
  return (
    <ul class="mistakes">
      {mistakes.map((mistake) => (
        <li key={`${mistake.code} ${mistake.from} ${mistake.message}`}>
          <FixCard mistake={mistake} {...more} />
        </li>
      ))}
    </ul>
  );
}

const TONES: Record<Mistake['severity'], Tone> = { error: 'bad', warning: 'warn', info: 'neutral' };

function FixCard({
  mistake,
  isReadOnly,
  onGo,
  onFix,
}: Omit<MistakesProps, 'mistakes'> & { mistake: Mistake }) {
  const { severity, code, message, reason, line, fixes } = mistake;
  return (
    <article class="fix-card" data-line={line}>
      <p>
        <Pill tone={TONES[severity]}>{severity}</Pill> {message} <code class="faint">{code}</code>
      </p>
      {reason !== undefined && <p class="muted small">{reason}</p>}
      <div class="row">
        {!isReadOnly &&
          fixes.map((fix) => (
            <button
              key={fix.title}
              type="button"
              class="button compact primary"
              onClick={() => {
                onFix(fix);
              }}
            >
              {fix.title}
            </button>
          ))}
        <button
          type="button"
          class="button compact"
          onClick={() => {
            onGo(mistake);
          }}
        >
          Go to line {line}
        </button>
      </div>
    </article>
  );
}
