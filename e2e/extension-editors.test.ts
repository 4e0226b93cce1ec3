import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDITORS, linesIn, REFUSING, startEditorPages } from "./editors/server";
import { openPanel, type PanelVisit } from "./extension";
import { copiedText, promptText, READY_PROMPT } from "./library";

const PROMPT = promptText("en", READY_PROMPT);
const LINES = copiedText(PROMPT.content).split("\n");

let pages: Awaited<ReturnType<typeof startEditorPages>>;
let visit: PanelVisit;

beforeAll(async () => {
  pages = await startEditorPages();
  visit = await openPanel({ address: pages.address("textarea") });
  const { panel } = visit;
  await panel.getByRole("combobox", { name: "Search" }).fill(PROMPT.title);
  await panel.getByRole("option", { name: PROMPT.title, selected: true }).waitFor();
});

afterAll(async () => {
  await visit[Symbol.asyncDispose]();
  await pages.stop();
});

/** Opens an editor's page beside the panel, and presses the extension's button there. */
async function openEditor(...where: Parameters<typeof pages.address>): Promise<void> {
  const { page, panel, press } = visit;
  await page.goto(pages.address(...where));
  await press();
  // Until the panel's script is here, the panel shows what it found on the page before.
  await page.waitForFunction(() => "__polyprompt" in globalThis);
  // An editor that was not there yet when the panel asked is found when the pointer moves over to the panel, as a person's does.
  await panel.mouse.move(0, 0);
  await panel.mouse.move(40, 40);
}

/** The text of the editor, and how often its form was sent. Browsers keep a space at the end of what is inserted as one that does not break. */
function state(): Promise<[text: string, sent: number]> {
  return visit.page.evaluate(() => [window.textOf().replaceAll("\u00a0", " "), window.sent]);
}

it("the text has several lines, and empty ones", () => {
  expect(LINES.length).toBeGreaterThan(3);
  expect(LINES).toContain("");
});

describe.each(EDITORS)("into %s", (editor) => {
  it("the text goes to the cursor, with its line breaks; nothing is sent, and undo takes it back", async () => {
    const { page, panel } = visit;
    await openEditor(editor);
    await panel.getByText("Into the field on 127.0.0.1").waitFor();
    await panel.keyboard.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);

    await page.keyboard.press("Control+z");
    await expect.poll(state).toEqual(["Before after", 0]);
  });

  it("the text takes the place of the selection", async () => {
    const { panel } = visit;
    await openEditor(editor, { text: "Before it after", from: 7, to: 9 });
    await panel.getByText("Into the field on 127.0.0.1").waitFor();
    await panel.keyboard.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)} after`, 0]);
  });

  it("the editor that had the focus last counts, after a press elsewhere on the page", async () => {
    const { page, panel } = visit;
    await openEditor(editor);
    await panel.getByText("Into the field on 127.0.0.1").waitFor();
    await page.getByRole("button", { name: "Elsewhere" }).click();
    await panel.keyboard.press("Control+Enter");
    await expect.poll(state).toEqual([`Before ${linesIn(editor, LINES)}after`, 0]);
  });
});

describe.each(REFUSING)("of %s", (editor) => {
  it("nothing is changed: the text is copied, and the panel says so", async () => {
    const { page, panel } = visit;
    await openEditor(editor);
    await panel.getByText(editor === "limited" ? "Into the field on 127.0.0.1" : "Click into a field first.").waitFor();
    const before = await state();
    // Browsers copy only for a document that has the focus.
    await panel.getByRole("combobox", { name: "Search" }).click();
    await panel.keyboard.press("Control+Enter");
    await panel
      .getByText("so the text is copied. Paste it with Ctrl V.")
      .or(panel.getByText("so it is copied."))
      .waitFor();
    expect(await state()).toEqual(before);

    await openEditor("textarea", { text: "" });
    await page.keyboard.press("Control+v");
    expect(await state()).toEqual([LINES.join("\n"), 0]);
  });
});

it("on a page of the browser's own nothing is inserted, and the text is copied", async () => {
  const { page, panel } = visit;
  await page.goto("about:blank");
  await panel.getByText("To insert here, press the Polyprompt button in the toolbar.").waitFor();
  await panel.keyboard.press("Control+Enter");
  await panel.getByText("The panel may not write here yet, so the text is copied.").waitFor();
});
