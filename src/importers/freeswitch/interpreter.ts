/** The call of a menu as one side of a comparison. */
import type { Side, Start, Turn } from '../../verification/compare/index.ts';
import type { State } from './frames.ts';
import { MenuCall } from './menu-call.ts';
import type { Outermost } from './menu-call.ts';
import type { Menus } from './model.ts';
import type { Outside } from './outside.ts';

const START: Start = {
  direction: 'inbound',
  at: Date.UTC(2026, 0, 5, 10),
  remote: '+15550190001',
  own: '+15550190002',
  params: {},
};

/** Creates the call of a menu. */
export function interpretMenu(menus: Menus, outermost: Outermost, outside: Outside): Side<State> {
  const run = (state: State, change: (call: MenuCall) => void): Turn<State> => {
    const call = new MenuCall(state, { menus, outside, outermost });
    change(call);
    call.run();
    return call.finish();
  };
  return {
    starts: () => [START],
    begin: (start) =>
      run({ start, frames: [], isFalling: false, isOver: false }, (call) => {
        const { menu, root, isNested } = outermost;
        call.enter({ menu, root, depth: isNested ? 2 : 1 });
      }),
    move: (state, move) =>
      run(state, (call) => {
        call.take(move);
      }),
  };
}
