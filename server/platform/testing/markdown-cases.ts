const link = (href: string, text: string, more = "") =>
  `<a href="${href}"${more} rel="nofollow ugc noopener">${text}</a>`;
const code = (text: string) => `<pre><code>${text}</code></pre>`;
const table = (head: string, ...rows: string[]) =>
  `<table><thead>${head}</thead>${rows.length > 0 ? `<tbody>${rows.join("")}</tbody>` : ""}</table>`;

type Cases = readonly (readonly [source: string, html: string])[];

/**
 * What a member may write and what becomes of it, without the line breaks between blocks, by the sections of CommonMark 0.31 and of
 * GitHub's specification.
 */
export const MARKDOWN_CASES: Readonly<Record<string, Cases>> = {
  tabs: [
    ["\ta\tb", code("a\tb\n")],
    ["  \ta", code("a\n")],
    ["- a\n\n\tb", "<ul><li><p>a</p><p>b</p></li></ul>"],
    ["- a\n\n\t\tb", `<ul><li><p>a</p>${code("  b\n")}</li></ul>`],
    [">\t\ta", `<blockquote>${code("  a\n")}</blockquote>`],
    ["#\ta", "<h3>a</h3>"],
    ["*\t*\t*\t", "<hr>"],
  ],
  "backslash escapes": [
    ["\\*a\\*", "<p>*a*</p>"],
    ["\\<br>", "<p>&#x3C;br></p>"],
    ["\\# a", "<p># a</p>"],
    ["\\a\\ \\é", "<p>\\a\\ \\é</p>"],
    ["\\\\*a*", "<p>\\<em>a</em></p>"],
    ["`\\*`", "<p><code>\\*</code></p>"],
    ["[a](\\*b\\* 'c\\'d')", `<p>${link("*b*", "a", ' title="c&#x27;d"')}</p>`],
    ["a\\\nb", "<p>a<br>\nb</p>"],
  ],
  entities: [
    ["&copy; &#65; &#x41;", "<p>© A A</p>"],
    ["&nosuch; &copy", "<p>&#x26;nosuch; &#x26;copy</p>"],
    ["&amp;lt;", "<p>&#x26;lt;</p>"],
    ["&#0;", "<p>\ufffd</p>"],
    ["`&copy;`", "<p><code>&#x26;copy;</code></p>"],
    ["&#42;a&#42;", "<p>*a*</p>"],
    ["[a](b&auml;)", `<p>${link("b%C3%A4", "a")}</p>`],
  ],
  precedence: [
    ["- `a\n- b`", "<ul><li>`a</li><li>b`</li></ul>"],
    ["*a `*`", "<p>*a <code>*</code></p>"],
    ["[a`](b)`", "<p>[a<code>](b)</code></p>"],
  ],
  "thematic breaks": [
    ["***\n---\n___", "<hr><hr><hr>"],
    ["--", "<p>--</p>"],
    [" * * *", "<hr>"],
    ["    ***", code("***\n")],
    ["- - -", "<hr>"],
    ["a\n***\nb", "<p>a</p><hr><p>b</p>"],
    ["a\n---\nb", "<h4>a</h4><p>b</p>"],
    ["- a\n***\n- b", "<ul><li>a</li></ul><hr><ul><li>b</li></ul>"],
  ],
  "headings with signs, two levels lower": [
    ["# a", "<h3>a</h3>"],
    ["## a\n### b\n#### c", "<h4>a</h4><h5>b</h5><h6>c</h6>"],
    ["##### a\n###### b", "<h6>a</h6><h6>b</h6>"],
    ["####### a", "<p>####### a</p>"],
    ["#a", "<p>#a</p>"],
    ["# *a* \\*", "<h3><em>a</em> *</h3>"],
    ["## a ##   ", "<h4>a</h4>"],
    ["# a#", "<h3>a#</h3>"],
    ["#", "<h3></h3>"],
    ["   # a", "<h3>a</h3>"],
    ["a\n# b", "<p>a</p><h3>b</h3>"],
  ],
  "underlined headings": [
    ["a\n===", "<h3>a</h3>"],
    ["a *b\nc*\n-", "<h4>a <em>b\nc</em></h4>"],
    ["a\n= =", "<p>a\n= =</p>"],
    ["> a\n---", "<blockquote><p>a</p></blockquote><hr>"],
    ["\\> a\n---", "<h4>> a</h4>"],
  ],
  "indented code": [
    ["    a\n      b", code("a\n  b\n")],
    ["a\n    b", "<p>a\nb</p>"],
    ["    a\n\n    b", code("a\n\nb\n")],
    ["    *a* <b>", code("*a* &#x3C;b>\n")],
    ["    a\nb", `${code("a\n")}<p>b</p>`],
  ],
  "fenced code": [
    ["```\n<\n```", code("&#x3C;\n")],
    ["~~~\na\n```\n~~~", code("a\n```\n")],
    ["````\na\n```\n````", code("a\n```\n")],
    ["```\na", code("a\n")],
    ["``\na\n``", "<p><code>a</code></p>"],
    ["  ```\n  a\n ```", code("a\n")],
    ["```ruby startline=3\na\n```", '<pre><code class="language-ruby">a\n</code></pre>'],
    ["``` a`b\n```", `<p>\`\`\` a\`b</p>${code("")}`],
    ["> ```\n> a\n\nb", `<blockquote>${code("a\n")}</blockquote><p>b</p>`],
  ],
  "HTML blocks of seven kinds": [
    ["<pre>\n*a*\n\n*b*</pre>", "<pre>*a*\n\n*b*</pre>"],
    ["<style>\n*a*\n\n</style>*b*\n*c*", "\n*a*\n\n*b*<p><em>c</em></p>"],
    ["a\n\n<!-- *b*\n\n*c* -->\n*d*", "<p>a</p><p><em>d</em></p>"],
    ["<?a\n\n*b*?>\n*c*", "<p><em>c</em></p>"],
    ["<!A\n\n*b*>\n*c*", "<p><em>c</em></p>"],
    ["<![CDATA[\n\n*a*]]>\n*b*", "<p><em>b</em></p>"],
    ["<div>\n*a*\n</div>", "<div>*a*</div>"],
    ["<div>\n\n*a*\n\n</div>", "<div><p><em>a</em></p></div>"],
    ["a\n<div>b</div>", "<p>a</p><div>b</div>"],
    ["<kbd>\n*a*\n</kbd>", "<kbd>\n*a*\n</kbd>"],
    ["a\n<kbd>\nb</kbd>", "<p>a\n<kbd>\nb</kbd></p>"],
    ["<kbd>*a*</kbd>", "<p><kbd><em>a</em></kbd></p>"],
    [
      "<details>\n<summary>a</summary>\n\n- b\n\n</details>",
      "<details><summary>a</summary><ul><li>b</li></ul></details>",
    ],
  ],
  "definitions of references": [
    ["[a]: /b 'c'\n\n[a]", `<p>${link("/b", "a", ' title="c"')}</p>`],
    ["[a]:\n  <b c>\n\n[A]", `<p>${link("b%20c", "A")}</p>`],
    ["[a]: b\n[a]: c\n\n[a]", `<p>${link("b", "a")}</p>`],
    ["[a]\n\n[a]: b", `<p>${link("b", "a")}</p>`],
    ["a\n[b]: c\n\n[b]", "<p>a\n[b]: c</p><p>[b]</p>"],
    ["[a]: b c\n\n[a]", "<p>[a]: b c</p><p>[a]</p>"],
    ["[ẞ]: b\n\n[SS]", `<p>${link("b", "SS")}</p>`],
    ["> [a]: b\n\n[a]", `<blockquote></blockquote><p>${link("b", "a")}</p>`],
    ["[a]: <>\n\n[a]", `<p>${link("", "a")}</p>`],
  ],
  "paragraphs and blank lines": [
    ["a\n  b\n\n\nc", "<p>a\nb</p><p>c</p>"],
    ["   a", "<p>a</p>"],
    ["  \n\na\n  \n", "<p>a</p>"],
    ["", ""],
  ],
  tables: [
    ["|a|b|\n|-|-|\n|c|d|", table("<tr><th>a</th><th>b</th></tr>", "<tr><td>c</td><td>d</td></tr>")],
    [
      "a|b|c\n:-|:-:|-:\nd|e|f",
      table(
        '<tr><th align="left">a</th><th align="center">b</th><th align="right">c</th></tr>',
        '<tr><td align="left">d</td><td align="center">e</td><td align="right">f</td></tr>',
      ),
    ],
    ["|a|\n|-|\n|`b\\|c`|", table("<tr><th>a</th></tr>", "<tr><td><code>b|c</code></td></tr>")],
    ["|a|b|\n|-|\n|c|", "<p>|a|b|\n|-|\n|c|</p>"],
    [
      "|a|b|\n|-|-|\n|c|\n|d|e|f|",
      table("<tr><th>a</th><th>b</th></tr>", "<tr><td>c</td><td></td></tr>", "<tr><td>d</td><td>e</td></tr>"),
    ],
    ["|a|\n|-|\nb\n\nc", `${table("<tr><th>a</th></tr>", "<tr><td>b</td></tr>")}<p>c</p>`],
    ["|a|\n|-|\n> b", `${table("<tr><th>a</th></tr>")}<blockquote><p>b</p></blockquote>`],
    ["|*a*|\n|-|\n|# b|", table("<tr><th><em>a</em></th></tr>", "<tr><td># b</td></tr>")],
  ],
  quotes: [
    ["> # a\n>b\n> c", "<blockquote><h3>a</h3><p>b\nc</p></blockquote>"],
    ["> a\nb", "<blockquote><p>a\nb</p></blockquote>"],
    ["> a\n\n> b", "<blockquote><p>a</p></blockquote><blockquote><p>b</p></blockquote>"],
    ["> a\n>\n> b", "<blockquote><p>a</p><p>b</p></blockquote>"],
    [">>> a\n> b", "<blockquote><blockquote><blockquote><p>a\nb</p></blockquote></blockquote></blockquote>"],
    ["> - a\n- b", "<blockquote><ul><li>a</li></ul></blockquote><ul><li>b</li></ul>"],
    [">", "<blockquote></blockquote>"],
  ],
  "list items": [
    ["- a\n\n  b", "<ul><li><p>a</p><p>b</p></li></ul>"],
    ["- a\n\n b", "<ul><li>a</li></ul><p>b</p>"],
    ["7) a", '<ol start="7"><li>a</li></ol>'],
    ["0. a", '<ol start="0"><li>a</li></ol>'],
    ["1234567890. a", "<p>1234567890. a</p>"],
    ["-a", "<p>-a</p>"],
    ["-\n  a", "<ul><li>a</li></ul>"],
    ["-\n\n  a", "<ul><li></li></ul><p>a</p>"],
    ["1.  a\n\n        b", `<ol><li><p>a</p>${code("b\n")}</li></ol>`],
    ["- - a", "<ul><li><ul><li>a</li></ul></li></ul>"],
    ["- # a", "<ul><li><h3>a</h3></li></ul>"],
    ["a\n2. b", "<p>a\n2. b</p>"],
    ["a\n1. b", "<p>a</p><ol><li>b</li></ol>"],
  ],
  "task lists": [
    ["- [ ] a\n- [x] b\n- [X] c", "<ul><li>☐ a</li><li>☑ b</li><li>☑ c</li></ul>"],
    ["1. [x] a", "<ol><li>☑ a</li></ol>"],
    ["- [x]a\n- [ ]", "<ul><li>[x]a</li><li>[ ]</li></ul>"],
    ["[x] a", "<p>[x] a</p>"],
    ["- [x] a\n  - [ ] b", "<ul><li>☑ a<ul><li>☐ b</li></ul></li></ul>"],
  ],
  lists: [
    ["- a\n- b\n+ c", "<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>"],
    ["1. a\n2) b", '<ol><li>a</li></ol><ol start="2"><li>b</li></ol>'],
    ["- a\n\n- b", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"],
    ["- a\n  - b\n\n    c\n- d", "<ul><li>a<ul><li><p>b</p><p>c</p></li></ul></li><li>d</li></ul>"],
    ["- a\n\n<!-- -->\n\n- b", "<ul><li>a</li></ul><ul><li>b</li></ul>"],
    ["1. a\n1. b\n5. c", "<ol><li>a</li><li>b</li><li>c</li></ol>"],
  ],
  "code spans": [
    ["`a`", "<p><code>a</code></p>"],
    ["`` a`b ``", "<p><code>a`b</code></p>"],
    ["` `` `", "<p><code>``</code></p>"],
    ["`  a `", "<p><code> a</code></p>"],
    ["` `", "<p><code> </code></p>"],
    ["`a\nb`", "<p><code>a b</code></p>"],
    ["`a``", "<p>`a``</p>"],
    ["`<a href=`b`>", "<p><code>&#x3C;a href=</code>b`></p>"],
  ],
  emphasis: [
    ["*a* _b_ **c** __d__", "<p><em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong></p>"],
    ["a * b*", "<p>a * b*</p>"],
    ["a_b_c a*b*c", "<p>a_b_c a<em>b</em>c</p>"],
    ["_(a)_.", "<p><em>(a)</em>.</p>"],
    ["*a _b* c_", "<p><em>a _b</em> c_</p>"],
    ["***a***", "<p><em><strong>a</strong></em></p>"],
    ["**a*", "<p>*<em>a</em></p>"],
    ["***a** b*", "<p><em><strong>a</strong> b</em></p>"],
    ["*a**b*", "<p><em>a**b</em></p>"],
    ["*a **b***", "<p><em>a <strong>b</strong></em></p>"],
    ["**", "<p>**</p>"],
    ["*\u00a0a*", "<p>*\u00a0a*</p>"],
    ["**你好**，世界", "<p><strong>你好</strong>，世界</p>"],
    ['a*"b"*', '<p>a*"b"*</p>'],
  ],
  strikethrough: [
    ["~~a~~ ~b~", "<p><del>a</del> <del>b</del></p>"],
    ["~~~a~~~ b", '<pre><code class="language-a~~~"></code></pre>'],
    ["a ~~~b~~~", "<p>a ~~~b~~~</p>"],
    ["~~a\n\nb~~", "<p>~~a</p><p>b~~</p>"],
    ["~~a~", "<p>~~a~</p>"],
  ],
  links: [
    ["[a](b)", `<p>${link("b", "a")}</p>`],
    ["[a]()", `<p>${link("", "a")}</p>`],
    ["[a](b c)", "<p>[a](b c)</p>"],
    ['[a](<b c> "d")', `<p>${link("b%20c", "a", ' title="d"')}</p>`],
    ["[a](b(c)d)", `<p>${link("b(c)d", "a")}</p>`],
    ["[a] (b)", "<p>[a] (b)</p>"],
    ["[*a*](b)", `<p>${link("b", "<em>a</em>")}</p>`],
    ["[a [b](c)](d)", `<p>[a ${link("c", "b")}](d)</p>`],
    ["*[a*](b)", `<p>*${link("b", "a*")}</p>`],
    ["[a](b (c))", `<p>${link("b", "a", ' title="c"')}</p>`],
    ["[a](#b)", `<p>${link("#b", "a")}</p>`],
    ["[a](javascript:b)", "<p><a>a</a></p>"],
    ["[a][b]\n\n[b]: c", `<p>${link("c", "a")}</p>`],
    ["[a][]\n\n[a]: c", `<p>${link("c", "a")}</p>`],
    ["[a][b]", "<p>[a][b]</p>"],
    ["[a][b] [c]\n\n[c]: d", `<p>[a][b] ${link("d", "c")}</p>`],
    ["[a] [b]\n\n[b]: c", `<p>[a] ${link("c", "b")}</p>`],
  ],
  "images, which are links": [
    ["![a](b)", `<p>${link("b", "a")}</p>`],
    ["![](b)", `<p>${link("b", "b")}</p>`],
    ["![*a*](b)", `<p>${link("b", "a")}</p>`],
    ["![a][b]\n\n[b]: c", `<p>${link("c", "a")}</p>`],
    ["[![a](b)](c)", `<p>${link("c", "a")}</p>`],
    ["\\![a](b)", `<p>!${link("b", "a")}</p>`],
    ["![a](javascript:b)", "<p>a</p>"],
  ],
  "autolinks in brackets": [
    ["<https://a.b/?c=d&e>", `<p>${link("https://a.b/?c=d&#x26;e", "https://a.b/?c=d&#x26;e")}</p>`],
    ["<a@b.c>", `<p>${link("mailto:a@b.c", "a@b.c")}</p>`],
    ["<https://a b>", `<p>&#x3C;${link("https://a", "https://a")} b></p>`],
    ["<made-up:a>", "<p><a>made-up:a</a></p>"],
    ["<>", "<p>&#x3C;></p>"],
    ["<m:a>", "<p>&#x3C;m:a></p>"],
  ],
  "autolinks without brackets": [
    ["www.a.b", `<p>${link("http://www.a.b", "www.a.b")}</p>`],
    ["(https://a.b/c).", `<p>(${link("https://a.b/c", "https://a.b/c")}).</p>`],
    ["https://a.b/(c)", `<p>${link("https://a.b/(c)", "https://a.b/(c)")}</p>`],
    ["https://a.b/c&d; e", `<p>${link("https://a.b/c", "https://a.b/c")}&#x26;d; e</p>`],
    ["https://a.b<c", `<p>${link("https://a.b", "https://a.b")}&#x3C;c</p>`],
    ["a@b.c, a@b", `<p>${link("mailto:a@b.c", "a@b.c")}, a@b</p>`],
    ["a.b-c_d@e.f_", "<p>a.b-c_d@e.f_</p>"],
    ["ftp://a.b", "<p>ftp://a.b</p>"],
    ["awww.a.b", "<p>awww.a.b</p>"],
    ["*https://a.b*", `<p><em>${link("https://a.b", "https://a.b")}</em></p>`],
  ],
  "raw HTML": [
    ["a <b>c</b>", "<p>a <b>c</b></p>"],
    ["a <i title='b'\nlang=c >d</i>", '<p>a <i title="b" lang="c">d</i></p>'],
    ["a <33> <__>", "<p>a &#x3C;33> &#x3C;__></p>"],
    ["a <b c='d", "<p>a &#x3C;b c='d</p>"],
    ["a <!-- b --> c", "<p>a  c</p>"],
    ["a <?b?> <!C d> <![CDATA[e]]>", "<p>a   </p>"],
    ["a <x-b>c</x-b>", "<p>a c</p>"],
    ["a </b> c", "<p>a  c</p>"],
    ["H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd> <q>q</q>", "<p>H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd> <q>q</q></p>"],
    ["<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>"],
  ],
  "line breaks": [
    ["a  \nb", "<p>a<br>\nb</p>"],
    ["a     \n  b", "<p>a<br>\nb</p>"],
    ["a\nb", "<p>a\nb</p>"],
    ["a \n b", "<p>a\nb</p>"],
    ["a  ", "<p>a</p>"],
    ["`a  \nb`", "<p><code>a   b</code></p>"],
    ["a<br>b", "<p>a<br>b</p>"],
    ["# a\\", "<h3>a\\</h3>"],
  ],
  "no footnotes, no ids": [
    ["a[^1]\n\n[^1]: b", `<p>a${link("b", "^1")}</p>`],
    ["# a {#b}", "<h3>a {#b}</h3>"],
    ['<p id="a" name="b" class="c">d</p>', "<p>d</p>"],
  ],
};

/** Repeats it; `$` is a number, each time another one. */
export function fill(piece: string, length: number): string {
  let text = "";
  for (let count = 0; text.length < length; count += 1) text += piece.replaceAll("$", count.toString(36));
  return text.slice(0, length);
}

const PIECES = [
  ..."*a |**a _b |[|![|[a](|[a](<|![[]()|]|> |- |1. |`|`a``|~a~~|<b>|<p><b>|<b><i a>|<table>|<div\n|<a href=|<!-|&#x|a@|www.|https://".split(
    "|",
  ),
  ..."|-~|a|\n|-|\n~[a]: b\n~[^1]~\\~a\n=\n~- a\n  ~\t~<b><p>~<a><table><td>~<font color=a><p>".split("~"),
  // The slowest that searches have found.
  "www.__",
  "<b title=$>",
  "<i>a<ul>",
  "<i><?",
  "``\n",
  "<a@b.c",
  "[a]: b\na@b.c",
  '</li><pre>\n\n"',
];

/** Texts of at most `length` code units that cost much to render for their length, by what they are made of. */
export function costlyMarkdown(length: number): [name: string, text: string][] {
  const half = length / 2;
  return [
    ...PIECES.map((piece): [string, string] => [JSON.stringify(piece), fill(piece, length)]),
    ["quotes of emphasis", "_*".repeat(length / 4) + "*_".repeat(length / 4)],
    ["blocks", fill("<div>", length)],
    ["lists", fill("<ul><li>", length)],
    ["pictures in links", "[![".repeat(length / 8) + "](a)".repeat(length / 8)],
    [
      "items",
      Array.from({ length: 60 }, (_, depth) => `${" ".repeat(depth)}- a\n`)
        .join("")
        .slice(0, length),
    ],
    ["formatting that is not closed, and paragraphs", fill("<b title=$>", half) + fill("a<p>", half)],
    ["the same in a button", fill("<b title=$>", half - 8) + "<button>" + fill("a<p>", half)],
    ["the same in vector graphics", fill("<b title=$>", half - 11) + "<svg><desc>" + fill("a<p>", half)],
    ["formatting of all kinds, and paragraphs", fill("<b><i><s><tt><em><code><strong>", half) + fill("a<p>", half)],
    ["formatting in cells, and paragraphs", fill("<b $><table><td></b></table>", half) + fill("a<p>", half)],
    ["a long address that is used often", `[a]: <${"é".repeat(half - 9)}>\n\n${fill("[a] ", half)}`],
    ["a long title that is used often", `[a]: b '${'"'.repeat(half - 11)}'\n\n${fill("![a]", half)}`],
    ["addresses in one word", fill("http://_", half) + fill("a@_", half)],
  ];
}

/** The same of characters that are many code units each. */
export function longCharacters(length: number): [name: string, text: string][] {
  const family = "👩\u200d👩";
  const long = fill(`${family}${"\u0345".repeat(29)}`, length * 0.7);
  const brackets = (inside: string) => "[".repeat(length * 0.15) + inside + "]".repeat(length * 0.15);
  return [
    ["brackets around long characters", brackets(long)],
    ["brackets around a line of them", brackets(`${long.slice(1)}\n`)],
    ["lists of long characters", fill(`- ${family}\u0345\n`, length)],
    ["tables of long characters", `a|b\n-|-\n${fill(`${family}\u0345|y\n`, length - 8)}`],
    ["pictures of long characters", fill(`![${family}\u0345](b)`, length)],
  ];
}
