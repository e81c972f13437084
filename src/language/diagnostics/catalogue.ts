import type { Entry } from './catalogue-entry.ts';
import { besideSteps } from './beside-steps-catalogue.ts';
import { lints } from './lint-catalogue.ts';
import { proved } from './prove-catalogue.ts';
import { inScenarios } from './scenario-catalogue.ts';

/** All diagnostics reported to authors. Codes are stable: they are never renamed or reused. */
export const catalogue = {
  // YAML syntax.
  syntax: {
    severity: 'error',
    meaning: 'The text is not YAML.',
    mend: 'Correct the place shown; what stands behind it is checked once it can be read.',
  },
  'wrong-encoding': {
    severity: 'error',
    meaning: 'The file is not UTF-8 text, so that some of its characters, or all of them, cannot be read.',
    mend: 'Save it as UTF-8 and write the lost characters anew.',
  },
  'duplicate-key': {
    severity: 'error',
    meaning: 'A key stands twice in the same map.',
    mend: 'Rename or remove one of the two.',
  },
  'unsupported-yaml': {
    severity: 'error',
    meaning:
      'A construct of YAML that flows do not use: merge keys, tags of one’s own, keys that are not text, several documents.',
    mend: 'Write the keys out as plain text, in one document.',
  },
  'too-large': {
    severity: 'error',
    meaning:
      'The file is over 1 MiB, nested too deeply, grows beyond bounds through aliases or languages, or gives its variables initial values that are too long.',
    mend: 'Split the flow into several.',
  },
  // The document against its schema.
  'unknown-key': {
    severity: 'error',
    meaning: 'A key that has no meaning at this place.',
    mend: 'Take one of the keys that the message names.',
  },
  'misplaced-key': {
    severity: 'error',
    meaning: 'A key stands at another place than it belongs, for instance `on` below the verb of a step.',
    mend: 'Move it to where the message says; mostly it is indented too far, or not far enough.',
  },
  'missing-key': {
    severity: 'error',
    meaning: 'A key that must be there is not.',
    mend: 'Add the key.',
  },
  'conflicting-keys': {
    severity: 'error',
    meaning: 'Two keys stand together of which only one may, for instance two verbs in one step.',
    mend: 'Keep one; make a second step for the other.',
  },
  'wrong-type': {
    severity: 'error',
    meaning: 'A value of another type than its place asks for, for instance text instead of a list.',
    mend: 'Write a value of the type that the message names.',
  },
  'bad-value': {
    severity: 'error',
    meaning: 'A value of the right type that is not allowed here.',
    mend: 'Take a value within the bounds or of the form that the message names.',
  },
  'bad-name': {
    severity: 'error',
    meaning: 'A key that is a name but does not have the form of one.',
    mend: 'Begin with a lower-case letter and go on with lower-case letters, digits and underscores.',
  },
  // Names.
  'dangling-target': {
    severity: 'error',
    meaning: 'A step is named that does not exist.',
    mend: 'Correct the name, or add the step.',
  },
  'unknown-flow': {
    severity: 'error',
    meaning: 'A flow is run that is not among the flow files.',
    mend: 'Correct the name, or put its file into the same folder tree.',
  },
  'broken-flow': {
    severity: 'error',
    meaning: 'A flow is run that has errors itself, so that neither of the two can be put into service.',
    mend: 'Mend that flow; `ringflow validate` with its file tells what is wrong.',
  },
  'conflicting-setting': {
    severity: 'error',
    meaning:
      'Flows that run one another declare the same setting differently: secret in one and not in the other, or with other defaults.',
    mend: 'Declare it in the same way in all of them.',
  },
  'unknown-parameter': {
    severity: 'error',
    meaning: 'A flow is given a parameter that it does not declare.',
    mend: 'Correct the name, or declare it under `params` of that flow.',
  },
  'missing-parameter': {
    severity: 'error',
    meaning: 'A flow is run without a parameter that has no default.',
    mend: 'Give it a value under `with`, or give it a default in that flow.',
  },
  'unknown-return': {
    severity: 'error',
    meaning: 'Something is kept of a flow that it does not give back.',
    mend: 'Take a name from `returns` of that flow.',
  },
  'unknown-prompt': {
    severity: 'error',
    meaning:
      'A prompt is named that does not exist. A single word in lower case is always the name of a prompt.',
    mend: 'Add it to `prompts`, or write `{ text: word }` to speak the word itself.',
  },
  'unknown-variable': {
    severity: 'error',
    meaning: 'A variable is read or written that is not declared.',
    mend: 'Declare it under `vars` with an initial value.',
  },
  'secret-exposed': {
    severity: 'error',
    meaning: 'A secret value is used where it could be heard or logged.',
    mend: 'Use it in conditions, in headers and bodies of web requests, in the data of text messages and as the key of a lookup, or keep what is made of it in a secret variable too.',
  },
  'unknown-language': {
    severity: 'error',
    meaning: 'A language is named that the flow does not have.',
    mend: 'Add it to `languages`.',
  },
  'unknown-voice': {
    severity: 'warning',
    meaning: 'The voice is neither `female` nor `male`, so the platform may refuse to speak.',
    mend: 'Write `female` or `male`, or leave the voice out; ignore this if the platform names more voices.',
  },
  'unknown-outcome': {
    severity: 'error',
    meaning: 'A key under `on` that is no outcome of the step’s verb.',
    mend: 'Take one of the outcomes that the message names.',
  },
  'reserved-name': {
    severity: 'error',
    meaning:
      'A step is called `hangup`, `return`, `repeat` or `back`, which are targets of their own; a variable or parameter is called `in`, `true`, `false` or `null`, which are words of CEL; or a setting under `env` begins with `RINGFLOW_`, as those of the service do.',
    mend: 'Give it another name.',
  },
  'duplicate-flow': {
    severity: 'error',
    meaning: 'Two files hold a flow of the same name.',
    mend: 'Rename one of the flows.',
  },
  // Imported files.
  'unknown-import': {
    severity: 'error',
    meaning:
      'A file is imported that is not there, cannot be read, lies outside of the folders that a flow may import from, or is a flow itself.',
    mend: 'Correct the path, as seen from the file in which it stands.',
  },
  'import-cycle': {
    severity: 'error',
    meaning: 'A file imports itself, by way of what it imports.',
    mend: 'Move what both files need to a third one.',
  },
  'duplicate-name': {
    severity: 'error',
    meaning: 'Two files of a flow give the same name to different things of one kind.',
    mend: 'Rename one of the two, or remove it.',
  },
  // Expressions.
  'expression-syntax': {
    severity: 'error',
    meaning: 'What stands in `when` or between `${` and `}` is not a CEL expression.',
    mend: 'Correct the expression at the place shown.',
  },
  'expression-type': {
    severity: 'error',
    meaning: 'An expression mixes types, or gives a type that its place cannot use.',
    mend: 'Convert with string(), int() or double(), or compare values of the same type.',
  },
  'unsafe-pattern': {
    severity: 'error',
    meaning:
      'A regular expression repeats a group that holds a quantifier or alternatives that begin alike, so that a match could take for ever; or the pattern of `matches` is not written out, uses look-around or back-references, or is very long with its repetitions written out.',
    mend: 'Repeat a single character or class instead of the group, or let the alternatives begin differently. A fixed count such as `{3}` inside the group is fine.',
  },
  'ssml-syntax': {
    severity: 'error',
    meaning:
      'An SSML document is not well-formed: an element is not closed, a sign of XML stands for itself, or something stands outside of the one `<speak>`.',
    mend: 'Correct the place shown; write `&amp;` and `&lt;` for the signs themselves.',
  },
  // The flow as a whole.
  'outcome-without-edge': {
    severity: 'error',
    meaning: 'An outcome of a step leads nowhere, and the author has to say where.',
    mend: 'Name a step for it under `on`.',
  },
  'unhandled-failure': {
    severity: 'warning',
    meaning: 'A failure of a step has no edge and the flow has no `on.error`: the caller is cut off.',
    mend: 'Add `on: { error: some_step }` to the flow, or an edge to the step.',
  },
  'unreachable-step': {
    severity: 'warning',
    meaning: 'No way leads to the step.',
    mend: 'Lead a choice or an outcome to it, or remove it.',
  },
  'loop-without-input': {
    severity: 'error',
    meaning:
      'Steps follow one another in a circle and none of them waits for anybody, so the call never leaves it.',
    mend: 'Put a step into the circle that asks the caller, or a switch that leaves it.',
  },
  'repeat-without-input': {
    severity: 'error',
    meaning: '`repeat` asks the caller again, but the step asks nothing.',
    mend: 'Name the step to go to.',
  },
  'impossible-answer': {
    severity: 'error',
    meaning:
      'No answer that can be keyed in fits: the least value of the `range` has more digits than the step takes, or the `pattern` another number of them, or characters that are no digits.',
    mend: 'Make `digits` and `range` or `pattern` agree.',
  },
  'back-without-question': {
    severity: 'error',
    meaning: '`back` leads to the question before, but nothing is asked on the way to the step.',
    mend: 'Name the step to go to.',
  },
  'media-after-end': {
    severity: 'error',
    meaning: 'A step needs a living call but can run after the end of the call, in the path of `on.end`.',
    mend: 'Keep what speaks or listens out of that path.',
  },
  'missing-default-language': {
    severity: 'error',
    meaning: 'A prompt lacks the flow’s first language, to which callers of all others fall back.',
    mend: 'Add the text in that language.',
  },
  'missing-translation': {
    severity: 'warning',
    meaning: 'A prompt lacks one of the flow’s languages; its callers hear another one.',
    mend: 'Add the text in that language.',
  },
  ...besideSteps,
  ...inScenarios,
  ...lints,
  ...proved,
} as const satisfies Record<string, Entry>;

/** The stable code of a diagnostic. */
export type DiagnosticCode = keyof typeof catalogue;

/** All codes, in the order of the catalogue. */
export const diagnosticCodes = Object.keys(catalogue) as DiagnosticCode[];

/** The codes that only `ringflow prove` reports. */
export const provedCodes = Object.keys(proved) as DiagnosticCode[];
