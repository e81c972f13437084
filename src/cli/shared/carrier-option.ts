/** The option `--carrier`, by which commands learn for which carriers flows are meant. */
import { InvalidArgumentError, Option } from 'commander';
import { carrierProfiles } from '../../carriers/index.ts';
import type { CarrierKind } from '../../carriers/index.ts';
import type { NamedCapabilities } from '../../language/model/index.ts';

const KINDS = Object.keys(carrierProfiles) as CarrierKind[];

/** Flags of a command with `--carrier`. */
export interface CarrierFlags {
  carrier?: CarrierKind[];
}

/** Creates the option that names carriers to check against. */
export function createCarrierOption(): Option {
  return new Option(
    '--carrier <kind>',
    `kind of carrier, ${KINDS.join(' or ')}; repeat it for several (default: platform)`,
  ).argParser(addCarrier);
}

function addCarrier(kind: string, carriers: CarrierKind[] = []): CarrierKind[] {
  const known = KINDS.find((one) => one === kind);
  if (known === undefined) throw new InvalidArgumentError(`Expected ${KINDS.join(' or ')}.`);
  return carriers.includes(known) ? carriers : [...carriers, known];
}

/** Returns what the named carriers can do; undefined if none is named. */
export function toCapabilities({ carrier }: CarrierFlags): NamedCapabilities[] | undefined {
  if (carrier === undefined) return undefined;
  return carrier.map((name) => ({ name, capabilities: carrierProfiles[name] }));
}
