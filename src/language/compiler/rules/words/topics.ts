/** Finds what a text is about, among the common purposes of calls. */
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
  reservation: {
    en: 'reservation|reserve|booking|book a|book your',
    de: 'reservier|buchen|buchung',
    fr: 'réserv',
    es: 'reserva',
    it: 'prenota',
    nl: 'reserver|boeking',
    pt: 'reserva',
  },
  cancellation: {
    en: 'cancel',
    de: 'absag|storn|abbestell',
    fr: 'annul',
    es: 'cancel|anul',
    it: 'annull|disdi|cancell',
    nl: 'annul',
    pt: 'cancel|desmarc',
  },
  confirmation: {
    en: 'confirm',
    de: 'bestätig',
    fr: 'confirm',
    es: 'confirm',
    it: 'conferm',
    nl: 'bevestig',
    pt: 'confirm',
  },
  delivery: {
    en: 'deliver|shipping|parcel',
    de: 'lieferung|liefern|paket',
    fr: 'livraison|colis',
    es: 'entrega|envío|paquete',
    it: 'consegn|spedizion|pacco',
    nl: 'levering|bezorg|pakket',
    pt: 'entrega|encomenda',
  },
  fault: {
    en: 'fault|outage|breakdown',
    de: 'störung|panne|defekt',
    fr: 'panne|dérangement',
    es: 'avería',
    it: 'guasto|guasti',
    nl: 'storing|pech',
    pt: 'avaria',
  },
};

/** Returns the topics of a text in the language of a tag, such as `en`. */
export function findTopics(text: string, tag: string): string[] {
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
