import { defaultSchema } from "rehype-sanitize";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { threadTime } from "../testing/thread-time";
import { renderMarkdown } from "./markdown";
import { UserMarkdown } from "./user-markdown";

const visitor = (source: string) => new UserMarkdown(source).toPieces(() => undefined).join("");
const own = (source: string) => renderMarkdown(source, { idPrefix: "doc-" });

/** In serialized HTML, `<` only occurs at the start of a tag. */
const TAG = /<(\/?)([^\s/>]*)((?:"[^"]*"|[^">])*)>/g;
const ATTRIBUTE = /\s([^\s=>]+)(?:="([^"]*)")?/g;
const ADDRESS = /^(?:(?:https?|ircs?|mailto|xmpp):|[^:]*$|[^:]*[/?#])/i;

/** Everything in the HTML that GitHub would not allow, or that is dangerous to a page. */
function dangers(html: string): string[] {
  const found = /<(?![/a-z])/.test(html.replace(TAG, "")) ? ["a stray <"] : [];
  for (const [, , name = "", attributes = ""] of html.matchAll(TAG)) {
    if (!defaultSchema.tagNames?.includes(name)) found.push(`<${name}>`);
    for (const [, attribute = "", value = ""] of attributes.matchAll(ATTRIBUTE)) {
      const text = value.replace(/&#x([\dA-F]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
      if (/^on|^(style|class|srcdoc|formaction|background|ping|target)$/.test(attribute)) {
        if (!/^(language-|task-list-item$|contains-task-list$|sr-only$|footnotes$|data-footnote)/.test(value)) {
          found.push(attribute);
        }
      }
      if (/^(href|src|cite|longdesc)$/.test(attribute) && !ADDRESS.test(text)) found.push(`${attribute}=${text}`);
      if (/^(id|name|aria-labelledby|aria-describedby)$/.test(attribute) && !text.startsWith("c-")) found.push(text);
    }
  }
  return found;
}

describe("Markdown", () => {
  it.each([
    ["paragraphs and emphasis", "a *b* **c** `d`", "<p>a <em>b</em> <strong>c</strong> <code>d</code></p>"],
    ["strikethrough", "~~gone~~", "<p><del>gone</del></p>"],
    ["addresses without brackets", "see https://a.example/x", '<p>see <a href="https://a.example/x">'],
    ["tables", "| a | b |\n|:-:|---|\n| 1 | 2 |", '<th align="center">a</th>'],
    ["task lists", "- [x] done\n- [ ] open", '<input type="checkbox" checked disabled> done'],
    ["the language of code", "```ts\nlet a;\n```", '<code class="language-ts">let a;'],
    ["HTML as GitHub has it", "press <kbd>Ctrl</kbd>", "<p>press <kbd>Ctrl</kbd></p>"],
    ["HTML around Markdown", "<details><summary>s</summary>\n\n*b*\n\n</details>", "<p><em>b</em></p>\n</details>"],
    ["other scripts", "**مرحبا** 你好 নমস্কার", "<p><strong>مرحبا</strong> 你好 নমস্কার</p>"],
  ])("has %s", (_what, source, html) => {
    expect(own(source).html).toContain(html);
    expect(visitor(source)).not.toBe("");
  });

  it("has no footnotes, because their numbers would collide between texts", () => {
    expect(own("a[^1]\n\n[^1]: b").html).not.toMatch(/footnote|<sup|fn-1/);
  });

  it("supports any reasonable nesting", () => {
    expect(own("> - 1. > a").html).toMatch(/<blockquote>\s*<ul>\s*<li>\s*<ol>\s*<li>\s*<blockquote>/);
    expect(own("> ".repeat(500)).html.match(/<blockquote>/g)).toHaveLength(24);
    expect(own("-".repeat(100)).html).toBe("<hr>");
  });

  it("renders an empty text as empty", () => {
    expect(own("")).toEqual({ html: "", headings: [] });
  });
});

describe("a heading", () => {
  it("has an id that is derived from its text and unique on the page", () => {
    const { html, headings } = own("# What we *store*\n\n## 你好 世界\n\n## What we store\n\n<h3>Raw &amp; ready</h3>");
    expect(headings).toEqual([
      { id: "doc-what-we-store", level: 1, text: "What we store" },
      { id: "doc-你好-世界", level: 2, text: "你好 世界" },
      { id: "doc-what-we-store-1", level: 2, text: "What we store" },
      { id: "doc-raw--ready", level: 3, text: "Raw & ready" },
    ]);
    expect(html).toContain('<h1 id="doc-what-we-store">What we <em>store</em></h1>');
  });

  it("keeps the author's id, and never duplicates one", () => {
    const { headings } = own('<h2 id="mine">Title</h2>\n\n<p id="twice"></p>\n\n## Twice\n\n## !');
    expect(headings.map(({ id }) => id)).toEqual(["doc-mine", "doc-twice-1", "doc-"]);
  });
});

describe("a link", () => {
  it("in user content is marked nofollow, unlike one in our own", () => {
    const source = "[a](https://a.example) https://b.example <a href='/c' rel='me' target='_top'>c</a>";
    expect(visitor(source).match(/ rel="nofollow ugc noopener"/g)).toHaveLength(3);
    expect(visitor(source)).not.toMatch(/target|rel="me"/);
    expect(own(source).html).not.toContain("rel=");
  });

  it("gets the target that resolveLink returns", () => {
    const options = { idPrefix: "", resolveLink: (href: string) => `/x/${href}` };
    expect(renderMarkdown("[a](b) [c](javascript:d)", options).html).toBe('<p><a href="/x/b">a</a> <a>c</a></p>');
  });

  it.each(["https://a.example", "mailto:a@b.example", "/a", "a/b?c:d#e", "#a", "//a.example"])(
    "to %s is kept",
    (href) => {
      expect(visitor(`[a](${href})`)).toContain(`href="${href}"`);
    },
  );
});

const SCHEMES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "java&#10;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A&#x61vascript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript&colon;alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  "file:///etc/passwd",
  "blob:https://a.example/1",
  "feed:javascript:alert(1)",
  "view-source:javascript:alert(1)",
];

const CARRIERS: readonly ((address: string) => string)[] = [
  (address) => `[a](<${address}>)`,
  (address) => `[a](${encodeURI(address)})`,
  (address) => `![a](<${address}>)`,
  (address) => `[a]\n\n[a]: <${address}>`,
  (address) => `<${address}>`,
  (address) => `<a href="${address}">a</a>`,
  (address) => `<img src='${address}'>`,
  (address) => `<form action="${address}"><button formaction="${address}">a</button></form>`,
  (address) => `<iframe src="${address}"></iframe>`,
  (address) => `<object data="${address}"></object><embed src="${address}">`,
  (address) => `<svg><a xlink:href="${address}"><text y="9">a</text></a></svg>`,
  (address) => `<math><a href="${address}">a</a><maction xlink:href="${address}">a</maction></math>`,
  (address) => `<blockquote cite="${address}">a</blockquote>`,
  (address) => `<body background="${address}">`,
  (address) => `<base href="${address}"><a href="x">a</a>`,
  (address) => `<link rel="stylesheet" href="${address}"><meta http-equiv="refresh" content="0;url=${address}">`,
  (address) => `<table background="${address}"><tr><td background="${address}">a</table>`,
  (address) => `<div style="background:url(${address})">a</div>`,
  (address) => `<video src="${address}" poster="${address}"><source src="${address}"></video>`,
  (address) => `<input type="image" src="${address}">`,
];

const PAYLOADS = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//a.example/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<script\n>alert(1)</script\n>",
  "`<script>`<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<img/src=x/onerror=alert(1)>",
  '<img src="x"onerror="alert(1)">',
  "<img src=x onerror\u0000=alert(1)>",
  '![a" onerror="alert(1)](x)',
  '![a](x "t\\" onerror=alert(1)")',
  '[a](https://a.example "\\"onmouseover=alert(1)")',
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  "<svg><animate attributeName=href values=javascript:alert(1) /></svg>",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
  "<title><img src=x onerror=alert(1)></title>",
  "<xmp><img src=x onerror=alert(1)></xmp>",
  "<plaintext><img src=x onerror=alert(1)>",
  "<template><img src=x onerror=alert(1)></template>",
  "<style>@import '//a.example';</style><style>*{background:url(//a.example)}</style>",
  "<details open ontoggle=alert(1)><summary onclick=alert(1)>a</summary></details>",
  "<div onclick=alert(1) onfocus=alert(1) tabindex=0 autofocus>a</div>",
  "<body onload=alert(1)><html onload=alert(1)>",
  "<marquee onstart=alert(1)>a</marquee>",
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  "<input onfocus=alert(1) autofocus><select onfocus=alert(1) autofocus><textarea onfocus=alert(1) autofocus>",
  "<isindex action=javascript:alert(1) type=submit><keygen autofocus onfocus=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='https://a.example' target=_blank style='position:fixed;inset:0'>a</a>",
  "<p class='mantine-Modal' style='position:fixed'>a</p>",
  "<a id=location name=location>a</a><form id=document name=cookie><input name=body></form>",
  "<img name=getElementById src=x><p id=__proto__ aria-labelledby=title>a</p>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!-- --!><img src=x onerror=alert(1)> -->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?xml version='1.0'?><!DOCTYPE html><!ENTITY x '<script>alert(1)</script>'>",
  "<a title='`'\"><img src=x onerror=alert(1)>'>a</a>",
  "**<b>** <i onclick=alert(1)>*</b></i>",
  "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
  "- [x] <input type=text onfocus=alert(1) autofocus>",
  '```html" onmouseover=alert(1)\n<script>alert(1)</script>\n```',
  "    <script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x onerror=alert(1)&#62;",
  "www.a.example/<script>alert(1)</script> a@b.example'onclick=alert(1)",
  'https://a.example/"onmouseover="alert(1)',
  "<div><p id='x\"onclick=alert(1)'>a</p></div>",
  "<table><td><script>alert(1)</script></td><img src=x onerror=alert(1)></table>",
  "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
  "\u2028<script>alert(1)</script>\u2029\ufeff<script>alert(1)</script>",
  "<x-custom onclick=alert(1)><slot></slot></x-custom>",
  "<portal src=javascript:alert(1)></portal><dialog open>a</dialog>",
  "<frameset onload=alert(1)><frame src=javascript:alert(1)></frameset>",
  "<applet code=x></applet><bgsound src=x><layer src=x></layer>",
  "<button onclick=alert(1) popovertarget=x>a</button><div popover id=x onbeforetoggle=alert(1)>",
];

describe("nothing that could run or disguise itself survives", () => {
  test.each(SCHEMES)("in the address %j", (address) => {
    for (const carrier of CARRIERS) {
      const html = visitor(carrier(address));
      expect({ source: carrier(address), html, dangers: dangers(html) }).toMatchObject({ dangers: [] });
    }
  });

  test.each(PAYLOADS)("in %j", (payload) => {
    for (const source of [payload, `> ${payload}`, `- ${payload}`, `# ${payload}`, `a ${payload} b`, `*${payload}*`]) {
      const html = visitor(source);
      expect({ source, html, dangers: dangers(html) }).toMatchObject({ dangers: [] });
      // The output is still safe when it is parsed again, as a browser does.
      expect(dangers(visitor(html))).toEqual([]);
    }
  });

  test("in any combination of fragments", () => {
    const pieces = [
      "<",
      ">",
      "</",
      '"',
      "'",
      "`",
      "```",
      "\n",
      "\n\n",
      "!--",
      "--",
      "[",
      "](",
      ")",
      "javascript:",
      "a",
    ].concat([
      "<svg",
      "<math",
      "<style>",
      "<script>",
      "<img src=x onerror=a",
      "<table>",
      "<p id=x",
      "<a href=",
      "&#",
      ";",
      "\0",
      " ",
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        expect(dangers(visitor(parts.join("")))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("and these tests would detect it", () => {
    for (const html of [
      "<script>a</script>",
      '<img src="x" onerror="a">',
      '<a href="javascript:a">',
      '<a href="&#x6A;avascript:a">',
      '<p id="title">',
      '<p style="a">',
      '<p class="a">',
    ]) {
      expect(dangers(html)).not.toEqual([]);
    }
  });
});

/** The maximum length of a comment. */
const LENGTH = 2000;
const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

test.each([
  "*a ",
  "**a _b ",
  "[",
  "![",
  "[a](",
  "[a](<",
  "![[]()",
  "]",
  "> ",
  "- ",
  "1. ",
  "`",
  "`a``",
  "~a~~",
  "<b>",
  "<p><b>",
  "<b><i a>",
  "<table>",
  "<div\n",
  "<a href=",
  "<!-",
  "&#x",
  "a@",
  "www.",
  "https://",
  "|-",
  "|a|\n|-|\n",
  "[a]: b\n",
  "[^1]",
  "\\",
  "a\n=\n",
  "- a\n  ",
  "\t",
  "<b><p>",
  "<a><table><td>",
  "<font color=a><p>",
])("2000 characters of %j render without a noticeable delay", async (piece) => {
  await expectQuick(fill(piece));
});

test("deeply nested texts render without a noticeable delay", async () => {
  await expectQuick("_*".repeat(LENGTH / 4) + "*_".repeat(LENGTH / 4));
  await expectQuick(fill("<div>"));
  await expectQuick(fill("<ul><li>"));
  await expectQuick("[![".repeat(LENGTH / 8) + "](a)".repeat(LENGTH / 8));
  const steps = Array.from({ length: 60 }, (_, depth) => `${" ".repeat(depth)}- a`);
  await expectQuick(steps.join("\n").slice(0, LENGTH));
});

/** Takes the best of a few attempts, relative to the time for ordinary text: machines differ. */
async function expectQuick(source: string): Promise<void> {
  const usual = fill("A *word*, a [link](https://a.example) and `code`.\n\n- one\n- two\n\n");
  const timeOf = (text: string) => threadTime(async () => visitor(text));
  const best = { source: Infinity, usual: Infinity };
  const allowed = () => Math.max(50, 5 * best.usual);
  for (let tries = 0; tries < 30 && (tries === 0 || best.source >= allowed()); tries += 1) {
    best.usual = Math.min(best.usual, await timeOf(usual));
    best.source = Math.min(best.source, await timeOf(source));
  }
  expect(best.source).toBeLessThan(allowed());
}
