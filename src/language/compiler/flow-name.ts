/** The name that a flow gives itself, of a text that may be one. */
export function nameIn(text: string): string | undefined {
  return /^name:[ \t]*["']?([a-z][a-z0-9-]*)/m.exec(text)?.[1];
}
