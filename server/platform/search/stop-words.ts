import type { Locale } from "../../../contract/locales";
import { fold } from "./fold";

/**
 * Words that may be dropped from a query if others remain. Deliberately short: PostgreSQL's lists (Spanish: 313) also contain
 * words that people search for, and a missing word only makes a query stricter.
 */
const WORDS: Partial<Record<Locale, string>> = {
  en: `a an the and or of in on at to for from by with about into as is are was were be been am it its this that these those
    i me my we our you your he she his her they them their what which who how when where why do does did can could should
    would will not no if so than then there here`,
  es: `a al ante con como cuando de del desde donde e el ella en entre es esta este esto ha hay la las le les lo los me mi mis
    muy no nos o para pero por porque que se ser si sin sobre son su sus te tu tus un una uno unos y ya yo qué cómo`,
  fr: `à a ai as au aux avec ce ces cet cette comme comment dans de des du elle elles en est et eux il ils je la le les leur lui
    ma mais me mes moi mon ne nos notre nous on ou où par pas pour qu que quel quelle qui quoi sa se ses son sont sur ta te
    tes toi ton tu un une vos votre vous y être sans`,
  de: `ab als also am an auch auf aus bei beim bis da das dass dem den der des die dir du ein eine einem einen einer eines er es
    für hat ich ihr ihre im in ins ist kann man mein meine mich mir mit nach nicht oder ohne sein seine sich sie sind so über
    um und uns unser unter vom von vor was wenn wer werden wie wir wird wo zu zum zur`,
  it: `a ad ai al alla alle allo anche che chi ci come con cosa da dai dal dalla delle degli dei del della dello di dove e è ed
    gli ha ho i il in io la le lo loro ma mi mia mio nei nel nella non o per perché più quale quando questa questo se si sono
    su sua sul sulla suo ti tra tu un una uno vi`,
  pt: `a à ao aos as às até com como da das de do dos e é ela ele em entre essa esse esta este eu foi isso já lhe mais mas me
    meu minha na nas no nos não o os ou para pela pelo por porque quando que quem se sem ser seu sua são também te tem um uma
    você`,
  ru: `а без бы в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к как ко когда кто ли мне мы на
    над не него нет но о об он она они от по под при с со так также такой там то только ты у уже чего чем что чтобы это этот
    эта я мой моя мои`,
  ar: `في من على إلى عن مع هذا هذه ذلك التي الذي أن إن أو ثم كيف ما ماذا لا لم هل هو هي هم كان كانت قد كل بين عند حتى إذا لكن
    و يا أنا نحن أنت`,
  hi: `का की के को में से पर है हैं था थी थे और या यह वह ये वे एक कि जो तो ही भी ने कैसे क्या लिए इस उस अपना अपनी अपने मैं हम आप
    मेरा मेरी मेरे नहीं हो कर करें करना करने`,
  bn: `এবং ও বা এই সেই এ যে কি কী কে না জন্য থেকে দিয়ে সাথে সঙ্গে করে করা করতে হয় হবে আমি আমার আপনি আপনার তুমি তোমার একটি একটা
    কিভাবে কীভাবে কোন`,
  ko: `및 위한 위해 대한 대해 그리고 또는 하는 있는 좀 수 어떻게 나의 내`,
};

const STOP_WORDS = new Map<Locale, ReadonlySet<string>>();

/** Whether a (folded) word may be dropped from a query in this locale. */
export function isStopWord(word: string, locale: Locale): boolean {
  let words = STOP_WORDS.get(locale);
  if (!words) {
    words = new Set(fold(WORDS[locale] ?? "").split(/\s+/));
    STOP_WORDS.set(locale, words);
  }
  return words.has(word);
}
