/** What every schema of the wire owes its readers. */

/** The paths of the properties of a schema that say nothing of themselves. */
export function propertiesWithoutDescription(node: unknown, path: string): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries((node as { properties?: object }).properties ?? {})
    .filter(([, property]) => !isDescribed(property))
    .map(([name]) => `${path}.${name}`);
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, child]) => propertiesWithoutDescription(child, `${path}.${key}`)),
  ];
}

/** A reference is described where it leads. */
function isDescribed(property: unknown): boolean {
  const { description, $ref } = property as { description?: string; $ref?: string };
  return (description ?? $ref ?? '') !== '';
}
