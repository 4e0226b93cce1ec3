import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { browser } from "wxt/browser";
import { OPENED } from "../page/protocol";
import { findTarget, type Target } from "./tab";

/**
 * Where a text would go, asked for again whenever that may have changed.
 * @param onMove the person has turned to another page
 */
export function useTarget(onMove: () => void): Target | undefined {
  const [target, setTarget] = useState<Target>();
  const asked = useRef(0);
  const find = useCallback(() => {
    asked.current += 1;
    const question = asked.current;
    // An answer about a page that was left may come after that of the page now shown.
    void findTarget().then((found) => {
      if (question === asked.current) setTarget(found);
    });
  }, []);
  const move = useEffectEvent(() => {
    onMove();
    find();
  });
  useEffect(() => {
    find();
    const onMessage = (message: unknown) => {
      if (message === OPENED) find();
    };
    const onActivated = () => move();
    const onUpdated = (_id: number, { status }: { status?: string }, { active }: { active: boolean }) => {
      if (active && status === "loading") move();
      if (active && status === "complete") find();
    };
    // Coming from the page, the pointer or the focus enters the panel.
    window.addEventListener("focus", find);
    document.documentElement.addEventListener("pointerenter", find);
    browser.runtime.onMessage.addListener(onMessage);
    browser.tabs.onActivated.addListener(onActivated);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => {
      window.removeEventListener("focus", find);
      document.documentElement.removeEventListener("pointerenter", find);
      browser.runtime.onMessage.removeListener(onMessage);
      browser.tabs.onActivated.removeListener(onActivated);
      browser.tabs.onUpdated.removeListener(onUpdated);
    };
  }, [find]);
  return target;
}
