/** Flows from which new ones are made: the folders in templates/. */

/** The folders in templates/ with the purpose of each. */
export const TEMPLATES = {
  'front-desk': 'opening hours, a menu and calls to two departments',
  callback: 'asks for a number and texts it to the person who calls back',
  survey: 'an outbound call with two questions; reports the answers',
  pin: 'account number, PIN, and an answer from a web service',
  agent: 'hands the call to a voice agent; a person takes over',
};

export type TemplateName = keyof typeof TEMPLATES;

export const DEFAULT_TEMPLATE: TemplateName = 'front-desk';

/** Matches the names of flows, as the schema of flows has them. */
export const FLOW_NAME_PATTERN = /^[a-z][a-z0-9-]{0,62}$/;

/** The rule for names of flows, for people. */
export const FLOW_NAME_RULE = 'a lower-case letter, then lower-case letters, digits and hyphens';

export function isFlowName(name: string): boolean {
  return FLOW_NAME_PATTERN.test(name);
}

/** Returns a valid name that resembles an invalid one; undefined if none can be made of it. */
export function suggestFlowName(name: string): string | undefined {
  const valid = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '');
  return isFlowName(valid) ? valid : undefined;
}

interface TemplateFile {
  /** Name in the folder of the template. */
  file: string;
  text: string;
}

interface NewFlow {
  template: TemplateName;
  /** Name of the new flow. */
  name: string;
  /** Path of the schemas that the first line of each file names for editors; absent: that line is left out. */
  schemas?: string;
}

/** Returns a file of a template as it is in the folder of the new flow. */
export function fillTemplate(
  { file, text }: TemplateFile,
  { template, name, schemas }: NewFlow,
): TemplateFile {
  const located =
    schemas === undefined
      ? text.replace(/^# yaml-language-server:.*\n/, '')
      : text.replaceAll('../../schemas', schemas);
  return {
    file: file.replace(`${template}.`, `${name}.`),
    text: located.replace(/^name: .*$/m, `name: ${name}`),
  };
}
