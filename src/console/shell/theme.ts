/** Light or dark: as the system says until the user chooses. */
import { effect, signal } from '@preact/signals';

type ThemeChoice = 'system' | 'light' | 'dark';

const THEME_ITEM = 'ringflow.theme';

/** The choice of the user, kept between sessions. */
export const themeChoice = signal<ThemeChoice>(readChoice());

const isSystemDark = signal(false);

/** Keeps the page's theme as chosen. */
export function applyTheme(): void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  isSystemDark.value = query.matches;
  query.addEventListener('change', ({ matches }) => {
    isSystemDark.value = matches;
  });
  effect(() => {
    const system = isSystemDark.value ? 'dark' : 'light';
    document.documentElement.dataset.theme = themeChoice.value === 'system' ? system : themeChoice.value;
  });
}

/** Sets the theme and remembers it. */
export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  localStorage.setItem(THEME_ITEM, choice);
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(THEME_ITEM);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
