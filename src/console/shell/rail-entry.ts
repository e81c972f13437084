/** The entries of the rail. */
import type { Action } from '../session/session.ts';
import type { IconName } from '../ui/icon.tsx';
import type { ElementKeys } from './key-table.ts';

/** What an entry of the rail can count. */
export type CountName = 'flows' | 'live' | 'campaigns' | 'numbers';

/** An entry of the rail. */
export interface RailEntry {
  /** Path after the project; empty for the overview. */
  path: string;
  label: string;
  icon: IconName;
  /** Keys that lead to the view. */
  keys?: ElementKeys;
  /** What the entry counts. */
  count?: CountName;
  /** Action that the view needs; the entry is left out for callers who may not do it. */
  action: Action;
  /** True for a view of the whole service, which takes a role for all projects. */
  isOfService?: boolean;
  /** True where a gap separates the entry from those before it. */
  isApart?: boolean;
}
