import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { privateStorage } from "../../session/private-storage";
import { Session } from "../../session/session";
import { countTyped } from "../../session/typed-data";
import { FakeBrowser } from "../../testing/fake-browser";
import { begunTexts, commentDraft, forgetBegun } from "./comment-draft";

let browser: FakeBrowser;

beforeEach(() => {
  browser = new FakeBrowser();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const keep = (place: string, stored: unknown) =>
  browser.kept.set(`polyprompt.private.visitor#comment.${place}`, JSON.stringify(stored));
const storage = () => privateStorage(new Session(""));

it("replies and changes are found by their page, those of an earlier release on any, and are forgotten one by one", () => {
  const kept = storage();
  commentDraft(kept, "reply-3").write({ text: "a reply", page: "7" });
  commentDraft(kept, "edit-4").write({ text: "a change", page: "8", base: "before" });
  commentDraft(kept, "7").write({ text: "a comment", page: "7" });
  keep("reply-5", [{ writer: "x", text: "old" }]);
  const reply = { purpose: "reply" as const, commentId: "c3", text: "a reply" };
  const old = { purpose: "reply" as const, commentId: "c5", text: "old" };
  expect(begunTexts(kept, "7")).toEqual([reply, old]);
  expect(begunTexts(kept, "8")).toEqual([{ purpose: "edit", commentId: "c4", text: "a change" }, old]);
  forgetBegun(kept, reply);
  expect(begunTexts(kept, "7")).toEqual([old]);
  expect(countTyped(kept).comments).toBe(3);
});

it("the texts of an earlier release are one text", () => {
  keep("7", [
    { writer: "x", text: "one", page: "7", base: "before" },
    { writer: "y", text: "two" },
  ]);
  expect(commentDraft(storage(), "7").read()).toEqual({ text: "one\ntwo", page: "7", base: "before" });
  browser.kept.set("polyprompt.private.visitor#comment.8", "a text alone");
  expect(commentDraft(storage(), "8").read()).toEqual({ text: "a text alone" });
  keep("9", [{ words: "none" }]);
  expect(commentDraft(storage(), "9").read()).toBeNull();
});
