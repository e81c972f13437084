/** The files of a new flow. The templates are part of this chunk, since they belong to a release and differ for nobody. */
import { fillTemplate, type TemplateName } from '../../../authoring/templates/index.ts';

/** Path → text of the files in templates/. */
const texts = import.meta.glob<string>('../../../../templates/*/*.yaml', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Returns the files of a new flow, in a folder of its name: from a template with its scenarios, or from '' with one step. */
export function createFiles(template: TemplateName | '', name: string): Record<string, string> {
  const files =
    template === '' ? [{ file: 'flow.yaml', text: renderEmptyFlow(name) }] : listFiles(template, name);
  return Object.fromEntries(files.map(({ file, text }) => [`${name}/${file}`, text]));
}

function listFiles(template: TemplateName, name: string) {
  const folder = `/templates/${template}/`;
  return Object.entries(texts).flatMap(([path, text]) => {
    const at = path.lastIndexOf(folder);
    return at < 0 ? [] : [fillTemplate({ file: path.slice(at + folder.length), text }, { template, name })];
  });
}

function renderEmptyFlow(name: string): string {
  return `ringflow: 1
name: ${name}
languages: [en-US]
on: { error: hangup }

steps:
  welcome:
    say: Welcome.
    next: hangup
`;
}
