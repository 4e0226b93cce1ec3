import type { SiteLinks } from "../contract/site-links";

/** Everything that a site's owner can configure. Chats and share targets are those built into the product. */
export const ALL_LINKS: Partial<SiteLinks> = {
  tools: [
    { label: "ChatGPT", href: "https://chatgpt.com/" },
    { label: "Claude", href: "https://claude.ai/" },
  ],
  feedback: [{ label: "Forum", href: "https://forum.example/" }],
  icons: {
    messagingGroup: "https://group.example/",
    chatServer: "https://chat.example/",
    qqGroup: "https://qq.example/",
    sourceRepository: "https://source.example/",
  },
  announcement: {
    id: "thirteen-languages",
    text: { en: "Polyprompt speaks 13 languages.", ar: "يتحدث Polyprompt ثلاث عشرة لغة." },
    href: "https://news.example/",
  },
};
