/** The conversation: heard, pressed and said. Lines after the chosen moment are faint. */
import { useEffect, useRef } from 'preact/hooks';
import type { Moment, TranscriptLine } from './timeline.ts';

interface TranscriptProps {
  moments: readonly Moment[];
  index: number;
  onChoose: (index: number) => void;
}

export function Transcript({ moments, index, onChoose }: TranscriptProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const lines = list.current?.querySelectorAll('[data-now]');
    lines?.[lines.length - 1]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
    <ol class="transcript" ref={list}>
      {moments.flatMap((moment, at) =>
        moment.lines.map((line, number) => (
          <li
            key={`${moment.seq} ${number}`}
            class={`${line.who} ${at > index ? 'later' : ''}`}
            {...(at === index && { 'data-now': '' })}
          >
            <LineButton
              line={line}
              isNow={at === index}
              onClick={() => {
                onChoose(at);
              }}
            />
          </li>
        )),
      )}
    </ol>
  );
}

const SPEAKERS: Readonly<Record<TranscriptLine['who'], string>> = {
  flow: 'Flow: ',
  caller: 'Caller: ',
  remark: '',
};

interface LineButtonProps {
  line: TranscriptLine;
  isNow: boolean;
  onClick: () => void;
}

function LineButton({ line, isNow, onClick }: LineButtonProps) {
  return (
    <button type="button" class="line" onClick={onClick} {...(isNow && { 'aria-current': 'true' })}>
      <span class="visually-hidden">{SPEAKERS[line.who]}</span>
      {line.text}
    </button>
  );
}
