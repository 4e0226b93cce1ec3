import { useEffect, useState } from "react";

/**
 * The code in the fragment of a mailed link. It is removed from the address bar at once, to keep it out of the history and from
 * shoulder surfers. Null until known, "" if there is none.
 */
export function useMailedCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    let known = "";
    const readCode = () => {
      const found = location.hash.slice(1);
      // It is put back on purpose (`showCode`).
      if (found !== "" && found === known) return;
      known = found || known;
      if (found !== "") showCode("");
      setCode(known);
    };
    readCode();
    // Opening another link in this tab changes only the fragment, without a page load.
    window.addEventListener("hashchange", readCode);
    return () => window.removeEventListener("hashchange", readCode);
  }, []);
  return code;
}

/** Puts the code back into the address, for a page that is about to reload, or takes it out. */
export function showCode(code: string): void {
  const { pathname, search } = location;
  // The router needs the entry's state.
  history.replaceState(history.state, "", pathname + search + (code === "" ? "" : `#${code}`));
}
