/** The option `--carrier`, by which commands learn for which carriers flows are meant. */
import { InvalidArgumentError, Option } from 'commander';
import { carrierProfiles } from '../../carriers/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import { joinList } from '../../language/text/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';

const KINDS = Object.keys(carrierProfiles) as CarrierKind[];
const NAMED = joinList(KINDS, 'or');

/** Flags of a command with `--carrier`. */
export interface CarrierFlags {
  carrier?: CarrierKind[];
}

/** Creates the option that names carriers to check against. */
export function createCarrierOption(): Option {
  return new Option(
    '--carrier <kind>',
    `kind of carrier, ${NAMED}; repeat it for several (default: platform)`,
  ).argParser(addCarrier);
}

/** Flags of a command that simulates calls. */
export interface LineFlags {
  carrier?: CarrierKind;
}

/** Creates the option that names the carrier of simulated calls. */
export function createLineOption(): Option {
  return new Option(
    '--carrier <kind>',
    'kind of carrier of the simulated calls: what it cannot do is refused (default: platform)',
  ).choices(KINDS);
}

/** Returns the kind that an option names; undefined when it names none, such as the address of a carrier. */
export function findCarrierKind(text: unknown): CarrierKind | undefined {
  return KINDS.find((kind) => kind === text);
}

/** Returns the carrier to check flows against; undefined if none is named. */
export function toLineCapabilities({ carrier }: LineFlags): NamedCapabilities[] | undefined {
  return toCapabilities(carrier === undefined ? {} : { carrier: [carrier] });
}

function addCarrier(kind: string, carriers: CarrierKind[] = []): CarrierKind[] {
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new InvalidArgumentError(`Expected ${NAMED}.`);
  return carriers.includes(known) ? carriers : [...carriers, known];
}

/** Returns what the named carriers can do; undefined if none is named. */
export function toCapabilities({ carrier }: CarrierFlags): NamedCapabilities[] | undefined {
  if (carrier === undefined) return undefined;
  return carrier.map((name) => ({ name, capabilities: carrierProfiles[name] }));
}
