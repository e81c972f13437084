/** A part of a view that shows data of the API: a skeleton at first, the last known data while the service is away. */
import type { ComponentChildren, JSX } from 'preact';
import type { Resource } from '../data/resource.ts';
import { ProblemNote } from './problem-note.tsx';

interface LoadedProps<Data> {
  resource: Resource<Data>;
  /** Name of the data, for the message when loading fails: "the flows". */
  what: string;
  /** Height of the skeleton, so that the page does not jump. */
  height?: 'line' | 'card' | 'page';
  children: (data: Data) => ComponentChildren;
}

export function Loaded<Data>({ resource, what, height = 'card', children }: LoadedProps<Data>): JSX.Element {
  const { data, problem } = resource.state.value;
  return (
    <>
      {problem !== undefined && (
        <ProblemNote
          problem={problem}
          what={`Cannot ${data === undefined ? 'load' : 'refresh'} ${what}`}
          onRetry={resource.refresh}
        />
      )}
      {data !== undefined && children(data)}
      {data === undefined && problem === undefined && (
        <div class={`skeleton ${height}`} role="status">
          <span class="visually-hidden">Loading {what}</span>
        </div>
      )}
    </>
  );
}
