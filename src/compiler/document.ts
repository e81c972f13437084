/** A place in a document: keys and indexes from the root down. */
export type Path = readonly (string | number)[];
