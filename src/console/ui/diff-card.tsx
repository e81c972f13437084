/** Differences between two versions that callers notice, in words. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { unwrap } from '../api/client.ts';
import { compareFlowVersions } from '../api/generated/index.ts';
import type { CompareFlowVersionsResponse } from '../api/generated/index.ts';
import { useResource } from '../data/resource.ts';
import { formatCount } from './format.ts';
import { Loaded } from './loaded.tsx';
import { Pill } from './pill.tsx';
import { compareWords } from './word-diff.ts';
import type { TextPart } from './word-diff.ts';
import './diff-card.css';

interface DiffCardProps {
  title: string;
  project: string;
  flow: string;
  from: string;
  to: string;
  /** Shown at the end of the header. */
  children: ComponentChildren;
}

/** Loads and shows the changes from one version to another. */
export function DiffCard({ title, project, flow, from, to, children }: DiffCardProps) {
  const heading = useId();
  const diff = useResource(`diff ${project} ${flow} ${from} ${to}`, () =>
    unwrap(compareFlowVersions({ path: { project, flow }, query: { from, to } })),
  );
  const count = diff.state.value.data?.changes.length ?? 0;
  return (
    <section class="card" aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {count > 0 && <Pill>{formatCount(count, 'change')}</Pill>}
        <div class="row end">{children}</div>
      </header>
      <Loaded resource={diff} what="the changes">
        {({ same, changes }) =>
          same ? (
            <p class="body muted">Callers notice no difference.</p>
          ) : (
            <ul class="diff">
              {changes.map((change, index) => (
                <li key={index}>
                  <ChangeEntry change={change} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

type Change = CompareFlowVersionsResponse['changes'][number];

const LANGUAGES = new Intl.DisplayNames(undefined, { type: 'language', languageDisplay: 'standard' });

function ChangeEntry({ change }: { change: Change }) {
  const { where, subject, language, before, after, unchangedTexts = {} } = change;
  const words = before !== undefined && after !== undefined ? compareWords(before, after) : undefined;
  const place = [...where, language === undefined ? '' : LANGUAGES.of(language)].filter(Boolean).join(' · ');
  return (
    <>
      <p class="small muted">
        {place !== '' && `${place}: `}
        {subject}
      </p>
      {before !== undefined && (
        <p class="removed">
          <span class="sign bad" aria-hidden="true">
            −
          </span>
          <span>
            <span class="visually-hidden">Before: </span>
            <del>
              <Marked parts={words?.before} text={before} />
            </del>
          </span>
        </p>
      )}
      {after !== undefined && (
        <p class="added">
          <span class="sign ok" aria-hidden="true">
            +
          </span>
          <span>
            <span class="visually-hidden">After: </span>
            <ins>
              <Marked parts={words?.after} text={after} />
            </ins>
          </span>
        </p>
      )}
      {Object.entries(unchangedTexts).map(([code, text]) => (
        <p key={code} class="small warn">
          {LANGUAGES.of(code)} still says “{text}”.
        </p>
      ))}
    </>
  );
}

/** Renders a text with its changed words marked; without parts as it is. */
function Marked({ parts, text }: { parts: readonly TextPart[] | undefined; text: string }) {
  if (parts === undefined) return <>{text}</>;
  return (
    <>{parts.map((part, index) => (part.isChanged ? <strong key={index}>{part.text}</strong> : part.text))}</>
  );
}
