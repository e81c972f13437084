import type { Answers, Question } from '../../../importers/index.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { Form } from '../../ui/form/form.tsx';
import { readAll } from '../../ui/form/mistakes.ts';
import { FLOW_NAME, readName } from '../../ui/form/names.ts';
import type { NameKind } from '../../ui/form/names.ts';

/** Kinds of questions that a line of text answers, with what is asked. */
const ASKED = {
  queues: 'Number or SIP URI of the queue',
  numbers: 'Number or SIP URI for',
  functions: 'Address (https) of the function',
  flows: 'Name of the flow',
  placeholders: 'Value of the placeholder',
} as const satisfies Partial<Record<Question['kind'], string>>;

const TARGET: NameKind = {
  pattern: /^(\+?[0-9]{2,15}|sips?:\S+@\S+)$/,
  rule: 'a number such as +4915112345678, or a SIP URI',
};

/** What answers of a kind look like; others are any text. */
const FORMS: Partial<Record<AskedKind, NameKind>> = {
  queues: TARGET,
  numbers: TARGET,
  functions: { pattern: /^https:\/\/\S+$/, rule: 'an address that begins with https://' },
  flows: FLOW_NAME,
};

type AskedKind = keyof typeof ASKED;

interface QuestionsProps {
  questions: readonly Question[];
  onAnswers: (answers: Partial<Answers>) => void;
}

/** What the original refers to and does not hold. An empty field stays open and becomes a setting of the flow. */
export function Questions({ questions, onAnswers }: QuestionsProps) {
  const asked = questions.flatMap(({ kind, key, places }) =>
    kind in ASKED ? [{ kind: kind as AskedKind, key, places }] : [],
  );
  if (asked.length === 0) return null;
  return (
    <section class="card">
      <header>
        <h2>Questions</h2>
      </header>
      <div class="body">
        <Form
          action="Import with these answers"
          failure="The import failed."
          check={(values) =>
            readAll(
              asked.map(({ kind }, at) => () => {
                const [field, form] = [`answer${at}`, FORMS[kind]];
                if (form !== undefined && values.text(field) !== '') readName(values, field, form);
              }),
            )
          }
          onSubmit={(values) => {
            const answers: Partial<Record<AskedKind, Record<string, string>>> = {};
            for (const [at, { kind, key }] of asked.entries()) {
              const text = values.text(`answer${at}`).trim();
              if (text !== '') (answers[kind] ??= {})[key] = text;
            }
            onAnswers(answers);
            return Promise.resolve();
          }}
        >
          {asked.map(({ kind, key, places: [place] }, at) => (
            <TextField
              key={`${kind} ${key}`}
              label={`${ASKED[kind]} “${key}”`}
              name={`answer${at}`}
              hint={
                place === undefined
                  ? undefined
                  : `${place.file}, line ${place.line}. Without an answer it becomes a setting.`
              }
            />
          ))}
        </Form>
      </div>
    </section>
  );
}
