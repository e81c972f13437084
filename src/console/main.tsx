/** Starts the console. */
import { render } from 'preact';
import { App } from './app.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);
