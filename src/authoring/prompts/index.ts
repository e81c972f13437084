export { renderConstants } from './constants.ts';
export { inlinePrompts } from './imported.ts';
export { EVERY_LANGUAGE, filterByLanguage, createInventory } from './inventory.ts';
export type { Entry, Inventory } from './inventory.ts';
export { addPseudoLocale } from './pseudo.ts';
export { renderInventoriesCsv, renderInventoriesJson, renderInventoriesText } from './render.ts';
