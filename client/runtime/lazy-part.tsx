import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { type ComponentType, lazy, type ReactNode, useEffect } from "react";
import type { Catalog } from "../i18n/catalog";
import { useNotify } from "../ui/Announcer";
import { loadOnDemand } from "./load-code";
import { partLoads } from "./pending-loads";

interface LazyPartProps {
  /** Shown if the code could not be loaded. */
  unavailable?: ReactNode;
  /** Called if the code could not be loaded. Whoever removes the part then can show it again later, which loads it again. */
  onUnavailable?(): void;
  /** Whether the reader has not asked for it, and is not told if it could not be loaded. */
  isQuiet?: boolean;
}

/**
 * A part of a page whose code and messages are loaded when it is first shown. Show it in a transition (`startTransition`,
 * `useDeferredValue`): what is on the page stays until it has come. The server never shows one.
 * @param load its component
 * @param messages the catalog with its messages, unless the page's own has them
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  messages?: () => Promise<Catalog>,
): ComponentType<Props & LazyPartProps> {
  const loadWithMessages = async (i18n: I18n): Promise<ComponentType<Props & LazyPartProps>> => {
    const [Component, catalog] = await Promise.all([load(), messages?.()]);
    await catalog?.add(i18n);
    return Component;
  };
  // A document has one; tests have many.
  const parts = new WeakMap<I18n, ComponentType<Props & LazyPartProps>>();
  const create = (i18n: I18n) =>
    lazy(async () => {
      // React is rendering: what shows that something is loading cannot change yet.
      await Promise.resolve();
      try {
        return { default: await partLoads.track(loadOnDemand(() => loadWithMessages(i18n))) };
      } catch {
        return { default: (props: LazyPartProps) => <Unavailable {...props} onGone={() => parts.delete(i18n)} /> };
      }
    });
  return function LazyPart(props) {
    const { i18n } = useLingui();
    const Part = parts.get(i18n) ?? create(i18n);
    parts.set(i18n, Part);
    return <Part {...props} />;
  };
}

function Unavailable({ unavailable, onUnavailable, isQuiet = false, onGone }: LazyPartProps & { onGone(): void }) {
  const { t } = useLingui();
  const notify = useNotify();
  useEffect(() => {
    if (!isQuiet) notify({ message: t`This could not be loaded. Try again later.` });
    onUnavailable?.();
    return onGone;
    // Once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return unavailable;
}
