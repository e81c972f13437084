/** Names of flows, after their files. */
import { Names } from '../project/index.ts';

export function nameFlows(files: readonly string[]): string[] {
  const names = new Names('steps');
  return files.map((file, index) => {
    const [last = ''] = file.split(/[/\\]/).slice(-1);
    const wish = last.replace(/(\.swml)?\.(ya?ml|json)$/i, '');
    return names.nameOf(`${index} ${file}`, wish === '' ? 'flow' : wish).replaceAll('_', '-');
  });
}
