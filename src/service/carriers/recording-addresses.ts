/** Addresses of recordings at the management API, as flows, traces and CDRs hold them. Whoever opens one signs in. */
import { callOfCommand, commandId } from '../../call/index.ts';
import type { CommandId } from '../../call/index.ts';

const ADDRESS = /^\/api\/v1\/projects\/[^/]+\/calls\/([^/]+)\/recordings\/(\d{1,9})$/;

interface RecordingAddresses {
  render(recording: CommandId): string;
  parse(url: string): CommandId | undefined;
}

/** Creates the addresses of one project below the address of the service. */
export function createRecordingAddresses(address: { base: string }, project: string): RecordingAddresses {
  return {
    render(recording) {
      const { call = '', number = 0 } = callOfCommand(recording) ?? {};
      return `${address.base}/api/v1/projects/${project}/calls/${encodeURIComponent(call)}/recordings/${number}`;
    },
    parse(url) {
      if (!URL.canParse(url) || !url.startsWith(`${address.base}/`)) return undefined;
      const [, call, number] =
        ADDRESS.exec(new URL(url).pathname.slice(toPathname(address.base).length)) ?? [];
      if (call === undefined) return undefined;
      const parsed = callOfCommand(`${decodeURIComponent(call)}.${number ?? ''}`);
      return parsed && commandId(parsed.call, parsed.number);
    },
  };
}

/** Returns the path of a base address, without its last slash. */
function toPathname(base: string): string {
  return new URL(base).pathname.replace(/\/$/, '');
}
