import type { Locale } from "../contract/locales";

/** What members write, and visitors type. */
export interface PictureWords {
  author: string;
  reader: string;
  search: string;
  /** For the blanks of the library's prompt about translation. */
  language: string;
  prompt: { title: string; content: string; remark: string };
  /** The text as it is changed later. */
  changed: string;
  translation: { locale: string; title: string; content: string };
  comment: string;
  reply: string;
  /** Another prompt of the author's, short enough for the panel. */
  answer: { title: string; content: string; remark: string };
}

export const WORDS = {
  en: {
    author: "Anna",
    reader: "Marco",
    search: "translation",
    language: "Italian",
    prompt: {
      title: "Packing list for a short trip",
      content:
        "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag. Leave out what one can buy there.",
      remark: "Two days before you leave",
    },
    changed:
      "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag. Mark what one can buy there, and keep it under 40 lines.",
    translation: {
      locale: "IT",
      title: "Cosa mettere in valigia",
      content:
        "Scrivi l’elenco di ciò che serve per un viaggio a {{place|luogo}} in {{month|mese:maggio}}. Raggruppalo per borsa.",
    },
    comment: "I used it for a week in Genoa. **Works well**, but add shoes for the rain.",
    reply: "Thank you, @Marco. I have added them.",
    answer: {
      title: "Answer a message in another language",
      content:
        "Write an answer to the message below in {{language}}. Keep it {{tone|tone:friendly}} and under five sentences.\n\nThen add a translation, so that I know what I am sending.\n\nMessage:\n{{message|message to answer}}",
      remark: "Gives you the answer, and what it says",
    },
  },
  zh: {
    author: "林小满",
    reader: "周远航",
    search: "翻译",
    language: "意大利语",
    prompt: {
      title: "短途旅行行李清单",
      content:
        "我{{month|出行月份:五月}}要去{{place|目的地}}玩几天，请帮我列一份行李清单，按箱包分组。当地买得到的东西不用列。",
      remark: "出发前两天用",
    },
    changed:
      "我{{month|出行月份:五月}}要去{{place|目的地}}玩几天，请帮我列一份行李清单，按箱包分组，不超过四十行。当地买得到的东西请标出来。",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "去厦门玩一周，就是照它收拾的行李。**很好用**，不过最好加上下雨天穿的鞋。",
    reply: "谢谢 @周远航，已经加上了。",
    answer: {
      title: "用外语回复消息",
      content:
        "请用{{language|回复的语言}}回复下面的消息，语气{{tone|语气:友好}}，不超过五句话。\n\n然后附上中文翻译，让我知道发出去的是什么。\n\n消息：\n{{message|要回复的消息}}",
      remark: "附上翻译，看得懂自己回复了什么",
    },
  },
  ja: {
    author: "佐藤みのり",
    reader: "高橋大輔",
    search: "翻訳",
    language: "イタリア語",
    prompt: {
      title: "短い旅行の持ち物リスト",
      content:
        "{{month|旅行する月:5月}}に{{place|行き先}}へ旅行します。持ち物リストを、入れるかばんごとに分けて作ってください。現地で買えるものは書かなくてかまいません。",
      remark: "出発の2日前に",
    },
    changed:
      "{{month|旅行する月:5月}}に{{place|行き先}}へ旅行します。持ち物リストを、入れるかばんごとに分けて、40行以内で作ってください。現地で買えるものには印を付けてください。",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "金沢に1週間行ったときに使いました。**とても便利**ですが、雨の日の靴も入れておくといいと思います。",
    reply: "ありがとうございます、@高橋大輔 さん。追加しました。",
    answer: {
      title: "外国語のメッセージに返信する",
      content:
        "下のメッセージへの返信を{{language|返信する言語}}で書いてください。口調は{{tone|口調:親しみやすく}}、5文以内でお願いします。\n\n何を送るのか私にもわかるように、日本語訳も付けてください。\n\nメッセージ：\n{{message|返信したいメッセージ}}",
      remark: "訳が付くので、自分の返信の中身がわかります",
    },
  },
  ko: {
    author: "김하늘",
    reader: "이준호",
    search: "글 번역",
    language: "이탈리아어",
    prompt: {
      title: "짧은 여행 짐 목록",
      content:
        "{{month|여행하는 달:5월}}에 여행을 갑니다. 가는 곳: {{place|여행지}}. 챙길 짐을 가방별로 나눠 목록으로 만들어 주세요. 현지에서 살 수 있는 것은 빼 주세요.",
      remark: "출발 이틀 전에",
    },
    changed:
      "{{month|여행하는 달:5월}}에 여행을 갑니다. 가는 곳: {{place|여행지}}. 챙길 짐을 가방별로 나눠 40줄 이내의 목록으로 만들어 주세요. 현지에서 살 수 있는 것은 따로 표시해 주세요.",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "강릉에 일주일 다녀오면서 써 봤어요. **정말 편해요.** 비 오는 날 신을 신발도 넣으면 좋겠어요.",
    reply: "고마워요, @이준호 님. 추가했어요.",
    answer: {
      title: "외국어 메시지에 답장하기",
      content:
        "아래 메시지에 보낼 답장을 {{language|답장할 언어}}로 써 주세요. 말투는 {{tone|말투:친근하게}}, 다섯 문장 이내로 해 주세요.\n\n제가 무엇을 보내는지 알 수 있게 한국어 번역도 붙여 주세요.\n\n메시지:\n{{message|답장할 메시지}}",
      remark: "번역이 붙어 있어 내가 보내는 내용을 알 수 있어요",
    },
  },
  es: {
    author: "Lucía",
    reader: "Mateo",
    search: "traducir texto",
    language: "italiano",
    prompt: {
      title: "Equipaje para un viaje corto",
      content:
        "Voy de viaje a {{place|lugar}} en {{month|mes del viaje:mayo}}. Haz una lista de lo que debo llevar, ordenada por bolsos. Deja fuera lo que se pueda comprar allí.",
      remark: "Para dos días antes de salir",
    },
    changed:
      "Voy de viaje a {{place|lugar}} en {{month|mes del viaje:mayo}}. Haz una lista de lo que debo llevar, ordenada por bolsos y con 40 líneas como máximo. Marca lo que se pueda comprar allí.",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "Lo usé para una semana en Cartagena. **Funciona muy bien**, aunque añadiría unos zapatos para la lluvia.",
    reply: "Gracias, @Mateo. Ya los he añadido.",
    answer: {
      title: "Responder a un mensaje en otro idioma",
      content:
        "Responde al mensaje de abajo en este idioma: {{language|idioma de la respuesta}}. Usa un tono {{tone|tono:cordial}} y cinco frases como máximo.\n\nAñade la traducción al español, para que yo sepa lo que envío.\n\nMensaje:\n{{message|mensaje recibido}}",
      remark: "Incluye la traducción, para saber lo que envías",
    },
  },
  de: {
    author: "Lena",
    reader: "Jonas",
    search: "text übersetzen",
    language: "Italienisch",
    prompt: {
      title: "Packliste für eine kurze Reise",
      content:
        "Ich verreise im {{month|Reisemonat:Mai}}. Ziel: {{place|Reiseziel}}. Schreibe mir eine Packliste, nach Taschen geordnet. Lass weg, was ich dort kaufen kann.",
      remark: "Für die letzten zwei Tage vor der Abreise",
    },
    changed:
      "Ich verreise im {{month|Reisemonat:Mai}}. Ziel: {{place|Reiseziel}}. Schreibe mir eine Packliste mit höchstens 40 Zeilen, nach Taschen geordnet. Kennzeichne, was ich dort kaufen kann.",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "Hat mir für eine Woche in Lissabon gereicht. **Klappt gut**, nur Regenschuhe fehlen noch.",
    reply: "Danke, @Jonas. Die stehen jetzt drin.",
    answer: {
      title: "Auf eine Nachricht in einer anderen Sprache antworten",
      content:
        "Antworte auf die Nachricht unten. Sprache der Antwort: {{language|Sprache der Antwort}}. Ton: {{tone|Ton:freundlich}}. Schreibe höchstens fünf Sätze.\n\nFüge eine Übersetzung ins Deutsche hinzu, damit ich weiß, was ich sende.\n\nNachricht:\n{{message|erhaltene Nachricht}}",
      remark: "Mit Übersetzung, damit du weißt, was du sendest",
    },
  },
  fr: {
    author: "Camille",
    reader: "Hugo",
    search: "traduire un texte",
    language: "italien",
    prompt: {
      title: "Liste pour un court voyage",
      content:
        "Je pars en voyage. Lieu : {{place|destination}}. Mois : {{month|mois du voyage:mai}}. Faites-moi la liste de ce que je dois emporter, sac par sac. Laissez de côté ce que je peux acheter sur place.",
      remark: "Deux jours avant le départ",
    },
    changed:
      "Je pars en voyage. Lieu : {{place|destination}}. Mois : {{month|mois du voyage:mai}}. Faites-moi la liste de ce que je dois emporter, sac par sac, en 40 lignes au maximum. Signalez ce que je peux acheter sur place.",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment:
      "Je m’en suis servi pour une semaine à Lisbonne. **Très pratique**, mais il manque des chaussures pour la pluie.",
    reply: "Merci, @Hugo. Je viens de les ajouter.",
    answer: {
      title: "Répondre à un message dans une autre langue",
      content:
        "Répondez au message ci-dessous. Langue de la réponse : {{language|langue de la réponse}}. Ton : {{tone|ton:cordial}}. Écrivez cinq phrases au maximum.\n\nAjoutez la traduction en français, pour que je sache ce que j’envoie.\n\nMessage :\n{{message|message reçu}}",
      remark: "Avec la traduction, pour savoir ce que vous envoyez",
    },
  },
  pt: {
    author: "Marina",
    reader: "Lucas",
    search: "traduzir um texto",
    language: "italiano",
    prompt: {
      title: "Lista para uma viagem curta",
      content:
        "Vou fazer uma viagem. Destino: {{place|destino}}. Mês: {{month|mês da viagem:maio}}. Faça a lista do que preciso levar, mala por mala. Deixe de fora o que dá para comprar lá.",
      remark: "Para dois dias antes de viajar",
    },
    changed:
      "Vou fazer uma viagem. Destino: {{place|destino}}. Mês: {{month|mês da viagem:maio}}. Faça a lista do que preciso levar, mala por mala, com no máximo 40 linhas. Marque o que dá para comprar lá.",
    translation: {
      locale: "EN",
      title: "Packing list for a short trip",
      content: "Write a packing list for a trip to {{place}} in {{month|month of travel:May}}. Group it by bag.",
    },
    comment: "Usei para uma semana em Curitiba. **Ajudou muito**, mas faltou um calçado para a chuva.",
    reply: "Obrigada, @Lucas. Já incluí.",
    answer: {
      title: "Responder a uma mensagem em outro idioma",
      content:
        "Responda à mensagem abaixo. Idioma da resposta: {{language|idioma da resposta}}. Tom: {{tone|tom:cordial}}. Escreva no máximo cinco frases.\n\nDepois acrescente a tradução em português, para eu saber o que estou enviando.\n\nMensagem:\n{{message|mensagem recebida}}",
      remark: "Com a tradução, para saber o que você envia",
    },
  },
} satisfies Partial<Record<Locale, PictureWords>>;

/** A language that has pictures. */
export type DocsLocale = keyof typeof WORDS;
