import type { Locale } from "./locales";

export interface ExternalLink {
  label: string;
  href: string;
}

export interface ChatTarget {
  label: string;
  /** The address that opens a new chat; `{prompt}` stands for the percent-encoded text. */
  href: string;
  /** The longest text in bytes, percent-encoded, that the site accepts in an address. */
  maxLength: number;
}

/** Shown above the header until dismissed; a new id shows it again. */
export interface Announcement {
  /** Lower-case letters, digits, "-" and "_". */
  id: string;
  /** At least in English, the fallback for missing languages. */
  text: { en: string } & Partial<Record<Locale, string>>;
  href?: string;
}

/** What a site can configure without code changes. Links that are not configured are not shown. */
export interface SiteLinks {
  tools: readonly ExternalLink[];
  feedback: readonly ExternalLink[];
  icons: {
    messagingGroup?: string;
    chatServer?: string;
    qqGroup?: string;
    sourceRepository?: string;
  };
  chatTargets: readonly ChatTarget[];
  /** Share targets; `{url}` and `{title}` stand for the percent-encoded values. */
  shareTargets: readonly ExternalLink[];
  announcement: Announcement | null;
  /** Where the folder `docs-content/` of the source code can be edited: pages of the docs lead to their file there. */
  docsSource?: string;
  /** The id of a container of Google Tag Manager, such as "GTM-ABC123". It is loaded for visitors who have allowed it. */
  tagManager?: string;
}

/** The defaults. The file named by the setting SITE_LINKS overrides individual keys. */
export const SITE_LINKS: SiteLinks = {
  tools: [
    { label: "ChatGPT", href: "https://chatgpt.com/" },
    { label: "Claude", href: "https://claude.ai/" },
    { label: "Gemini", href: "https://gemini.google.com/" },
    { label: "Le Chat", href: "https://chat.mistral.ai/" },
    { label: "DeepSeek", href: "https://chat.deepseek.com/" },
  ],
  feedback: [],
  icons: {},
  chatTargets: [
    { label: "ChatGPT", href: "https://chatgpt.com/?q={prompt}", maxLength: 8000 },
    { label: "Claude", href: "https://claude.ai/new?q={prompt}", maxLength: 8000 },
    { label: "Le Chat", href: "https://chat.mistral.ai/chat?q={prompt}", maxLength: 8000 },
  ],
  shareTargets: [
    { label: "X", href: "https://x.com/intent/post?text={title}&url={url}" },
    { label: "Facebook", href: "https://www.facebook.com/sharer/sharer.php?u={url}" },
    { label: "LinkedIn", href: "https://www.linkedin.com/sharing/share-offsite/?url={url}" },
    { label: "Reddit", href: "https://www.reddit.com/submit?url={url}&title={title}" },
    { label: "Telegram", href: "https://t.me/share/url?url={url}&text={title}" },
    { label: "WhatsApp", href: "https://wa.me/?text={title}%20{url}" },
    { label: "微博 Weibo", href: "https://service.weibo.com/share/share.php?url={url}&title={title}" },
  ],
  announcement: null,
};

/** The site's links for a page, with the announcement only in the page's language. */
export type PageLinks = Omit<SiteLinks, "announcement"> & {
  announcement: { id: string; text: string; href?: string } | null;
};

export function pageLinks({ announcement, ...links }: SiteLinks, locale: Locale): PageLinks {
  if (!announcement) return { ...links, announcement };
  const { id, text, href } = announcement;
  return { ...links, announcement: { id, text: text[locale] ?? text.en, ...(href ? { href } : {}) } };
}

/** Whether the visitor allows the tag manager: "yes" or "no". The server reads it, because its policy must allow the script. */
export const MEASUREMENT_COOKIE = "polyprompt-measurement";
