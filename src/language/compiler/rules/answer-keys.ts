import { indexSteps } from '../../model/index.ts';
import type { ConnectStep, VoicemailStep } from '../../../../schemas/types/flow.ts';
import { findKeyedLength, findTerminator } from '../verbs/parts/collected.ts';
import { NO, YES } from '../verbs/parts/confirmation.ts';
import { findMessageEnd } from '../verbs/voicemail.ts';
import type { Path } from '../read/document.ts';
import type { FlowDraft } from '../types.ts';
import { quoteAlternatives } from '../read/words.ts';
import type { FlowRule } from './flow-rule.ts';
import { reportKeysNotOffered, type Offer } from './keys-not-offered.ts';
import { listCollects, listMapSteps, listTextPaths, takesDecimals, type Collect } from './questions.ts';
import { readFlowSpeech, type Piece } from './spoken.ts';
import { phrase } from '../../speech/index.ts';

/** Reports prompts of a collect, its confirmation, a message or a bridge that announce keys without a meaning there. */
export const answerKeys: FlowRule = {
  needsAll: false,
  check(draft, report) {
    const { document } = draft;
    const speech = readFlowSpeech(draft);
    const reported = new Set<Piece>();
    for (const { paths, offer } of [
      ...listCollectAnnouncements(draft),
      ...listConfirmations(draft),
      ...listMailboxAnnouncements(draft),
      ...listBridgeAnnouncements(draft),
    ]) {
      const pieces = speech.languages.flatMap((language) =>
        paths.flatMap((path) => speech.readPieces(path, language)),
      );
      for (const piece of pieces) {
        if (!reported.has(piece) && !OTHERS_MENU.test(piece.text))
          reportKeysNotOffered(piece, { offer, document }, report);
        reported.add(piece);
      }
    }
  },
};

/** Words for the menu of the party that is rung next. */
const OTHERS_MENU = phrase(
  String.raw`(?:their|its) (?:\p{L}+ )?menu|(?:dessen|deren) (?:\p{L}+)?menü|(?:son|leur) menu|su menú|(?:suo|loro) menu|(?:zijn|haar|hun) (?:keuze)?menu|menu (?:deles|dele|dela|delas)`,
);

/** Texts, and the keys that have a meaning while they are heard. */
interface Announcement {
  paths: Path[];
  offer: Offer;
}

function listCollectAnnouncements(draft: FlowDraft): Announcement[] {
  return listCollects(draft).map((collect) => ({
    paths: listTextPaths(collect),
    offer: buildCollectOffer(collect, draft),
  }));
}

/**
 * Returns the keys of a collect. Digits count as single keys only when all announced ones together are shorter than
 * an answer.
 */
function buildCollectOffer({ step, body }: Collect, draft: FlowDraft): Offer {
  const least = findKeyedLength(body)?.min ?? (body.type === 'text' ? Infinity : 1);
  const hasPoint = takesDecimals(body, draft);
  const end = findTerminator(body);
  const keys = [...(end === undefined ? [] : [end]), ...draft.alwaysKeys.map(({ key }) => key)];
  const offer = buildKeyOffer(keys, `step "${step.name}"`);
  const mayEnd = end === undefined && body.type !== 'text';
  const answers =
    body.type === 'text' ? 'listens to speech' : `collects ${least > 1 ? `at least ${least} ` : ''}digits`;
  return {
    ...offer,
    description: keys.length === 0 ? `step "${step.name}" ${answers}` : offer.description,
    has(key, announced) {
      if (offer.has(key, announced) || (hasPoint && key === '*')) return true;
      return /^\d+$/.test(key) && announced.filter((one) => /^\d+$/.test(one)).join('').length >= least;
    },
    advise: (key) =>
      mayEnd && /^[*#]$/.test(key) ? `write terminator: '${key}', or correct the text` : undefined,
  };
}

function listConfirmations(draft: FlowDraft): Announcement[] {
  const keys = [YES, NO, ...draft.alwaysKeys.map(({ key }) => key)];
  return listCollects(draft).map(({ step, path }) => ({
    paths: [[...path, 'confirm', 'prompt']],
    offer: buildKeyOffer(keys, `the confirmation of step "${step.name}"`),
  }));
}

/** Lists the prompts of messages and what is said before them. Several digits may belong to a number to dial. */
function listMailboxAnnouncements(draft: FlowDraft): Announcement[] {
  const mailboxes = listMapSteps<VoicemailStep>(draft, 'voicemail').map(({ step, body, path }) => {
    const end = findMessageEnd(body);
    const keys = [
      ...(end === undefined || end === 'any' ? [] : [end]),
      ...draft.alwaysKeys.map(({ key }) => key),
    ];
    const offer = buildKeyOffer(keys, `step "${step.name}"`);
    const isAnnounced = (key: string, announced: readonly string[]): boolean =>
      end === 'any' || (/^\d+$/.test(key) && announced.length > 1) || offer.has(key, announced);
    const advise = (key: string): string | undefined =>
      /^[*#]$/.test(key) ? `write terminator: '${key}', or correct the text` : undefined;
    return { step, path, offer: { ...offer, has: isAnnounced, advise } };
  });
  const asked = mailboxes.map(({ path, offer }) => ({ paths: [[...path, 'prompt']], offer }));
  const offers = new Map(mailboxes.map(({ step, offer }) => [step.name, offer]));
  return [...asked, ...listSaidBefore(draft, offers)];
}

function listBridgeAnnouncements(draft: FlowDraft): Announcement[] {
  const bridges = listMapSteps<ConnectStep>(draft, 'connect').flatMap(({ step, body: { keys } }) =>
    keys === undefined ? [] : [[step.name, buildKeyOffer(Object.keys(keys), `step "${step.name}"`)] as const],
  );
  return listSaidBefore(draft, new Map(bridges));
}

/** Lists the announcements that lead straight to one of these steps. */
function listSaidBefore(draft: FlowDraft, offers: ReadonlyMap<string, Offer>): Announcement[] {
  const drawn = indexSteps(draft.graph);
  return draft.steps.flatMap(({ name, content }) => {
    const next = drawn.get(name)?.edges.find(({ failure }) => !failure)?.to ?? '';
    const offer = offers.get(next);
    const verb = content?.verb.name;
    return offer === undefined || verb !== 'say' ? [] : [{ paths: [['steps', name, verb]], offer }];
  });
}

/** Accepts the keys and their parts, since "star and 2" names two keys in words. Longer keys mean something else. */
function buildKeyOffer(keys: readonly string[], where: string): Offer {
  const longest = Math.max(1, ...keys.map(({ length }) => length));
  return {
    has: (name) => name.length > longest || keys.some((key) => key.includes(name)),
    description:
      keys.length === 0
        ? `${where} accepts no keys`
        : `${where} accepts ${quoteAlternatives([...new Set(keys)])}`,
  };
}
