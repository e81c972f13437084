import { error, warning } from './catalogue-entry.ts';
import type { Entry } from './catalogue-entry.ts';
import { imported } from './import-catalogue.ts';
import { lints } from './lint-catalogue.ts';
import { proved } from './prove-catalogue.ts';
import { valueLints } from './values-catalogue.ts';
import { wordLints } from './words-catalogue.ts';
import { robustnessLints } from './robustness-catalogue.ts';

/** All diagnostics reported to authors. Codes are stable: they are never renamed or reused. */
export const catalogue = {
  // YAML syntax.
  syntax: error(
    'The text is not YAML.',
    'Correct the place shown; the rest of the file is checked once it can be read.',
  ),
  'wrong-encoding': error(
    'The file is not UTF-8 text, so some or all of its characters cannot be read.',
    'Save it as UTF-8 and retype the lost characters.',
  ),
  'duplicate-key': error('A key occurs twice in the same map.', 'Rename or remove one of the two.'),
  'unsupported-yaml': error(
    'A YAML construct that flows do not support: merge keys, custom tags, keys that are not text, several documents.',
    'Write the keys out as plain text, in one document.',
  ),
  'too-large': error(
    'The file is larger than 1 MiB, is nested too deeply, expands too far through aliases or languages, or gives its variables initial values that are too long.',
    'Split the flow into several.',
  ),
  // The document against its schema.
  'unknown-key': error(
    'The key has no meaning at this place.',
    'Use one of the keys that the message names.',
  ),
  'misplaced-key': error(
    'A key is in the wrong place, for instance `on` below the verb of a step.',
    'Move it to where the message says; usually its indentation is wrong.',
  ),
  'missing-key': error('A required key is missing.', 'Add the key.'),
  'conflicting-keys': error(
    'Two keys exclude each other, for instance two verbs in one step.',
    'Keep one; make a second step for the other.',
  ),
  'wrong-type': error(
    'A value has the wrong type for its place, for instance text instead of a list.',
    'Write a value of the type that the message names.',
  ),
  'bad-value': error(
    'A value has the right type, but is not allowed here.',
    'Use a value within the bounds or of the form that the message names.',
  ),
  'bad-name': error(
    'A name does not have the form of one.',
    'Begin with a lower-case letter and continue with lower-case letters, digits and underscores.',
  ),
  // Names.
  'dangling-target': error('A target is a step that does not exist.', 'Correct the name, or add the step.'),
  'unknown-flow': error(
    'A step runs a flow that is not among the flow files.',
    'Correct the name, or put its file into the folder of the flow that runs it, or into one beside or directly below it.',
  ),
  'broken-flow': error(
    'A step runs a flow that has errors itself, so neither of the two can be deployed.',
    'Fix that flow; `ringflow validate` with its file shows what is wrong.',
  ),
  'conflicting-setting': error(
    'Flows that run one another declare the same setting differently: secret in one and not in the other, or with different defaults.',
    'Declare it the same way in all of them.',
  ),
  'unknown-parameter': error(
    'A flow is given a parameter that it does not declare.',
    'Correct the name, or declare it under `params` of that flow.',
  ),
  'missing-parameter': error(
    'A flow is run without a parameter that has no default, without the template or the campaign of the message that it sends, or without its recipient while nobody takes the result.',
    'Give it a value under `with`, or give it a default in that flow.',
  ),
  'unknown-return': error(
    'A step saves a result that the flow does not return.',
    'Use a name from `returns` of that flow.',
  ),
  'unknown-prompt': error(
    'A step names a prompt that does not exist. A single word in lower case is always the name of a prompt.',
    'Add it to `prompts`, or write `{ text: word }` to speak the word itself.',
  ),
  'unknown-variable': error(
    'A variable that is not declared is read or written.',
    'Declare it under `vars` with an initial value.',
  ),
  'secret-exposed': error(
    'A secret value is used where it could be heard or logged.',
    'Use it in conditions, in headers and bodies of web requests and as the key of a lookup, or save what is derived from it in a secret variable too. A one-time code may be sent to the caller by text message if its variable has `send_by: sms`.',
  ),
  'unknown-language': error('The flow does not have this language.', 'Add it to `languages`.'),
  'unknown-voice': warning(
    'The voice is neither `female` nor `male`, so the platform may refuse to speak.',
    'Write `female` or `male`, or leave the voice out; ignore this if the platform names more voices.',
  ),
  'unknown-outcome': error(
    'A key under `on` is not an outcome of the step’s verb.',
    'Use one of the outcomes that the message names.',
  ),
  'reserved-name': error(
    'A step is called `hangup`, `return`, `repeat` or `back`, which are targets of their own; a variable or parameter is called `in`, `true`, `false` or `null`, which are words of CEL; or a setting under `env` begins with `RINGFLOW_`, which is reserved for the service.',
    'Give it another name.',
  ),
  'reversed-save': error(
    '`save` maps each variable to what it stores: a column of the table, a value that another flow returns, part of a response. Here it names the variable last.',
    'Write the variable first.',
  ),
  'duplicate-flow': error('Two files contain flows of the same name.', 'Rename one of the flows.'),
  // Imported files.
  'unknown-import': error(
    'An imported file does not exist, cannot be read, is outside of the folders from which a flow may import, or is a flow itself.',
    'Correct the path, which is relative to the file that contains it.',
  ),
  'import-cycle': error(
    'A file imports itself, directly or through other files.',
    'Move what both files need to a third one.',
  ),
  'duplicate-name': error(
    'Two files of a flow give the same name to different things of one kind.',
    'Rename one of the two, or remove it.',
  ),
  // Expressions.
  'expression-syntax': error(
    'The text in `when` or between `${` and `}` is not a CEL expression.',
    'Correct the expression at the place shown.',
  ),
  'expression-type': error(
    'An expression mixes types, or has a type that its place cannot use.',
    'Convert with string(), int() or double(), or compare values of the same type.',
  ),
  'unsafe-pattern': error(
    'A regular expression repeats a group that contains a quantifier or alternatives with the same beginning, so that a match could take forever; or the pattern of `matches` is not a literal, uses look-around or back-references, or is very long with its repetitions written out.',
    'Repeat a single character or class instead of the group, or let the alternatives begin differently. A fixed count such as `{3}` inside the group is fine.',
  ),
  'ssml-syntax': error(
    'An SSML document is not well-formed: an element is not closed, a special character is not escaped, or something is outside of the one `<speak>`.',
    'Correct the place shown; write `&amp;` and `&lt;` for the characters themselves.',
  ),
  // The carriers that the flow is checked against.
  'carrier-lacks': error(
    'A step needs something that a carrier cannot do, so callers on that carrier get no further there.',
    'Change the step as the hint says, or use the flow on other carriers only.',
  ),
  'carrier-does-less': warning(
    'A carrier does only a part of what a step asks for: callers press keys instead of speaking, hear a text without its SSML marks, or take the way of a failure.',
    'Change the step as the hint says, or suppress the warning if callers are content with less.',
  ),
  'sip-header': error(
    'A flow reads or sends a SIP header that it may not, or a header fills a parameter that is not text.',
    'Use headers that begin with `X-` or `P-`; those that route a call, sign in or assert who calls cannot be sent.',
  ),
  // The flow as a whole.
  'outcome-without-edge': error(
    'An outcome of a step has no target, and there is no default for it.',
    'Name a step for it under `on`.',
  ),
  'unhandled-failure': warning(
    'A failure of a step has no edge and the flow has no `on.error`: the caller is cut off. A flow that returns is not reported: its failures are the outcome `failed` of the step that runs it.',
    'Add `on: { error: some_step }` to the flow, or an edge to the step.',
  ),
  'unreachable-step': warning(
    'No path leads to the step.',
    'Lead a choice or an outcome to it, or remove it.',
  ),
  'loop-without-input': error(
    'Steps follow one another in a loop and none of them waits, so the call never leaves it.',
    'Add a step to the loop that asks the caller, or a switch that leaves it.',
  ),
  'repeat-without-input': error(
    '`repeat` asks the caller again, but the step asks nothing.',
    'Name the step to go to.',
  ),
  'impossible-answer': error(
    'No answer that can be keyed in is valid: the lowest value of the `range` has more digits than the step takes, or the `pattern` requires another number of digits, or other characters, or matches no date or time as it is stored.',
    'Make `digits` and `range` or `pattern` agree.',
  ),
  'back-without-question': error(
    '`back` leads to the previous question, but no question is asked on the way to the step.',
    'Name the step to go to.',
  ),
  'media-after-end': error(
    'A step needs a live call but can run after the end of the call, in the path of `on.end`.',
    'Remove steps that speak or listen from that path.',
  ),
  'missing-default-language': error(
    'A prompt lacks the flow’s first language, to which callers of all others fall back.',
    'Add the text in that language.',
  ),
  'missing-translation': warning(
    'A prompt, or a flow that is run, lacks one of the flow’s languages; its callers hear another one.',
    'Add the text in that language.',
  ),
  // Opening hours and tables.
  'unknown-hours': error(
    'A step names opening hours that do not exist.',
    'Correct the name, or add them to `hours`.',
  ),
  'overlapping-hours': error(
    'Two periods of the same opening hours overlap, so one of them is probably a mistake.',
    'Begin one when the other ends, or remove one.',
  ),
  'long-night': warning(
    'A period runs past midnight and lasts 16 hours or more, or 12 as an exception of hours without nights, so its end is probably meant in the afternoon, or its two times are exchanged.',
    'Write the earlier time first, and hours from 00 to 24: 09:00-17:00. Ignore the warning if the hours are right.',
  ),
  'twelve-hour-clock': warning(
    'A period in the night is written behind the morning of the same day: an afternoon that was written on a twelve-hour clock. It is open at night then, and closed in the afternoon.',
    'Write hours from 00 to 24: [09:00-12:00, 13:30-17:00].',
  ),
  'other-year': warning(
    'A holiday or an exception is in another year than the days beside it, among which it would be in order a year later or earlier: the day that was meant is an ordinary one.',
    'Correct the year, or put the day at its place in the order.',
  ),
  'misdated-holiday': warning(
    'A holiday has the name of a well-known one, such as Easter Monday, which is on another day of that year.',
    'Correct the date, or the name.',
  ),
  'unusual-time-zone': warning(
    'A time zone is not written by its name: it is an abbreviation, some of which have no summer time, or has other upper and lower case letters.',
    'Write the IANA name, such as Europe/Berlin.',
  ),
  'unknown-table': error(
    'A step names a table that does not exist.',
    'Correct the name, or add the table to `tables`.',
  ),
  'unknown-column': error(
    'A step saves a column that the table does not have.',
    'Correct the name, or add the column to the table.',
  ),
  'bad-table': error(
    'A table cannot be read: its file is missing or is not a table, a row lacks a cell, or a key occurs twice.',
    'Correct the line that the message names.',
  ),
  // Scenarios; they share all other codes with flows.
  'impossible-line': error(
    'A line of a scenario cannot happen: it needs a caller, and the call is over by then.',
    'Move it before the line that ends the call, or remove one of the two.',
  ),
  ...lints,
  ...valueLints,
  ...wordLints,
  ...robustnessLints,
  ...imported,
  ...proved,
} satisfies Record<string, Entry>;

/** The stable code of a diagnostic. */
export type DiagnosticCode = keyof typeof catalogue;

/** All codes, in the order of the catalogue. */
export const diagnosticCodes = Object.keys(catalogue) as DiagnosticCode[];

/** The codes that only `ringflow prove` reports. */
export const provedCodes = Object.keys(proved) as DiagnosticCode[];
