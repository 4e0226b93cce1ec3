import { expect, it } from "vitest";
import { mailAddress, shareAddress } from "./ShareMenu";

const SHARED = { url: "https://prompts.example/de/prompt/7", title: "Wer & was? 100 % {url} $& 🙂" };

it("a share URL contains the percent-encoded title and URL at every placeholder", () => {
  const address = new URL(shareAddress("https://social.example/post?text={title}%20{url}&u={url}", SHARED));
  expect(address.searchParams.get("text")).toBe(`${SHARED.title} ${SHARED.url}`);
  expect(address.searchParams.get("u")).toBe(SHARED.url);
  expect([...address.searchParams.keys()]).toEqual(["text", "u"]);
});

it("a target without a title placeholder gets no title", () => {
  expect(shareAddress("https://social.example/?u={url}", SHARED)).toBe(
    "https://social.example/?u=https%3A%2F%2Fprompts.example%2Fde%2Fprompt%2F7",
  );
});

it("a mail has the title as its subject and the URL as its body", () => {
  const mail = new URL(mailAddress(SHARED));
  expect(mail.protocol).toBe("mailto:");
  expect(mail.searchParams.get("subject")).toBe(SHARED.title);
  expect(mail.searchParams.get("body")).toBe(SHARED.url);
});
