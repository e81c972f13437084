import type { SpeechLanguage } from './speech-language.ts';

export const portuguese: SpeechLanguage = {
  tag: 'pt',
  monthFirst: [],
  decimalPoint: [],
  words: {
    digits: 'zero um dois|duas três quatro cinco seis|meia sete oito nove',
    numbers:
      /^(dez|onze|doze|treze|quatorze|catorze|quinze|deze\w+|dezoito|vinte|\w+[aei]nta|cem|cento|\w+centos|mil)$/,
    inRuns: 'meia',
    parts: 'meio|meia|quarto|quartos|dúzia',
    months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
    hour: 'horas|hora',
    point: 'vírgula|ponto',
    minus: 'menos',
    one: 'um|uma',
    cents: 'centavo|centavos|cêntimo|cêntimos',
    and: 'e',
    mayBeDigits: 'uma vezes',
    plus: 'mais',
  },
  numbers: {
    teens:
      'dez onze doze treze catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    joined: 'T_e_U',
    ones: 'uma',
    hundreds:
      'cem|cento duzentos|duzentas trezentos|trezentas quatrocentos|quatrocentas quinhentos|quinhentas seiscentos|seiscentas setecentos|setecentas oitocentos|oitocentas novecentos|novecentas',
    thousand: { one: 'mil', many: 'mil' },
    and: 'e',
    ordinals: 'primeiro',
  },
  times: {
    named: { 'meio dia': 12, 'meia noite': 0 },
    phrases: { 'H e meia': 30, 'M para as H': '-M', 'H e M': '+M' },
    one: /\buma(?= hora\b)|(?<=(?:^| )à )uma\b/,
    morning: 'da manhã|da madrugada',
    evening: 'da tarde',
    night: 'da noite',
    partsOfDay: 'tarde noite',
    relative: 'daqui',
  },
  keys: {
    press: 'pressione pressiona prima carregue tecle digite marque aperte disque',
    between: 'o a na no em tecla número opção',
    and: 'e ou',
    to: 'a até',
    within: 'entre',
    purpose: 'para se',
    digits: 'zero um dois|duas três|tres quatro cinco seis sete oito nove',
    star: 'asterisco estrela',
    pound: 'cardinal sustenido quadrado cerquilha',
    articles: 'um',
  },
  currencies: 'euro euros dólar dólares libra libras franco francos peso pesos real reais rand',
  confirmation: {
    keyed: 'Introduziu #. Se estiver correto, prima 1. Caso contrário, prima 2.',
    spoken: 'Entendi #. Se estiver correto, prima 1 ou diga sim. Caso contrário, prima 2 ou diga não.',
    yes: ['sim', 'correto', 'certo', 'exato'],
    no: ['não', 'errado', 'não está correto', 'não está certo'],
  },
};
