/** Paths and queries of requests. */

/** Unreserved characters that are escaped needlessly. */
const needlesslyEscaped = /%(2[DE]|3\d|[46][1-9A-F]|[57][\dA]|5F|7E)/gi;

/** Decodes needless escapes in the path (RFC 3986 6.2.2.2). */
export function normalizePath(path: string): string {
  const [pathname = ''] = path.split('?', 1);
  if (!pathname.includes('%')) return path;
  return (
    pathname.replaceAll(needlesslyEscaped, (escaped) => decodeURIComponent(escaped)) +
    path.slice(pathname.length)
  );
}

/** Returns the path without its query and trailing slash. */
export function getPathname(path: string): string {
  const [withoutQuery = ''] = path.split('?', 1);
  return withoutQuery.replace(/\/$/, '');
}

/** Returns the parameters of a path's query. */
export function parseQuery(path: string): URLSearchParams {
  const at = path.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : path.slice(at + 1));
}
