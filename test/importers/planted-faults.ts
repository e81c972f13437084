/** Plants faults in the imported cases of a system, and says how many of them the comparison sees. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { noAnswers, systems } from '../../src/importers/index.ts';
import type { SystemId } from '../../src/importers/index.ts';
import { Project } from '../../src/importers/project/index.ts';
import { readSource } from '../../src/importers/reading/index.ts';
import { countSeenFaults } from './check-faults.ts';
import type { FaultCount } from './check-faults.ts';
import type { PlantedFault } from './plant-faults.ts';
import { readCase } from './run-cases.ts';

interface Plan {
  /** Maximum number of faults in a case. */
  most: number;
  paths: number;
  /** Cases whose calls end at a step to be written, behind which nothing is compared. */
  stubbed?: readonly string[];
  /** Long cases, most of whose steps lie behind more moves than are compared. */
  long: readonly string[];
  /** Faults that make no difference to anybody, with the reason. */
  harmless?: Readonly<Record<string, string>>;
  /** True for a fault that no compared path can show. */
  isOutside?: (fault: PlantedFault) => boolean;
}

const BEHIND_STUB = 'The way leads to a step to be written, behind which nothing is compared.';

const plans: Readonly<Record<SystemId, Plan>> = {
  studio: {
    most: 7,
    paths: 3_500,
    stubbed: ['stubs', 'behind-stubs', 'unanswered-message'],
    long: ['water-utility', 'hotel', 'school-absence'],
  },
  connect: {
    most: 5,
    paths: 3_000,
    stubbed: ['agent', 'names-of-the-old-export', 'oldest-export', 'other-parameter-names'],
    long: ['insurance', 'garage'],
    harmless: {
      'assistant: ask_bot.menu.choices.1.phrases changed': BEHIND_STUB,
      'assistant: visit.say changed': BEHIND_STUB,
      'number-to-call: silent.switch.cases.Timeout to another step': 'The number was checked before.',
      'customer-lookup: find_customer.http.save.external_news changed':
        'The next request overwrites it before it is read.',
      'old-reception: loop_done.set.rounds one more': 'The call ends before the loop begins anew.',
      'third-party: again_done.set.rounds_of_again one more': 'The call ends before the loop begins anew.',
      'old-survey: check_stored_customer_input.next to another step':
        'One of the conditions holds for every digit.',
      'main-line: identify.run.with.queue changed': 'The module sets it on the only way on which it is read.',
    },
  },
  swml: {
    most: 6,
    paths: 2_500,
    stubbed: ['without-counterpart', 'night-line'],
    long: ['parcel-service', 'vet'],
    harmless: {
      'messages: request_2_failed.set.request_result changed': 'The result is only compared with "success".',
      'sounds: connect_record.on.not_bridged leads elsewhere': 'It begins only when two are connected.',
    },
  },
  freeswitch: {
    most: 8,
    paths: 2_500,
    stubbed: [
      'one-answer',
      'dialled-unknown',
      'dialled-each',
      'dial-codes',
      'numbers-like-keys',
      'meaningless-names',
    ],
    long: ['clinic', 'city-hall'],
    harmless: {
      'night: night.menu.extension.pattern changed':
        'Three digits fit no key either, so they are wrong, too.',
      'reception: reception.menu.extension.digits.max one more':
        'The pattern takes four digits, whatever the most is.',
      'library: library_entered.switch.1.goto leads elsewhere': BEHIND_STUB,
    },
  },
  voicexml: {
    most: 5,
    paths: 3_000,
    stubbed: [
      'stubs',
      'submit',
      'other-documents',
      'order-status',
      'platform-extensions',
      'subdialog-elsewhere',
    ],
    long: ['library', 'cinema'],
    isOutside: isBeyondDepth,
    harmless: {
      'main: say_thank_you.next leads elsewhere':
        'After the last item nothing is left to visit: the call ends there as well.',
      'main: walk_next.switch.2.goto leads elsewhere': 'Every way to this item names it.',
      'bakery: order_next_2.switch.0.goto leads elsewhere':
        'The handler before it has answered the question.',
      'bakery: bread_again.menu.choices.1.goto leads elsewhere':
        'No call asks again: the handler before it has answered the question.',
      'pin-ask: pin.collect.terminator lost': 'All four digits are needed.',
    },
  },
  architect: {
    most: 6,
    paths: 2_500,
    stubbed: ['left-to-do', 'branches-as-lists', 'unanswered-hours'],
    long: ['bank'],
    isOutside: ({ what }) => what.startsWith('on_error'),
    harmless: {
      'library: greeting.say.ssml changed': 'Only a silence becomes longer, and times are not compared.',
      'library: ask_card.on.exhausted leads elsewhere':
        'Without a card no condition holds, and nothing is said until the end.',
      'library: staff_line.say in another order':
        'Only its silence changes its place, and times are not compared.',
      'library: never.next leads elsewhere': 'Its condition never holds, in the original as well.',
    },
  },
};

/** A question that is asked for ever ends after twenty attempts: no compared path is so long. */
function isBeyondDepth({ what, draft }: PlantedFault): boolean {
  const [, step = '', outcome = ''] = /^(\w+)\.on\.(exhausted|silent) /.exec(what) ?? [];
  const { menu, collect } = draft.flow.steps[step] ?? {};
  return (outcome !== '' && (menu ?? collect)?.attempts === 20) || what.endsWith('.attempts one more');
}

/** Counts the faults of a system; `isRaw`: with those that no comparison can see, or none of this length. */
export function countPlantedFaults(id: SystemId, isRaw = false): FaultCount {
  const { most, paths, stubbed = [], long, harmless = {}, isOutside } = plans[id];
  const system = systems.find((one) => one.id === id);
  if (system === undefined) throw new Error(id);
  const root = join(import.meta.dirname, id, 'cases');
  const counts = readdirSync(root)
    .filter((name) => isRaw || ![...long, ...stubbed].includes(name))
    .map((name) => {
      const { files, answers } = readCase(join(root, name));
      const sources = files.map(readSource).filter((source) => 'root' in source);
      const project = new Project({ ...noAnswers, ...answers });
      const limits = { most, paths, ...(isOutside !== undefined && !isRaw && { isOutside }) };
      return countSeenFaults(system.translate(sources, project), project.settings, limits);
    });
  const unseen = counts.flatMap((count) => count.unseen);
  return {
    planted: counts.reduce((sum, count) => sum + count.planted, 0),
    unseen: isRaw ? unseen : unseen.filter((fault) => !Object.hasOwn(harmless, fault)),
  };
}
