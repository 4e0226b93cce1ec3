import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { Locale } from "../../../contract/locales";
import { Icon } from "../../ui/Icon";
import { useJump } from "./use-jump";
import classes from "./DocToc.module.css";

interface Heading {
  id: string;
  level: number;
  text: string;
}

interface DocTocProps {
  headings: readonly Heading[];
  /** Of the headings. */
  locale: Locale;
}

/** The headings of a page: beside it in wide windows, where they follow the scroll; in narrow ones below the title, folded. */
export function DocToc({ headings, locale }: DocTocProps) {
  const { t } = useLingui();
  const here = useHeadingInView(headings);
  if (headings.length < 2) return null;
  return (
    <>
      <nav className={classes.beside} aria-label={t`On this page`}>
        <p>
          <Trans>On this page</Trans>
        </p>
        <Headings headings={headings} locale={locale} here={here} />
      </nav>
      <details className={classes.below}>
        <summary>
          <Trans>On this page</Trans>
          <Icon name="chevronDown" size={16} />
        </summary>
        <Headings headings={headings} locale={locale} here={null} />
      </details>
    </>
  );
}

function Headings({ headings, locale, here }: DocTocProps & { here: string | null }) {
  const jump = useJump();
  return (
    <ol>
      {headings.map(({ id, level, text }) => (
        <li key={id} data-level={level}>
          <a
            href={`#${id}`}
            aria-current={id === here ? "location" : undefined}
            onClick={(event) => jump(event, `#${id}`)}
          >
            <bdi lang={locale}>{text}</bdi>
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The last heading above a third of the window: what is being read. Null before scripts run. */
function useHeadingInView(headings: readonly Heading[]): string | null {
  const [here, setHere] = useState<string | null>(null);
  useEffect(() => {
    const follow = () => {
      const elements = headings.flatMap(({ id }) => document.getElementById(id) ?? []);
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const above = elements.filter((element) => element.getBoundingClientRect().top < innerHeight / 3);
      setHere((isAtEnd ? elements.at(-1) : (above.at(-1) ?? elements[0]))?.id ?? null);
    };
    follow();
    addEventListener("scroll", follow, { passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow);
      removeEventListener("resize", follow);
    };
  }, [headings]);
  return here;
}
