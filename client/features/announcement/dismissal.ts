/** Where the id of the announcement that the reader dismissed is kept. */
export const DISMISSED_KEY = "polyprompt.announcement";

/**
 * Runs before the first paint, so that a dismissed bar never shows: the document carries the dismissed id, and the bar brings the
 * rule that hides it. The server allows exactly this text by its hash.
 */
export const ANNOUNCEMENT_SCRIPT =
  `(function(e){try{var i=localStorage.getItem("${DISMISSED_KEY}");` +
  `if(i)e.setAttribute("data-dismissed",i)}catch(_){}})(document.documentElement)`;

/** The style that hides the bar of a dismissed announcement. The configuration lets only letters, digits, "-" and "_" into an id. */
export function hidingRule(id: string): string {
  return `[data-dismissed="${id}"] [data-announcement="${id}"]{display:none}`;
}
