/** Returns the name of the flow of a document, after its file. */
export function toFlowName(text: string): string {
  const file =
    text
      .split('/')
      .at(-1)
      ?.replace(/\.(vxml|xml)$/i, '') ?? '';
  const name = file
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return /^[a-z]/.test(name) ? name : `flow-${name}`.replace(/-$/, '');
}
