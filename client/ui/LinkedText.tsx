import { Fragment } from "react";

const ADDRESS = /https?:\/\/[^\s<>"'“”„«»「」『』。、，；！？]+/giu;
/** What ends the sentence, not the address. A bracket belongs to the address if it is opened in it. */
const SENTENCE_END = /[.,;:!?…)\]}]+$/u;

/** Plain text whose addresses are links. @param rel as in HTML */
export function LinkedText({ text, rel }: { text: string; rel: string }) {
  return split(text).map(({ words, address }, at) => (
    <Fragment key={at}>
      {words}
      {address !== "" && (
        <a href={address} rel={rel} dir="ltr">
          {address}
        </a>
      )}
    </Fragment>
  ));
}

function split(text: string): { words: string; address: string }[] {
  const parts = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutSentenceEnd(found);
    if (!URL.canParse(address)) continue;
    parts.push({ words: text.slice(end, index), address });
    end = index + address.length;
  }
  return [...parts, { words: text.slice(end), address: "" }];
}

function withoutSentenceEnd(found: string): string {
  const ending = SENTENCE_END.exec(found)?.[0] ?? "";
  const address = found.slice(0, found.length - ending.length);
  const isOpen = address.lastIndexOf("(") > address.lastIndexOf(")");
  return isOpen && ending.startsWith(")") ? `${address})` : address;
}
