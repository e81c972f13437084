import { indexSteps } from '../../../model/index.ts';
import { parseLanguage } from '../../../speech/index.ts';
import type { FlowRule } from '../flow-rule.ts';
import { listMenus } from '../questions.ts';
import { blankExpressions, findPieceSpan, groupSaidByStep, splitSentences, type Said } from './said.ts';

/**
 * Common purposes of keys, by the beginnings of the words for them in the languages of speech. Only words that leave no
 * doubt are listed; a sentence with the words of two topics, or with two keys, is not judged.
 */
const TOPICS: Readonly<Record<string, Partial<Record<string, string>>>> = {
  sales: {
    en: 'sales|buy|purchase',
    de: 'verkauf|kaufen',
    fr: 'vente|achet|achat',
    es: 'venta|comprar',
    it: 'vendit|compr|acquist',
    nl: 'verkoop|kopen',
    pt: 'venda|comprar',
  },
  workshop: {
    en: 'workshop|repair|garage',
    de: 'werkstatt|reparatur',
    fr: 'atelier|réparation',
    es: 'taller|reparaci',
    it: 'officina|riparazion',
    nl: 'werkplaats|reparatie',
    pt: 'oficina|repara',
  },
  billing: {
    en: 'billing|bill|invoice',
    de: 'rechnung|buchhaltung',
    fr: 'facture|facturation|comptabilit',
    es: 'factura|contabilidad',
    it: 'fattur|contabilit|amministrazione',
    nl: 'factu|boekhouding',
    pt: 'fatura|contabilidade',
  },
  appointment: {
    en: 'appointment',
    de: 'termin',
    fr: 'rendez-vous',
    es: 'cita',
    it: 'appuntament',
    nl: 'afspra',
    pt: 'marcaç|consulta',
  },
  prescription: {
    en: 'prescription',
    de: 'rezept',
    fr: 'ordonnance',
    es: 'receta',
    it: 'ricett',
    nl: 'recept',
    pt: 'receita',
  },
  emergency: {
    en: 'emergenc',
    de: 'notfall|notfäll|notdienst',
    fr: 'urgence',
    es: 'urgencia|emergencia',
    it: 'emergenz|urgenz',
    nl: 'spoed|noodgeval',
    pt: 'urgência|emergência',
  },
  complaint: {
    en: 'complain|complaint',
    de: 'beschwerde|reklamation',
    fr: 'réclamation|plainte',
    es: 'reclamaci|queja',
    it: 'reclam',
    nl: 'klacht',
    pt: 'reclamaç',
  },
  opening: {
    en: 'opening hours',
    de: 'öffnungszeit',
    fr: "heures d'ouverture|horaire",
    es: 'horario',
    it: 'orari',
    nl: 'openingstijd',
    pt: 'horário',
  },
};

/** Reports menus in which two keys have exchanged purposes in two languages: the keys lead to the same steps in both. */
export const keysExchanged: FlowRule = {
  needsAll: true,
  check(draft, report) {
    if (draft.languages.length < 2) return;
    const steps = indexSteps(draft.graph);
    for (const { step } of listMenus(draft)) {
      const prompts = (groupSaidByStep(draft).get(step.name) ?? []).filter(({ part }) => part === 'prompt');
      const targets = new Map(steps.get(step.name)?.edges.map(({ outcome, to }) => [outcome, to]));
      const [first, ...others] = prompts.map(readTopics);
      for (const other of others) {
        const pair = first === undefined ? undefined : findExchanged(first, other);
        const piece = other.said.pieces[0];
        if (pair === undefined || piece === undefined) continue;
        const [one, two] = pair;
        if (targets.has(one) && targets.get(one) === targets.get(two)) continue;
        report({
          code: 'key-leads-elsewhere',
          message: `the keys "${one}" and "${two}" of menu "${step.name}" are exchanged in "${other.said.language}": each leads there to what "${first?.said.language ?? ''}" offers with the other`,
          span: findPieceSpan(draft.document, piece),
          hint: 'exchange them in the text',
        });
      }
    }
  },
};

interface Topics {
  said: Said;
  /** Topic → key, for the topics that exactly one key has. */
  keys: ReadonlyMap<string, string>;
}

function readTopics(said: Said): Topics {
  const found = said.pieces.flatMap((piece) => {
    const tag = parseLanguage(piece.language ?? said.language);
    const announced = piece.keys.listAnnounced();
    return splitSentences(blankExpressions(piece.text)).flatMap(({ text, start }) => {
      const [only, ...more] = announced.filter(
        (one) => one.start >= start && one.start < start + text.length,
      );
      const topics = only === undefined ? [] : findTopics(text, tag);
      if (only === undefined || more.length > 0) return [];
      return topics.map((topic) => ({ topic, key: only.key, isOnly: topics.length === 1 }));
    });
  });
  const byTopic = [...Map.groupBy(found, ({ topic }) => topic)];
  const clear = byTopic.flatMap(([topic, [only, ...more]]) =>
    only?.isOnly === true && more.length === 0 ? [[topic, only.key] as const] : [],
  );
  return { said, keys: new Map(clear) };
}

/** Returns the topics of a sentence. */
function findTopics(text: string, tag: string): string[] {
  const { pattern, names } = getTopicWords(tag);
  return [
    ...new Set(Array.from(text.matchAll(pattern), (found) => names[found.slice(1).findIndex(Boolean)] ?? '')),
  ];
}

/** A pattern with a group for each topic. */
interface TopicWords {
  pattern: RegExp;
  names: readonly string[];
}

const topicWords = new Map<string, TopicWords>();

function getTopicWords(tag: string): TopicWords {
  const found = topicWords.get(tag) ?? createTopicWords(tag);
  topicWords.set(tag, found);
  return found;
}

function createTopicWords(tag: string): TopicWords {
  const known = Object.entries(TOPICS).flatMap(([name, { [tag]: words }]) =>
    words === undefined ? [] : [{ name, words }],
  );
  const groups = known.length === 0 ? '(?!)' : known.map(({ words }) => `(${words})`).join('|');
  return { pattern: new RegExp(`(?<!\\p{L})(?:${groups})`, 'giu'), names: known.map(({ name }) => name) };
}

/** Returns two keys whose topics one language gives to each other. */
function findExchanged({ keys: first }: Topics, { keys: other }: Topics): [string, string] | undefined {
  for (const [topic, key] of first) {
    const there = other.get(topic);
    if (there === undefined || there === key) continue;
    const back = [...first].find(([name, one]) => one === there && other.get(name) === key);
    if (back !== undefined) return [key, there];
  }
  return undefined;
}
