/** Connections of Asterisk to which calls can be streamed. */

/** A connection in `websocket_client.conf`. */
export interface StreamConnection {
  name: string;
  /** Its address, without a query. */
  url: string;
}

/** `ringflow` is the connection for events. */
const NAME = /^(?!ringflow$)[a-z][a-z0-9_-]{0,31}$/;

/** Reads `agent=wss://agent.example.com/calls`; undefined for anything else. A semicolon would begin a comment of Asterisk. */
export function parseStream(text: string): StreamConnection | undefined {
  const [, name = '', address = ''] = /^\s*([^=\s]+)=([^\s;?#]+)\s*$/.exec(text) ?? [];
  const url = URL.parse(address);
  const isUsable = url?.username === '' && (url.protocol === 'wss:' || url.protocol === 'ws:');
  return isUsable && NAME.test(name) ? { name, url: address } : undefined;
}

/** Renders the section of a connection. */
export function renderStream({ name, url }: StreamConnection): string {
  return `
; Audio of calls, opened for each stream.
[${name}]
type=websocket_client
connection_type=per_call_config
uri=${url}
protocols=media
connection_timeout=2000
${renderTls(url)}
`;
}

/** Renders the settings that depend on whether the connection is encrypted. */
export function renderTls(url: string): string {
  return url.startsWith('wss:') ? 'tls_enabled=yes\nca_list_path=/etc/ssl/certs' : 'tls_enabled=no';
}
