/** The emulator's own page, which needs no service. */
import { render } from 'preact';
import { Logo } from '../shell/logo.tsx';
import { Desk, DeskSettings, useEmulator } from './desk.tsx';

function EmulatorPage() {
  const feed = useEmulator('./');
  return (
    <>
      <header class="top">
        <Logo />
        <h1>Emulator</h1>
        <div class="actions">
          <DeskSettings feed={feed} />
        </div>
      </header>
      <main class="page">
        <Desk feed={feed} />
      </main>
    </>
  );
}

const root = document.querySelector('#app');
if (root !== null) render(<EmulatorPage />, root);
