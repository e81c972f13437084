/** The frame of a view: its title, tabs and actions above its content. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface PageProps {
  title: string;
  /** Links to what the view belongs to, before the title. */
  path?: readonly { href: string; label: string }[];
  tabs?: ComponentChildren;
  actions?: ComponentChildren;
  /** True when the content reaches the edges. */
  flush?: boolean;
  children: ComponentChildren;
}

/** Renders the frame and moves the focus to the title, so that a new view is announced. */
export function Page({ title, path = [], tabs, actions, flush = false, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ringflow`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <>
      <header class="top">
        <div class="row">
          {path.map(({ href, label }) => (
            <span key={href} class="path">
              <a href={href}>{label}</a> /
            </span>
          ))}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {tabs}
        <div class="actions">{actions}</div>
      </header>
      <div class={flush ? 'page flush' : 'page'}>{children}</div>
    </>
  );
}
