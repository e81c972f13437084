/** Views that are loaded when they are first shown, and what is shown when that fails. */
import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { useEffect } from 'preact/hooks';
import { Page } from '../shell/page.tsx';

/** Returns a view that is loaded when it is first shown. */
export function lazyView<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(() => load().catch(() => Unloaded));
}

/** Interval at which the service is asked for the page again, ms. */
const RETRY_MS = 2_000;

/** A view that could not be loaded. A page loads a file once, so another attempt takes a new page. */
function Unloaded() {
  useEffect(() => {
    const timer = setInterval(() => void reloadIfReachable(), RETRY_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <Page title="Not loaded">
      <p class="card body" role="alert">
        This view could not be loaded from the service. It is loaded when the service is back.
      </p>
      <button
        type="button"
        class="button"
        onClick={() => {
          location.reload();
        }}
      >
        Load now
      </button>
    </Page>
  );
}

async function reloadIfReachable(): Promise<void> {
  const response = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(
    () => undefined,
  );
  if (response?.ok === true) location.reload();
}
