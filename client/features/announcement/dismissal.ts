/** The storage key of the dismissed announcement's id. */
export const DISMISSED_KEY = "polyprompt.announcement";

/**
 * Runs before the first paint, so that a dismissed bar never flashes: it sets the dismissed id on the document, and the bar renders
 * the rule that hides it. The content security policy allows this exact text by its hash.
 */
export const ANNOUNCEMENT_SCRIPT =
  `(function(e){try{var i=localStorage.getItem("${DISMISSED_KEY}");` +
  `if(i)e.setAttribute("data-dismissed",i)}catch(_){}})(document.documentElement)`;

/** The rule that hides a dismissed announcement. The configuration restricts ids to letters, digits, "-" and "_". */
export function hidingRule(id: string): string {
  return `[data-dismissed="${id}"] [data-announcement="${id}"]{display:none}`;
}
