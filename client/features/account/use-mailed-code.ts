import { useEffect, useState } from "react";
import { useSite } from "../../runtime/SiteProvider";

/**
 * The code in the fragment of a mailed link. It is removed from the address bar at once, to keep it out of the history and from
 * shoulder surfers, and put back where the page is loaded anew, for another account or none. Null until known, "" if there is none.
 */
export function useMailedCode(): string | null {
  const { session } = useSite();
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    let known = "";
    const readCode = () => {
      if (session.isLeft) return;
      const found = location.hash.slice(1);
      known = found || known;
      if (found !== "") showCode("");
      setCode(known);
    };
    readCode();
    // Opening another link in this tab changes only the fragment, without a page load.
    window.addEventListener("hashchange", readCode);
    const stop = session.beforeReload(() => showCode(known));
    return () => {
      stop();
      window.removeEventListener("hashchange", readCode);
    };
  }, [session]);
  return code;
}

/** Puts a code behind the "#" of the address, or takes it away, without a navigation. */
export function showCode(code: string): void {
  const { pathname, search } = location;
  // The router needs the entry's state.
  history.replaceState(history.state, "", pathname + search + (code === "" ? "" : `#${code}`));
}
