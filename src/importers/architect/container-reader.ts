/** What reading menus needs of the flow that they belong to. */
import type { Span } from '../../language/diagnostics/index.ts';
import type { DataNode } from '../reading/index.ts';
import type { Linker } from './link-actions.ts';
import type { Menu, Target } from './model.ts';
import type { ContainerKind } from './references.ts';

export interface ContainerReader extends Linker {
  readonly menus: Menu[];
  /** Makes a container known by its id and its name; a name that is taken is reported. */
  register: (kind: ContainerKind, known: { refId: string; name: string; id: string; span: Span }) => void;
  /** Reads a task with its actions, and returns its id. */
  readTask: (node: DataNode, around: { menu?: string; fallbackName?: string }) => string;
  /** First node of a menu or task. */
  findFirst: (kind: ContainerKind, id: string) => Target;
}
