/** A phone at the emulator, for tests of the console. */
import { until } from '../../engine/until.ts';
import type { ConsoleScene } from './scene.ts';

export const deskNumber = '+12025550100';

export interface Phone {
  /** Calls the number of the flow; returns what the caller can do. */
  call: (from: string) => Caller;
}

export interface Caller {
  /** Presses keys once the flow listens. */
  press: (keys: string) => Promise<void>;
  hangUp: () => void;
}

/** Gives the emulator a number whose calls go to the default flow of the service. */
export function openPhone({ emulator, service }: ConsoleScene): Phone {
  emulator.act(({ control }) => {
    control.setNumber(deskNumber, { webhook: service.hookUrl, label: 'desk' });
  });
  return {
    call: (from) => {
      const id = emulator.act((model, now) => model.people.ring({ from, to: deskNumber }, now));
      if (id === undefined) throw new Error(`the emulator does not take calls from ${from}`);
      return {
        press: async (keys) => {
          await until(() => emulator.act(({ control }) => control.call(id)?.listens));
          emulator.act((model, now) => model.people.press(id, keys, now));
        },
        hangUp: () => void emulator.act((model, now) => model.people.hangUp(id, now)),
      };
    },
  };
}
