/**
 * The words in which texts tell how a step has ended, in the languages whose words the rules know. A pattern holds those
 * of all languages: none means something else in another.
 */
import { phrase } from '../../../speech/index.ts';

/** News that a text may bring. */
export type News =
  | 'outage'
  | 'unknown'
  | 'taken'
  | 'busy'
  | 'noAnswer'
  | 'holiday'
  | 'closed'
  | 'opening'
  | 'notHeard'
  | 'notFitting';

export const newsPatterns: Readonly<Record<News, RegExp>> = {
  outage: phrase(
    [
      String.raw`(?:systems?|service|server|computers?|database)(?! hours)[^.!?]{0,40}(?:not (?:available|reachable|responding|working|possible)|unavailable|is down|are down|cannot be reached|out of order|does not (?:answer|respond|work))`,
      String.raw`(?:i|we) (?:cannot|can't|can not) (?:look|check|see|access|open|get) [^.!?]{0,40}(?:right now|at the moment|just now|at present)`,
      String.raw`kann (?:ich )?[^.!?]{0,40}(?:gerade|momentan|zurzeit|im moment) nicht (?:\p{L}+ )?(?:abrufen|nachsehen|einsehen|prüfen|aufrufen)`,
      String.raw`technical (?:problems?|faults?|difficult\p{L}*|errors?|reasons?)`,
      String.raw`(?:\p{L}*system|\p{L}*dienst|\p{L}*server|\p{L}*service|\p{L}*auskunft|systeem)[^.!?]{0,40}(?:nicht (?:erreichbar|verfügbar|möglich)|gestört|ausgefallen|niet (?:bereikbaar|beschikbaar|mogelijk))`,
      String.raw`technische\p{L}* (?:störung|problem\p{L}*|fehler|gr[uü]nd\p{L}*|storing|fout)|technisch probleem`,
      String.raw`(?:système|service|serveur)[^.!?]{0,40}(?:indisponible|pas (?:disponible|joignable|accessible))|(?:problème|incident) technique|en panne`,
      String.raw`(?:sistema|servicio|servizio|serviço)[^.!?]{0,40}(?:no (?:está )?(?:disponible|funciona)|non (?:è )?(?:disponibile|raggiungibile|funziona)|não (?:está )?(?:disponível|funciona)|indisponível)`,
      String.raw`(?:problemas?|fallo) técnicos?|problem[ai] tecnic[oi]`,
      String.raw`no information|kein\p{L}* (?:auskunft|angaben?|information\p{L}*)|(?:pas|aucune) (?:d')?informations?|geen informatie|ninguna información|nessuna informazione|nenhuma informação`,
    ].join('|'),
  ),
  unknown: phrase(
    [
      String.raw`(?:we|i) (?:have|find|found|know|could find|can find) no(?! (?:confirmation|answer|reply|connection))`,
      String.raw`(?:do not|don't|could not|cannot|can't|did not) (?:know|find|recogni[sz]e)(?! (?:whether|if|when|why))|(?:not known|unknown|not found|does not exist|no such)`,
      String.raw`there is no [^.!?]{0,30}(?:with|under|for) (?:this|that)`,
      String.raw`do(?:es)? not (?:match|belong together)|stimm(?:en|t) nicht überein|passen nicht zu(?:sammen|einander)|ne correspond(?:ent)? pas|no coinciden?|non corrispond\p{L}*|kom(?:en|t) niet overeen|h(?:oren|oort) niet bij (?:elkaar|deze|dit)|gehör(?:en|t) nicht zu(?:sammen|einander)|ne vont pas ensemble|não correspondem?|stämmer inte överens`,
      String.raw`kein(?:e|en|em|er)? [^.!?]{0,40}(?:unter|mit|zu) (?:dieser|diesem)|kennen wir nicht|gibt es (?:bei uns |hier )?nicht|nicht (?:bekannt|gefunden|finden)|unbekannt\p{L}*`,
      String.raw`geen [^.!?]{0,40}(?:met|onder|bij) dit|niet (?:bekend|gevonden)|onbekend|bestaat niet|kennen (?:wij|we) niet`,
      String.raw`(?:aucun\p{L}*|pas de) [^.!?]{0,40}(?:avec|sous|à) ce\p{L}*|inconnue?s?|n'existe pas|introuvables?|pas (?:trouvée?s?|connue?s?)|(?:ne connaissons|n'avons) pas`,
      String.raw`no (?:tenemos|hay|encontramos|conocemos)[^.!?]{0,40}(?:con|bajo) (?:este|ese|esta)|no existe|no (?:la |lo |le )?(?:encontramos|conocemos)|desconocid[oa]`,
      String.raw`(?:nessun\p{L}*|non (?:abbiamo|troviamo|conosciamo))[^.!?]{0,40}con quest[oa]|non esiste|non risulta|non (?:la |lo )?(?:troviamo|trovo|conosciamo)|sconosciut[oa]`,
      String.raw`não (?:temos|encontr\p{L}*|conhecemos)[^.!?]{0,40}com es[st][ea]|não existe|desconhecid[oa]`,
    ].join('|'),
  ),
  taken: phrase(
    String.raw`no [^.!?]{1,30} (?:is|are) (?:free|available)|fully booked|sold out|ausgebucht|kein\p{L}* [^.!?]{1,30} frei|volgeboekt|uitverkocht|geen [^.!?]{1,30} vrij|complets?|plus de place|completo|agotad[oa]s?|no (?:hay|queda\p{L}*) [^.!?]{0,20}(?:libres?|plazas?)|esaurit[oaie]|esgotad[oa]s?|lotad[oa]s?|brak wolnych|nie ma wolnych|wyprzedan\p{L}*|fullbokad|fullbokade|fullbokat|slutsål\p{L}*|inga lediga`,
  ),
  busy: phrase(
    String.raw`(?:is|are|line|lines) (?:\p{L}+ )?(?:busy|engaged)|(?:is|are) (?:(?:all|now|currently|just) )?(?:helping|serving|with|speaking (?:to|with)) (?:an)?other \p{L}+|mit (?:einem )?anderen \p{L}+|(?:allemaal|allen|nu|even) (?:\p{L}+ ){0,4}bezig|en ligne avec (?:un|d['’])\s?autres? \p{L}+|atendiendo a otr[oa]s? \p{L}+|besetzt|belegt|occupée?s?|está (?:ocupad[oa]|comunicando)|occupat[oaie]|bezet|in gesprek|ocupad[oa]s?`,
  ),
  noAnswer: phrase(
    String.raw`(?:nobody|no one|no-one) (?:is|was|can|answer\p{L}*|picks? up)|(?:does not|doesn't|did not|didn't) (?:answer|pick up)|meldet sich nicht|antwort(?:et|en) (?:gerade |leider |zurzeit )?nicht|geht nicht (?:ran|ans)|hebt nicht ab|niemand|ne répond(?:ent)? pas|personne ne|no contestan?|nadie|non rispond\p{L}*|nessuno|neemt niet op|não atende|ninguém`,
  ),
  holiday: phrase(
    String.raw`(?:public |bank )?holidays?|feiertags?|betriebsferien|jours? fériés?|congés|(?:día )?festivos?|vacaciones|festiv[oi]|giorni? festiv[oi]|per (?:ferie|fest[ae])|feestdag(?:en)?|vakantie|feriados?|święt\p{L}*`,
  ),
  closed: phrase(
    String.raw`closed|open (?:again )?(?:from|on|at)|(?:opening|office) hours|geschlossen|geöffnet|öffnungszeiten|fermée?s?|ouverte?s?|cerrad[oa]s?|abiert[oa]s?|chius[oaie]|apert[oaie]|gesloten|geopend|fechad[oa]s?|abert[oa]s?`,
  ),
  opening: phrase(
    String.raw`open|geöffnet|ouvert\p{L}*|abiert\p{L}*|apert\p{L}*|geopend|abert\p{L}*|czynne|otwarte|öppet`,
  ),
  notHeard: phrase(
    String.raw`(?:did not|didn't|have not|haven't|could not|cannot|can't) hear|heard nothing|(?:have not|haven't|did not|didn't) (?:say|said|press|pressed|enter|entered) anything|nichts gehört|höre(?:n)? sie nicht|rien entendu|n'entends? (?:rien|pas)|no (?:he|hemos) oído|non (?:ho|abbiamo) sentito|niets gehoord|não (?:ouvi|ouvimos)`,
  ),
  notFitting: phrase(
    String.raw`(?<!something (?:is|went|has gone) )wrong|(?:not|isn't|aren't) correct|stimm(?:t|en)(?: leider)? nicht|pas (?:correcte?s?|exacte?s?)|no (?:es|son) correct[oa]s?|non (?:è|sono) corrett[oaie]|niet (?:juist|correct)|não (?:está|estão|é|são) corret[oa]s?|nieprawidłow\p{L}*|stämmer inte|(?:not|in)\s?valid|not (?:a valid|right|correct)|incorrect|(?:did not|didn't|could not) understand|too many|falsch\p{L}*|nicht richtig|ungültig\p{L}*|nicht verstanden|zu viele|incorrecte?s?|pas compris|trop de|erronée?s?|incorrect[oa]s?|no (?:he|hemos) entendido|demasiad[oa]s|sbagliat[oaie]|errat[oaie]|non (?:ho|abbiamo) capito|troppi|fout|onjuist|niet begrepen|te veel|errad[oa]s?|inválid[oa]s?`,
  ),
};

/** The news that something has been done. */
const DONE = phrase(
  [
    String.raw`(?:is|are|was|were|has been|have been) (?:now )?(?:booked|reserved|confirmed|cancel?led|ordered|registered|noted|saved|sent|changed|moved|recorded|received|placed|accepted|paid|activated|refunded|extended|renewed|submitted|forwarded|on (?:its|the|their) way)`,
    String.raw`(?<!(?:when|after|before|how) )(?:it|that|this|everything) is (?:now )?(?:done|settled|arranged)|all done|(?:ist|wäre|sind) (?:nun |jetzt |schon |damit )?(?:erledigt|geschafft)|hat geklappt|c'est (?:fait|noté|enregistré|réglé|confirmé)|(?:ya )?está hecho|(?:è|tutto) fatto|está feito|is (?:nu )?(?:geregeld|gelukt|gedaan|gebeurd)|gotowe|det är (?:klart|gjort)`,
    String.raw`we(?:'ve| have| will have)? (?:now )?(?:booked|reserved|noted|sent|ordered|received|cancel?led|registered|passed|written down)`,
    String.raw`(?:ist|sind|wurden?|haben)[^.!?]{0,60}(?:gebucht|reserviert|bestätigt|storniert|abgesagt|bestellt|notiert|vermerkt|aufgenommen|gespeichert|gesendet|geschickt|verschickt|geändert|verschoben|eingetragen|angemeldet|gemeldet|weitergegeben|erstattet|verlängert|übermittelt|unterwegs)`,
    String.raw`(?:is|zijn|hebben)[^.!?]{0,60}(?:geboekt|gereserveerd|bevestigd|geannuleerd|besteld|genoteerd|verstuurd|verzonden|gewijzigd|doorgegeven|onderweg|afgezegd|verlengd|terugbetaald|gemeld)`,
    String.raw`(?:est|sont|a été|ont été|avons)[^.!?]{0,60}(?:réservé|confirmé|annulé|commandé|noté|enregistré|envoyé|modifié|transmis|remboursé|prolongé|en route)(?:e|s|es)?`,
    String.raw`(?:está|están|ha sido|hemos|queda)[^.!?]{0,60}(?:reservad|confirmad|cancelad|anulad|pedid|anotad|registrad|enviad|cambiad|reembolsad|renovad|prorrogad)[oa]s?`,
    String.raw`(?:è|sono|abbiamo)[^.!?]{0,60}(?:prenotat|confermat|cancellat|annullat|ordinat|annotat|registrat|inviat|spedit|cambiat|spostat|rimborsat|rinnovat|prorogat)[oaie]`,
    String.raw`(?:está|foi|foram|fica|temos)[^.!?]{0,60}(?:reservad|marcad|confirmad|cancelad|encomendad|anotad|registad|enviad|alterad|reembolsad|renovad|prorrogad)[oa]s?`,
  ].join('|'),
);

/** The news that a text message has been sent. */
const SENT = phrase(
  [
    String.raw`(?:we(?:'ve| have)|i(?:'ve| have)) (?:just |already |now )?(?:sent|texted)|(?:has|have) (?:just |already |now )?been sent`,
    String.raw`(?:haben|wurden?|ist|sind)[^.!?]{0,80}(?:gesendet|geschickt|verschickt|gesandt)`,
    String.raw`(?:avons|a été|ont été|vient d'être|venons de)[^.!?]{0,60}(?:envoyer|envoyée?s?)`,
    String.raw`(?:hemos|ha sido|se ha|acabamos de)[^.!?]{0,60}(?:enviar|enviad[oa]s?)`,
    String.raw`(?:abbiamo|è stat[oa])[^.!?]{0,60}(?:inviat[oa]|mandat[oa])`,
    String.raw`(?:hebben|is|zijn)[^.!?]{0,60}(?:verstuurd|verzonden|gestuurd)`,
    String.raw`(?:foi|acabámos de|acabamos de)[^.!?]{0,60}(?:enviar|enviad[oa])|já enviámos`,
    String.raw`wysłaliśmy|został[aoy]? wysłan[aey]|har skickat|har skickats`,
  ].join('|'),
);
const TEXT_MESSAGE = phrase(
  String.raw`sms|texto|text(?: message)?s?|texted|link|messages?|nachricht|textnachricht|lien|mensajes?|enlace|messaggi?o?|berichtj?e?|bericht|mensagem|wiadomoś\p{L}*|meddelandet?|länken?`,
);

const NEGATED = phrase('not|nicht|pas|no|non|niet|não|nie|inte');

/** True for a text that tells, in one of its sentences, that a text message has been sent. */
export function tellsSent(text: string): boolean {
  return listSentences(text).some(
    (sentence) => SENT.test(sentence) && TEXT_MESSAGE.test(sentence) && !NEGATED.test(sentence),
  );
}

/** The news that a text message is on its way. */
const COMING = phrase(
  [
    String.raw`(?:we|i)(?: are|'re| am|'m| will|'ll)? (?:also )?(?:send|sending|text|texting) you|you(?: will|'ll| are going to)? (?:also )?(?:get|receive|be sent)`,
    String.raw`(?:senden|schicken|sende|schicke) (?:wir |ich )?ihnen|(?:sie|du) (?:bekommen|erhalten|bekommst|erhältst)|(?:bekommen|erhalten) sie`,
    String.raw`(?:nous|je) vous (?:envoyons|enverrons|envoie)|vous (?:recevez|recevrez|allez recevoir)`,
    String.raw`(?:le|te) (?:enviamos|enviaremos|mandamos|mandaremos|envío)|(?:recibirá|recibirás|va a recibir)`,
    String.raw`(?:le|ti) (?:inviamo|invieremo|mandiamo|manderemo|invio)|(?:riceverà|riceverai|riceve)`,
    String.raw`(?:sturen|zenden) (?:wij |we )?(?:u|je)|(?:wij|we) (?:sturen|zenden) (?:u|je)|(?:u|je) (?:ontvangt|krijgt)|(?:ontvangt|krijgt) (?:u|je)`,
    String.raw`(?:enviamos|enviaremos|vamos enviar|mandamos)-?(?:lhe)?|(?:receberá|vai receber|recebe)`,
    String.raw`(?:wysyłamy|wyślemy)|otrzyma\p{L}*|dostanie\p{L}*|(?:vi|jag) skickar|(?:ni|du) får`,
  ].join('|'),
);

const CONDITIONAL = phrase(
  'if|as soon as|wenn|falls|sobald|si|se|als (?:u|je|we|wij|de|het)|indien|zodra|jeśli|jeżeli',
);

/** Messages by other means. */
const OTHER_MEANS = phrase(
  String.raw`e-?mails?|mails?|letters?|post|brief|courriels?|courrier|correo(?: electrónico)?|carta|posta(?: elettronica)?|lettera|(?:per|par|por|via) mail|list|e-?post|brev`,
);

/** True for a text that tells, in one of its sentences, that a text message is on its way or has been sent. */
export function tellsMessage(text: string): boolean {
  return listSentences(text).some(
    (sentence) =>
      (COMING.test(sentence) || SENT.test(sentence)) &&
      TEXT_MESSAGE.test(sentence) &&
      !NEGATED.test(sentence) &&
      !CONDITIONAL.test(sentence) &&
      !OTHER_MEANS.test(sentence),
  );
}

function listSentences(text: string): string[] {
  return text.split(/[.!?;\n]+/);
}

/** Words by which a sentence says the opposite, leaves it open or speaks of earlier times. */
const OPPOSITE = phrase(
  String.raw`not|no|never|nothing|cannot|could|if|whether|until|once|as soon as|unfortunately|sorry|already|nicht|nichts|kein\p{L}*|leider|ob|wenn|sobald|nie|bereits|schon|niet|niets|geen|helaas|of|als|zodra|al|ne|pas|rien|aucun\p{L}*|malheureusement|si|déjà|nunca|nada|ya|non|nessun\p{L}*|purtroppo|se|già|não|infelizmente|já|fully|out`,
);

/** True for a text that tells, in one of its sentences, that something has been done. */
export function tellsDone(text: string): boolean {
  return listSentences(text).some(
    (sentence) => DONE.test(sentence) && !OPPOSITE.test(sentence) && !/n['’]/.test(sentence),
  );
}
