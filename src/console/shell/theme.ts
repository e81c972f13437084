/** Light or dark: as the system says until the user chooses. Styles follow `data-theme`, which public/theme.js sets at first. */
import { signal } from '@preact/signals';

const THEME_ITEM = 'ringflow.theme';

/** All themes, with their names. */
export const themes = [
  { choice: 'system', label: 'as the system' },
  { choice: 'light', label: 'light' },
  { choice: 'dark', label: 'dark' },
] as const;

type ThemeChoice = (typeof themes)[number]['choice'];

/** The choice of the user, kept between sessions. */
export const themeChoice = signal<ThemeChoice>(
  themes.find(({ choice }) => choice === document.documentElement.dataset.theme)?.choice ?? 'system',
);

/** Sets the theme and remembers it. */
export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  if (choice === 'system') {
    localStorage.removeItem(THEME_ITEM);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(THEME_ITEM, choice);
    document.documentElement.dataset.theme = choice;
  }
}
