import { useEffect, useState } from "react";

/**
 * The code of a link from a mail, which stands behind "#". It leaves the address bar at once: neither the history nor who looks
 * over a shoulder shall have it. Null while it is not known, "" where there is none.
 */
export function useMailedCode(): string | null {
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const found = location.hash.slice(1);
      // The router keeps what it needs to know in the entry's state.
      if (found !== "") history.replaceState(history.state, "", location.pathname + location.search);
      setCode((former) => found || (former ?? ""));
    };
    take();
    // Another link may be opened in this tab, which loads no document.
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return code;
}
