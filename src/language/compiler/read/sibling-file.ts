/** Reads a file in the flow's folder, never one outside of it. */
export interface ReadSiblingFile {
  (path: string): string | undefined;
  /** Explains why a file cannot be read, for instance `is a folder`. */
  explain?: ((path: string) => string) | undefined;
  /** Returns a name that all paths of one file share, also those through links. */
  identify?: ((path: string) => string) | undefined;
}
