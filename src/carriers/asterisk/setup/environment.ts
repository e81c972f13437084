/** The settings with which Ringflow uses an Asterisk, as lines of an environment file. */
import type { StreamConnection } from './streams.ts';

interface CarrierSettings {
  /** Name of the carrier. */
  name: string;
  /** Project whose calls it carries; absent: the default one. */
  project?: string;
  user: string;
  password: string;
  /** Token in the address of the event socket. */
  eventsToken: string;
  /** Asterisk's dial string for outbound calls, such as `PJSIP/{number}@trunk`. */
  dial: string;
  /** Folder for prompts, under the same path for Ringflow and for Asterisk. */
  prompts: string;
  streams?: readonly StreamConnection[];
}

/** Returns the name of the environment variable of a carrier's setting. */
export function toCarrierVariable(carrier: string, setting: string): string {
  return `RINGFLOW_CARRIER_${carrier}_${setting}`.toUpperCase().replaceAll('-', '_');
}

/** Renders the environment file. */
export function renderEnvironment(settings: CarrierSettings): string {
  const { name, project, user, password, eventsToken, dial, prompts, streams = [] } = settings;
  const pairs = streams.map((stream) => `${stream.name}=${stream.url}`).join(',');
  const values = {
    ...(project !== undefined && { PROJECT: project }),
    ...{ USER: user, PASSWORD: password, EVENTS_TOKEN: eventsToken, DIAL: dial, PROMPTS: prompts },
    ...(pairs !== '' && { STREAMS: pairs }),
  };
  const lines = Object.entries(values).map(
    ([setting, value]) => `${toCarrierVariable(name, setting)}='${value.replaceAll("'", String.raw`'\''`)}'`,
  );
  return `# Keep this file secret: whoever has the password controls every call.\n${lines.join('\n')}\n`;
}
