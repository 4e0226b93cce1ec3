import { useEffect, useState } from "react";

/**
 * The code in the fragment of a mailed link. It is removed from the address bar at once, to keep it out of the history and from
 * shoulder surfers. Null until known, "" if there is none.
 */
export function useMailedCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const readCode = () => {
      const found = location.hash.slice(1);
      // The router needs the entry's state.
      if (found !== "") history.replaceState(history.state, "", location.pathname + location.search);
      setCode((former) => found || (former ?? ""));
    };
    readCode();
    // Opening another link in this tab changes only the fragment, without a page load.
    window.addEventListener("hashchange", readCode);
    return () => window.removeEventListener("hashchange", readCode);
  }, []);
  return code;
}
