import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse, resolve, sep } from 'node:path';

/** Linux follows at most as many links for one path; a circle of them ends here too. */
const MAX_LINKS = 40;

/**
 * Lists every path at which a change can make a link lead elsewhere: the link itself, each further link on its way, and
 * its end, or the first part of the way that is missing. For `flow.yaml` of a mounted ConfigMap these are `flow.yaml`,
 * `..data` and the file in the folder behind that. No folder in them is a link.
 */
export function waypointsOf(link: string): string[] {
  const waypoints: string[] = [];
  let folder = realpathSync(dirname(link));
  let names = [basename(link)];
  while (waypoints.length < MAX_LINKS) {
    const [name, ...others] = names;
    if (name === undefined) break;
    const path = join(folder, name);
    const kind = kindOf(path);
    if (kind === 'link' || kind === 'missing' || others.length === 0) waypoints.push(path);
    if (kind === 'missing') break;
    if (kind === 'other') [folder, names] = [path, others];
    else {
      const target = resolve(folder, readlinkSync(path));
      const { root } = parse(target);
      [folder, names] = [root, [...target.slice(root.length).split(sep).filter(Boolean), ...others]];
    }
  }
  return waypoints;
}

function kindOf(path: string): 'link' | 'missing' | 'other' {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 'missing';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
