import { FALLBACK_LOCALE, type Locale } from "../../../contract/locales";
import { fold } from "./fold";
import { isStopWord } from "./stop-words";

/**
 * How people put what they look for ("how do I", "write me a", "what to do"), in addition to the stop words: nothing that a text must
 * have. Separated by commas; a word alone is filler wherever it stands.
 */
const PHRASES: Partial<Record<Locale, string>> = {
  en: `please, pls, plz, help, help me, help with, want, want to, wants, wanna, need, needs, need to, trying, trying to, try to, looking, looking for,
    get, gets, getting, got, give, give me, tell, tell me, show, show me, make, make me a, make me an, make a, make an, making, let, lets, im, ive, id, ill, dont, doesnt,
    didnt, cant, cannot, wont, isnt, arent, am, has, have, had, having, going, going to, gonna, go, some, any, something, someone, somebody,
    anything, anyone, thing, things, stuff, just, really, very, too, also, much, many, more, most, way, ways, way to, best way, write me,
    write me a, write me an, write a, write an, write my, write some, create a, create an, create my, generate a, generate an, draft a, draft an, draft my, come up with,
    how do i, how can i, how should i, what do i, what should i, what can i, should i, what to do, what to say, how to say, keeps, keep, because, after, before, every, each, up, out, off,
    over, all, whats, hows, ways to, idk, like, good, best, better, do, doing, done, one, being, without, myself, yourself, us, him, while, until, again, there is, there are`,
  es: `ayuda, ayudame, ayudame a, ayuda con, ayuda para, quiero, quisiera, necesito, busco, hacer, hago, hace, haz, hazme, hazme un, hazme una, dame,
    dime, puedo, puedes, podria, debo, tengo, tiene, tener, escribe, escribe un, escribe una, escribeme, escribeme un, escribeme una, escribir un, escribir una, como puedo, como se, que hacer, que digo,
    por favor, cual, cuales, donde, quien, algo, alguien, muy, mucho, mas, bien, mejor, forma de, manera de, esta, estoy, hay que, hola, todo, todos, solo`,
  fr: `aide, aidez, aide moi, aide moi a, aidez moi, veux, voudrais, besoin, besoin de, cherche, faire, fais, fait, donne, donne moi, dis moi, peux,
    peut, dois, doit, ecris, ecris moi, ecris moi un, ecris moi une, ecrire un, ecrire une, redige, redige un, redige une, rediger un, rediger une, est ce que, que faire, quoi faire, que dire, quoi dire, s il vous plait, s il te plait, svp, stp,
    tres, trop, plus, bien, mieux, meilleur, meilleure, facon de, maniere de, il faut, y a, quelque chose, quelqu un, tout, tous, toute, juste, quand, ou, combien, pourquoi, arrive pas`,
  de: `bitte, hilf, hilf mir, hilfe, hilfe bei, mochte, will, brauche, suche, mache, machen, mach, gib, gib mir, sag, sag mir, soll, sollte, muss, konnen, kannst, kannst du, schreib, schreib mir,
    schreib mir einen, schreib mir eine, schreib mir ein, schreibe, schreibe einen, schreibe eine, schreibe ein, schreibe ich, was tun, was mache ich, was soll ich, wie schreibe ich, wie kann ich, wie mache ich, hatte, habe, hab, sehr, mehr, besser, gut, etwas, jemand,
    jemanden, mal, alles, weil, damit, warum, welche, welcher, welches, keine, kein, keinen, immer, gerade, noch, schon, dann, denn, aber, doch, lassen`,
  it: `aiuto, aiutami, aiutami a, aiuto con, aiuto per, voglio, vorrei, bisogno, ho bisogno di, cerco, fare, faccio, fa, fai, fammi, fammi un, fammi una, dammi, dimmi, posso,
    puoi, devo, scrivi, scrivimi, scrivimi un, scrivimi una, scrivi un, scrivi una, scrivere un, scrivere una, scrivere una, cosa fare, che fare, che cosa, cosa dire, come posso, come si, come faccio, per favore, perche, molto, piu, meglio, modo di, modo per, qualcosa,
    qualcuno, tutto, tutti, dove, chi, avere, hanno, essere, solo, anche`,
  pt: `ajuda, ajude, ajude me, me ajuda, me ajude, me ajuda a, me ajude a, ajuda com, quero, queria, gostaria, preciso, preciso de, procuro, fazer, faco, faz, faca, me faz, da, de me, diga,
    posso, pode, devo, tenho, escreva, escreve, escreva um, escreva uma, escreva me, escrever um, escrever uma, o que fazer, o que dizer, que fazer, como posso, como se, por favor, muito, mais, melhor, bem, jeito de,
    forma de, maneira de, algo, alguem, qual, quais, onde, tudo, todos, pra, pro, to, estou, so`,
  ru: `помоги, помогите, помоги мне, помощь, хочу, хочется, нужно, нужен, нужна, нужны, надо, ищу, сделать, сделай, делать, дай, скажи, покажи, могу, можно,
    можешь, должен, должна, напиши, напиши мне, написать мне, пожалуйста, плиз, что делать, что делать если, как быть, как мне, как можно, как лучше, что сказать, почему, зачем, какой, какая, какие, какую, очень, много, лучше, способ, способы, чтото, что то,
    ктото, кто то, себя, себе, свой, свою, свои, мою, меня, весь, всё, тоже, просто, чтоб, нибудь, буду, быть, есть ли`,
  ar: `ساعدني, ساعدني في, اريد, اريد ان, احتاج, احتاج الى, ابحث, ابحث عن, اعمل, افعل, اعطني, قل لي, اخبرني, استطيع, يمكنني, يمكن, يجب, اكتب لي, كيف يمكنني, كيف اكتب, كيف افعل, ماذا افعل, ماذا اقول, من فضلك, لو سمحت, لماذا,
    متى, اين, اي, شيء, شخص, جدا, اكثر, افضل, طريقه, الطريقه, كيفيه, عندي, لدي, اذا, ان, هناك, فقط, بدون, لي, لدى, عايز, ازاي, كيفاش, ممكن`,
  hi: `मदद, मदद करो, मदद करें, मेरी मदद करो, चाहिए, चाहता, चाहती, चाहता हूं, चाहती हूं, जरूरत, बताओ, बताइए, बताएं, दो, दीजिए, दें, कृपया, प्लीज, लिखो मेरे लिए, मेरे लिए लिखो, कैसे करें, कैसे लिखें,
    कैसे करूं, कैसे लिखूं, क्या करें, क्या करूं, क्या लिखें, क्यों, कब, कहां, कौन, कोई, कुछ, बहुत, ज्यादा, अच्छा, बेहतर, तरीका, तरीके, सकता, सकते, सकती, रहा, रही, रहे, गया, गई, मुझे, मुझको, हमें, उसे, वाला, वाली, वाले, साथ, बारे में, जाए, जाता, होता, होती, करता, करती`,
  bn: `সাহায্য, সাহায্য কর, সাহায্য করুন, চাই, দরকার, প্রয়োজন, বল, বলুন, দাও, দিন, লিখে দাও, লিখে দিন, আমাকে, আমাদের, দয়া করে, প্লিজ, কিভাবে লিখব, কীভাবে লিখব, কিভাবে করব, কী করব, কি করব, কী করা উচিত, কি করা উচিত, কেন, কখন, কোথায়, কেউ, কিছু,
    খুব, অনেক, ভাল, ভালো, উপায়, পারি, পারব, যায়, আছে, নেই, তা, তার, তাকে, আর, তো, যদি, হলে, একজন, করব, লিখব`,
  ko: `도와줘, 도와주세요, 도와 주세요, 알려줘, 알려주세요, 알려 주세요, 써줘, 써주세요, 써 줘, 써 주세요, 만들어줘, 만들어주세요, 해줘, 해주세요, 하고, 하고 싶어, 싶어요, 싶다, 원해요, 필요해, 필요해요, 필요한, 어떻게, 어떻게 해야, 어떻게 하나요, 해야, 하나요, 하나, 할까, 할까요, 무엇, 뭐, 뭐라고, 왜, 언제,
    어디, 누구, 누가, 어떤, 무슨, 좀, 제발, 방법, 하는법, 하는 법, 쓰는 법, 쓰는법, 쓰는 방법, 법, 것, 게, 거, 때, 수, 있어, 있나요, 있을까, 없어, 안, 못, 너무, 정말, 진짜, 더, 잘, 하는, 하기, 할, 한, 해, 나, 나는, 내가, 저, 저는, 제가, 우리, 그, 이, 및`,
};

/** Fillers within a run of Chinese or Japanese, longest first. Words that others contain are left to the splitting of words. */
const IN_RUNS: Partial<Record<Locale, string>> = {
  zh: `要不要 该不该 是不是 值不值得 什么是 怎么办呢 怎么办才好 该怎么办 怎么办 怎么写才好 该怎么写 怎么写 怎么做 怎么说 怎么样 怎么 怎样 如何 为什么 为何 是什么 什么样的 什么 哪些 哪个 哪里 请帮我写 请帮我 帮我写一个 帮我写一篇 帮我写一封 帮我写一份 帮我写个 帮我写 帮我做 帮我想 帮我 帮忙
    请问 请你 我想要 我想写 我想 想要 我要写 我要 我该 我的 我们 给我 可不可以 能不能 可以 应该 需要 有没有 有哪些 一下子 一下 一个 一份 一封 一篇 一些 一首 一张 一段 一种 写一个 写一篇 写一封 写一份 写一首 写一段 写个 写份 写封 写篇 写首
    不知道 的时候 时候 有点 这个 那个 自己 别人 然后 但是 而且 因为 所以 如果`,
  ja: `教えてください 教えて下さい 教えてほしい 教えて してください して下さい してほしい したいです したい 作ってください 作って 書いてください 書いて 考えてください 考えて 手伝ってください 手伝って
    どうすればいい どうすれば どうしたら どうやって どうしよう どのように どんな なんて言えば 何て言えば なぜ ください 下さい ほしい 欲しい について に関する ための のために という ですか ますか です ます けど ので から まで`,
};

/** Words that weigh nothing once a run is split. */
const SPLIT: Partial<Record<Locale, string>> = {
  zh: `的 了 吗 呢 吧 啊 呀 着 过 和 与 或 跟 在 是 有 不 没 会 要 想 让 把 被 很 太 又 也 都 就 还 得 地 我 你 他 她 它 给 请 帮 用 对 从 到 个 这 那 能 该 总 老 做 最 更 没有 一 之 时 后 前 里 上 下 为 去 来 说 每`,
  ja: `の を に は が で と も か ね よ へ や て た する して した し れる られる ない なく なかっ こと もの よう たい なり いい ため など これ それ あれ この その ある いる なる れ さ せ ば え 何 どう って とか たら だ な`,
};

const sets = new Map<Locale, { phrases: ReadonlySet<string>; longest: number }>();

function phrasesOf(locale: Locale) {
  let known = sets.get(locale);
  if (!known) {
    const phrases = (PHRASES[locale] ?? "").split(",").map((phrase) => fold(phrase).trim().replace(/\s+/g, " "));
    known = { phrases: new Set(phrases), longest: Math.max(...phrases.map((phrase) => phrase.split(" ").length)) };
    sets.set(locale, known);
  }
  return known;
}

/** In the scripts of these languages, Latin words are English. */
const OTHER_SCRIPTS: ReadonlySet<Locale> = new Set(["zh", "ja", "ko", "ru", "ar", "hi", "bn"]);

/** Which of a query's words (folded) weigh nothing, if others do. @param reader whose language the query is in, if not in the text's */
export function fillers(words: readonly string[], locale: Locale, reader: Locale): boolean[] {
  const locales = new Set([locale, reader, ...(OTHER_SCRIPTS.has(reader) ? [FALLBACK_LOCALE] : [])]);
  const found = words.map((word) => [...locales].some((each) => isStopWord(word, each)));
  for (const each of locales) {
    const { phrases, longest } = phrasesOf(each);
    words.forEach((_, start) => {
      for (let length = Math.min(longest, words.length - start); length > 0; length -= 1) {
        if (!phrases.has(words.slice(start, start + length).join(" "))) continue;
        found.fill(true, start, start + length);
        return;
      }
    });
  }
  return found;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const patterns = new Map<Locale, RegExp>();

function patternOf(run: string, locale: Locale): RegExp {
  // Which of the two languages a run is in shows in the kana, whatever the reader's.
  const language = locale === "ja" || KANA.test(run) ? "ja" : "zh";
  let pattern = patterns.get(language);
  if (!pattern) {
    const longestFirst = (IN_RUNS[language] ?? "").split(/\s+/).sort((a, b) => b.length - a.length);
    pattern = new RegExp(longestFirst.join("|"), "gu");
    patterns.set(language, pattern);
  }
  return pattern;
}

/** A run of Chinese or Japanese without fillers, in pieces. */
export function withoutFillers(run: string, locale: Locale): string[] {
  return run.split(patternOf(run, locale)).filter((piece) => piece !== "");
}

/** The fillers of a run. */
export function fillersOf(run: string, locale: Locale): string[] {
  return run.match(patternOf(run, locale)) ?? [];
}

const splitSets = new Map<Locale, ReadonlySet<string>>();

/** Whether a word of a split run weighs nothing. */
export function isSplitFiller(word: string, locale: Locale): boolean {
  let words = splitSets.get(locale);
  if (!words) {
    words = new Set((SPLIT[locale] ?? "").split(/\s+/));
    splitSets.set(locale, words);
  }
  return words.has(word);
}
