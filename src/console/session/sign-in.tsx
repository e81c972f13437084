/** The sign-in: with a key, at the identity provider, or at once where the service runs on this machine for development. */
import { useEffect, useId, useState } from 'preact/hooks';
import { asProblem } from '../api/problem.ts';
import type { ApiProblem } from '../api/problem.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { Logo } from '../shell/logo.tsx';
import { startOidcSignIn } from './oidc.ts';
import { ending, signIn, signInWithKey } from './session.ts';
import { readSignInOptions, requestLocalKey } from './sign-in-options.ts';
import type { SignInOptions } from './sign-in-options.ts';

const ENDINGS = {
  left: 'You have signed out.',
  key_refused: 'The service no longer accepts your key. Text that was not saved is kept in this browser.',
  expired: 'Your sign-in has expired. Text that was not saved is kept in this browser.',
};

export function SignIn() {
  const [options, setOptions] = useState<SignInOptions | undefined>();
  const [problem, setProblem] = useState<ApiProblem | undefined>();
  const [isBusy, setBusy] = useState(false);

  const attempt = (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    work()
      .catch((error: unknown) => {
        setProblem(asProblem(error));
      })
      .finally(() => {
        setBusy(false);
      });
  };
  const begin = () => {
    attempt(async () => {
      const offered = await readSignInOptions();
      setOptions(offered);
      if (offered.isLocal === true && (ending.value === undefined || ending.value === 'expired'))
        await signInHere();
    });
  };
  useEffect(begin, []);

  return (
    <main class="sign-in">
      <Logo />
      <h1>Sign in</h1>
      {problem !== undefined && (
        <ProblemNote problem={problem} {...(options === undefined && { onRetry: begin })} />
      )}
      {ending.value !== undefined && <p role="status">{ENDINGS[ending.value]}</p>}
      {options?.isLocal === true && (
        <button
          type="button"
          class="button primary"
          disabled={isBusy}
          onClick={() => {
            attempt(signInHere);
          }}
        >
          Sign in on this machine
        </button>
      )}
      {options?.oidc !== undefined && (
        <OidcButton provider={options.oidc} isBusy={isBusy} attempt={attempt} />
      )}
      {options !== undefined && (
        <KeyForm
          isBusy={isBusy}
          onKey={(key) => {
            attempt(() => signInWithKey(key));
          }}
        />
      )}
    </main>
  );
}

/** Signs in at a service of this machine, which hands out a key. Throws an `ApiProblem`. */
async function signInHere(): Promise<void> {
  await signIn(await requestLocalKey());
}

interface OidcButtonProps {
  provider: NonNullable<SignInOptions['oidc']>;
  isBusy: boolean;
  attempt: (work: () => Promise<unknown>) => void;
}

function OidcButton({ provider, isBusy, attempt }: OidcButtonProps) {
  return (
    <button
      type="button"
      class="button primary"
      disabled={isBusy}
      onClick={() => {
        attempt(() => startOidcSignIn(provider));
      }}
    >
      Sign in at {new URL(provider.issuer).host}
    </button>
  );
}

function KeyForm({ isBusy, onKey }: { isBusy: boolean; onKey: (key: string) => void }) {
  const id = useId();
  const [key, setKey] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    onKey(key.trim());
  };
  return (
    <form class="column" onSubmit={submit}>
      <div class="field">
        <label for={id}>API key</label>
        <input
          id={id}
          class="input"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={key}
          onInput={({ currentTarget }) => {
            setKey(currentTarget.value);
          }}
        />
        <span class="hint">
          Kept until this tab is closed. Create one with <code>ringflow keys create</code>.
        </span>
      </div>
      <div>
        <button type="submit" class="button" disabled={isBusy}>
          Sign in with key
        </button>
      </div>
    </form>
  );
}
