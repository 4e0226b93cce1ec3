/** Where the reader's choice is kept: light, dark or system. */
export const THEME_KEY = "theme";

/**
 * Runs before the first paint, so that no page flashes in the wrong colours, and marks that scripts run at all, and that the
 * device has a share sheet: controls that need either are hidden otherwise. The server allows exactly this text by its hash.
 */
export const COLOR_SCHEME_SCRIPT =
  `(function(e){var t;try{t=localStorage.getItem("${THEME_KEY}")}catch(_){}` +
  `e.setAttribute("data-mantine-color-scheme",` +
  `t==="light"||t==="system"&&matchMedia("(prefers-color-scheme: light)").matches?"light":"dark");` +
  `e.setAttribute("data-scripted","");` +
  `if(navigator.share)e.setAttribute("data-can-share","")})(document.documentElement)`;
