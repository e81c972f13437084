/** The console: the sign-in, then the views of a project. */
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider } from 'preact-iso';
import { asProblem } from './api/problem.ts';
import type { ApiProblem } from './api/problem.ts';
import { hasStoredKey, principal, resumeSession } from './session/session.ts';
import { SignIn } from './session/sign-in.tsx';
import { completeOidcSignIn, isOidcReturn } from './session/oidc.ts';
import { Logo } from './shell/logo.tsx';
import { Views } from './views/views.tsx';
import { ProblemNote } from './ui/problem-note.tsx';

/** Shows the sign-in until somebody is signed in. */
export function App() {
  const [resuming, setResuming] = useState<'running' | ApiProblem | undefined>(
    hasStoredKey() || isOidcReturn() ? 'running' : undefined,
  );
  const resume = () => {
    setResuming('running');
    const attempt = isOidcReturn() ? completeOidcSignIn() : resumeSession();
    attempt.then(
      () => {
        setResuming(undefined);
      },
      (error: unknown) => {
        const problem = asProblem(error);
        setResuming(problem.status === 401 ? undefined : problem);
      },
    );
  };
  useEffect(() => {
    if (resuming === 'running') resume();
  }, []);
  if (principal.value !== undefined)
    return (
      <LocationProvider scope="/console">
        <Views />
      </LocationProvider>
    );
  if (resuming === 'running') return <div class="sign-in" aria-busy="true" />;
  if (resuming !== undefined)
    return (
      <main class="sign-in">
        <Logo />
        <h1>Sign in</h1>
        <ProblemNote problem={resuming} onRetry={resume} />
      </main>
    );
  return <SignIn />;
}
