import { Trans } from "@lingui/react/macro";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router-dom";
import { type Locale, localeInfo } from "../../../contract/locales";
import { useSite } from "../../runtime/SiteProvider";
import { useAnnounce } from "../../ui/Announcer";
import { Icon } from "../../ui/Icon";
import { isModifiedClick } from "../../ui/modified-click";
import { copyText } from "../prompt";
import { useJump } from "./use-jump";
import { useLingui } from "@lingui/react/macro";
import classes from "./DocText.module.css";

interface DocTextProps {
  /** Rendered by the server; safe. */
  html: string;
  locale: Locale;
}

/** A text of the docs. Blocks of code get a button that copies them. */
export function DocText({ html, locale }: DocTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const [captions, setCaptions] = useState<Element[]>([]);
  const followLink = useFollowLink();
  useEffect(() => {
    setCaptions([...(text.current?.querySelectorAll("[data-copy]") ?? [])]);
  }, [html]);
  return (
    <>
      <div
        ref={text}
        lang={locale}
        dir={localeInfo(locale).dir}
        className={classes.text}
        onClick={followLink}
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {captions.map((caption, index) => createPortal(<CopyCode caption={caption} />, caption, String(index)))}
    </>
  );
}

function CopyCode({ caption }: { caption: Element }) {
  const { t } = useLingui();
  const { locale } = useSite();
  const announce = useAnnounce();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const code = caption.closest("figure")?.querySelector("code")?.textContent ?? "";
    try {
      await copyText(Promise.resolve(code));
    } catch {
      announce(t`It could not be copied. Select the text instead.`);
      return;
    }
    setCopied(true);
    announce(t`Copied`);
  };
  const forget = () => setCopied(false);
  return (
    <button
      className={classes.copy}
      type="button"
      lang={locale}
      dir={localeInfo(locale).dir}
      onClick={() => void copy()}
      onBlur={forget}
      onPointerLeave={forget}
    >
      <Icon name={copied ? "check" : "copy"} size={16} />
      {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
    </button>
  );
}

/** Follows links of the HTML to pages and headings through the router, without a page load. The server has marked those to pages. */
function useFollowLink() {
  const navigate = useNavigate();
  const jump = useJump();
  const { basePath } = useSite();
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || isModifiedClick(event)) return;
    if (link.matches('[href^="#"]')) {
      jump(event, link.hash);
      return;
    }
    if (!link.matches("[data-page]")) return;
    event.preventDefault();
    void navigate(link.pathname.slice(basePath.length) + link.search + link.hash);
  };
}
