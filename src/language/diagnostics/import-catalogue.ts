import { error, warning } from './catalogue-entry.ts';
import type { Entry } from './catalogue-entry.ts';

/** Diagnostics on files of other systems and on answers, which only `ringflow import` reads. docs/importing.md lists them. */
export const imported = {
  'import-unreadable': error(
    'The file is not JSON, YAML or XML, or it is broken at this place; or it is a program that writes documents (PHP, JSP), or holds several of them.',
    'Export the flow again, or correct the place shown. Of a program, import what it writes; give several documents as files of their own.',
  ),
  'import-too-large': error(
    'The file is too large, is nested too deeply, or expands too far through aliases.',
    'Export each flow into a file of its own.',
  ),
  'import-unknown-system': error(
    'The file is not a flow of a system that can be imported, or could be one of several.',
    'Name the system with --from, or give another file.',
  ),
  'import-refused': error(
    'The file is a flow that is not a telephone call, such as one for text messages.',
    'Import the flow that answers calls.',
  ),
  'import-no-entry': error(
    'Nothing says where the flow begins, or the place does not exist.',
    'Name an existing node as the entry in the original and export it again.',
  ),
  'import-missing-target': warning(
    'A way leads to a node that does not exist. The import ends the call there.',
    'Correct the way in the result, or in the original.',
  ),
  'import-duplicate-name': warning(
    'Two nodes have the same name. Ways to this name lead to the first of them.',
    'Rename one in the original, or check the ways in the result.',
  ),
  'import-broken-node': warning(
    'A node lacks something or has a value of the wrong kind. It is read as far as possible.',
    'Compare the step with the original.',
  ),
  'import-answers': error(
    'The answers have a key that no import knows, or a value of the wrong kind.',
    'Use one of the keys that the message names.',
  ),
} as const satisfies Record<string, Entry>;
