export { takeInPrompts } from './imported.ts';
export { EVERY_LANGUAGE, inLanguage, inventoryOf } from './inventory.ts';
export type { Entry, Inventory } from './inventory.ts';
export { pseudoFlow } from './pseudo.ts';
export { inventoriesAsCsv, inventoriesAsJson, inventoriesAsText } from './render.ts';
