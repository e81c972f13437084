/** Words by which a text promises a message, a text message or somebody to speak to, by language. */
import { phrase } from '../../../speech/index.ts';

/** Patterns of promises in one language. */
interface PromiseWords {
  /** The request to leave a message. */
  leaveMessage: RegExp;
  /** The promise of a text message. */
  textMessage: RegExp;
  /** The request to stay on the line. */
  hold: RegExp;
  /** Thanks for waiting. */
  waited: RegExp;
  /** The promise that somebody helps now. */
  help: RegExp;
}

function create([leaveMessage, textMessage, hold, waited, help]: readonly [
  string,
  string,
  string,
  string,
  string,
]): PromiseWords {
  return {
    leaveMessage: phrase(leaveMessage),
    textMessage: phrase(textMessage),
    hold: phrase(hold),
    waited: phrase(waited),
    help: phrase(help),
  };
}

export const promiseWords: Readonly<Record<string, PromiseWords>> = {
  en: create([
    String.raw`after the (?:tone|beep)|please leave (?:us )?(?:a|your) (?:\p{L}+ )?message`,
    String.raw`(?:we|i)(?: will|'ll| are going to)? (?:now )?(?:send you (?:[^.!?]{0,80} )?(?:text(?: message)?|sms)|text you)|you(?: will|'ll) (?:receive|get) (?:a|an) (?:text(?: message)?|sms)`,
    String.raw`(?:hold|stay on|remain on) the line|please hold|(?:do not|don't) hang up`,
    String.raw`thank(?:s| you) for (?:holding|waiting|your patience|being patient)`,
    String.raw`(?:colleague|agent|advis[eo]r|operator|member of (?:our |the )?(?:staff|team)) (?:will|is going to) (?:now )?(?:help|assist) you`,
  ]),
  de: create([
    String.raw`nach dem (?:signal|piep)?(?:ton|signal)|hinterlassen sie (?:bitte |uns )*(?:eine|ihre) nachricht`,
    String.raw`(?:schicken|senden) (?:wir )?ihnen (?:(?!kein)[^.!?]){0,80}(?:sms|textnachricht)|(?:erhalten|bekommen) (?:sie )?(?:(?!kein)[^.!?]){0,60}(?:sms|textnachricht)`,
    String.raw`bleiben sie (?:bitte |einfach )?(?:am apparat|dran|in der leitung)|legen sie (?:bitte )?nicht auf`,
    String.raw`dank(?:e)? (?:für (?:ihre|die) geduld|fürs warten|für das warten|dass sie gewartet haben)`,
    String.raw`(?:mitarbeiter|mitarbeiterin|kollege|kollegin|berater|beraterin) (?:hilft ihnen|unterstützt sie)`,
  ]),
  fr: create([
    String.raw`après le (?:bip|signal|signal sonore)|laissez(?:-nous)? (?:un|votre) message`,
    String.raw`(?:envoyons|enverrons|envoie) (?:(?!pas )[^.!?]){0,80}(?:sms|texto)|(?:recevrez|recevez) [^.!?]{0,60}(?:sms|texto)`,
    String.raw`ne quittez pas|restez en ligne|ne raccrochez pas`,
    String.raw`merci (?:de votre patience|pour votre patience|d['’]avoir patienté|de votre attente)`,
    String.raw`(?:conseillère?|collègue|agente?) (?:va )?vous (?:aider|aidera|répondre|répondra)`,
  ]),
  es: create([
    String.raw`(?:después de la|tras la) señal|(?:después del|tras el) (?:tono|pitido)|deje (?:un|su) mensaje`,
    String.raw`(?<!no )(?:le |te )?(?:enviamos|enviaremos|mandamos|mandaremos) [^.!?]{0,80}(?:sms|mensaje de texto)|recibirá [^.!?]{0,60}(?:sms|mensaje de texto)`,
    String.raw`no cuelgue|manténgase (?:en línea|a la espera)|permanezca en (?:la )?línea`,
    String.raw`gracias por (?:su paciencia|esperar|la espera|haber esperado)`,
    String.raw`(?:compañer[oa]|agente|asesora?|operadora?) (?:le|te) (?:ayudará|atenderá)`,
  ]),
  it: create([
    String.raw`dopo il (?:segnale|bip|tono)|lasci(?:ate)? un messaggio`,
    String.raw`(?<!non )(?:inviamo|invieremo|mandiamo|manderemo) [^.!?]{0,80}(?:sms|messaggio di testo)|riceverà [^.!?]{0,60}(?:sms|messaggio di testo)`,
    String.raw`(?:resti|rimanga|attenda) in linea|non riagganci`,
    String.raw`grazie per (?:l['’]attesa|la pazienza|aver atteso)`,
    String.raw`(?:collega|operatore|operatrice|consulente) (?:la|ti) (?:aiuterà|assisterà)`,
  ]),
  nl: create([
    String.raw`na de (?:piep|toon|pieptoon)|laat (?:een|uw) (?:bericht|boodschap) achter|spreek (?:een|uw) (?:bericht|boodschap) in`,
    String.raw`sturen (?:(?!geen)[^.!?]){0,80}sms|(?:ontvangt|krijgt) (?:(?!geen)[^.!?]){0,60}sms`,
    String.raw`blijf(?:t u)? aan de lijn|hang(?:t u)? niet op`,
    String.raw`(?:bedankt|dank u(?: wel)?) voor (?:uw geduld|het wachten)`,
    String.raw`(?:medewerker|collega|adviseur) (?:helpt u|zal u helpen)`,
  ]),
  pt: create([
    String.raw`(?:após o|depois do) (?:sinal|bip|tom)|deixe (?:uma|a sua) mensagem`,
    String.raw`(?<!não )(?:enviamos|enviaremos|vamos enviar|mandamos) [^.!?]{0,80}(?:sms|mensagem de texto)|receberá [^.!?]{0,60}(?:sms|mensagem de texto)`,
    String.raw`não desligue|(?:permaneça|mantenha-se|aguarde) (?:em|na) linha`,
    String.raw`obrigad[oa] (?:por aguardar|por esperar|pela espera|pela (?:sua )?paciência)`,
    String.raw`(?:colega|operadora?|assistente) (?:vai )?(?:ajudá-l[oa]|atendê-l[oa])`,
  ]),
};

/** Words by which a sentence offers a connection, or makes it depend on something. */
export const OFFERED = phrase(
  'can|could|may|might|if|when|once|before|kann|können|wenn|falls|sobald|bevor|kan|kunnen|als|zodra|voordat|peut|pouvons|si|quand|avant|puede|podemos|cuando|antes|può|possiamo|se|quando|prima|pode',
);
