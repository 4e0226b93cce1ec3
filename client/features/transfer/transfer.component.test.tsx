import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type FileFault, type ImportAnswer, TRANSFER_LIMITS } from "../../../contract/transfer";
import { expectMember, logIn, openPage } from "../../testing/open-page";

const SETTINGS = "/en/user/?view=settings";

/** As by dropping it: a browser's own dialog does not offer all of them. */
const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText("File to import"), { target: { files: [file] } });

const large = new File(["[]"], "a.json");
Object.defineProperty(large, "size", { value: TRANSFER_LIMITS.fileBytes + 1 });

it.each([
  ["a picture", new File(["x"], "a.png"), "Choose a JSON, CSV or Markdown file, or a zip with Markdown files."],
  ["more than 20 MB", large, "The file is larger than 20 MB. Nothing was imported."],
])("%s is not sent to be imported, with a reason", async (_, file, message) => {
  await openPage(SETTINGS, { account: "42" });
  await choose(file);
  await screen.findByText(message);
});

it.each(["JSON", "CSV", "Markdown"])("an export as %s asks the site for that format", async (name) => {
  const { user } = await openPage(SETTINGS, { account: "42" });
  await expectMember("42");
  const addresses: unknown[] = [];
  vi.stubGlobal("fetch", (address: unknown) => {
    addresses.push(address);
    return Promise.resolve(new Response("{}", { status: 404 }));
  });
  await user.click(await screen.findByRole("button", { name: `Export as ${name}` }));
  await screen.findAllByText("Nothing to export");
  expect(addresses).toEqual([`/api/export?format=${name === "Markdown" ? "md" : name.toLowerCase()}`]);
});

describe("a file that is sent", () => {
  const REPORT = {
    added: 2,
    updated: 0,
    skipped: 0,
    favoritesAdded: 0,
    encoding: null,
    placeholders: { prompts: 0, blanks: 0 },
    refused: [],
    refusedCount: 0,
  };
  const file = new File(["[]"], "prompts.json");

  /**
   * Opens the settings of member 42.
   * @param fault of the file, instead of the answer
   * @returns the page, the files that have been sent to be imported, and the addresses
   */
  async function open(answer: ImportAnswer = { report: REPORT }, fault?: FileFault) {
    const sent: unknown[] = [];
    const addresses: string[] = [];
    class Upload {
      readonly upload = {};
      readonly status = fault ? 400 : 200;
      responseText = "";
      onload = () => {};
      open = (_: string, address: string) => addresses.push(address);
      setRequestHeader = () => {};
      getResponseHeader = () => null;
      send(body: unknown) {
        sent.push(body);
        const errors = fault && { errors: [{ message: "It cannot be read.", extensions: fault }] };
        this.responseText = `${JSON.stringify(errors ?? answer)}\n`;
        this.onload();
      }
    }
    vi.stubGlobal("XMLHttpRequest", Upload);
    const page = await openPage(SETTINGS, { account: "42" });
    await expectMember("42");
    return { ...page, sent, addresses };
  }

  it("is imported after logging in again, when the session had ended", async () => {
    const { user, api, sent } = await open();
    api.failure = "session ended";
    await choose(file);
    await screen.findByText(/^You have been logged out\. Log in as/);
    expect(sent).toEqual([]);
    await logIn(user, "42");
    await expect.poll(() => sent).toEqual([file]);
  });

  it.each<[FileFault, RegExp]>([
    [
      { code: "MISSING_COLUMNS", line: 1, limit: null },
      /^The first row of the CSV has to name a column with the texts, such as: prompt, content, text/,
    ],
    [{ code: "NO_PROMPTS", line: 1, limit: null }, /^The file is neither an export nor a list of prompts/],
    [{ code: "NEWER_FORMAT", line: 2, limit: null }, /^The file comes from a newer version of Polyprompt/],
    [{ code: "TOO_LARGE", line: null, limit: 20 * 1024 * 1024 }, /^The files in the zip have more than 20 MB together/],
  ])("says why nothing of it was imported, and must be another one: %j", async (fault, message) => {
    await open(undefined, fault);
    await choose(file);
    expect((await screen.findByText(message)).textContent).toMatch(/Nothing was imported\.$/);
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("can be sent again when the site has failed", async () => {
    const { user, sent } = await open({ failure: { code: "SERVICE_UNAVAILABLE", retryAfter: 10 } });
    await choose(file);
    await screen.findByText("Nothing was imported. Try again later.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await expect.poll(() => sent).toEqual([file, file]);
  });

  it.each([
    ["prompts.jsonl", "/api/import?locale=en"],
    ["prompts.ZIP", "/api/import?locale=en"],
    ["prompt.md", "/api/import?locale=en&format=md"],
  ])("%s is sent to %s", async (name, address) => {
    const { addresses } = await open();
    await choose(new File(["x"], name));
    await expect.poll(() => addresses).toEqual([address]);
  });

  it("keeps placeholders if the member wants that", async () => {
    const { user, addresses } = await open();
    await user.click(screen.getByRole("checkbox", { name: /^Convert blanks of other sites, such as .*\$\{name\}/ }));
    await choose(file);
    await expect.poll(() => addresses).toEqual(["/api/import?locale=en&placeholders=keep"]);
  });

  it("names the encoding that was guessed, and what became of placeholders", async () => {
    await open({ report: { ...REPORT, encoding: "windows-1252", placeholders: { prompts: 2, blanks: 3 } } });
    await choose(file);
    await screen.findByText("The encoding of the file was guessed: windows-1252. Check that all letters are right.");
    screen.getByText(/^Blanks of another site were converted in 2 prompts\. To keep them as they were, delete these/);
  });

  it("is one at a time", async () => {
    const { sent } = await open();
    fireEvent.change(await screen.findByLabelText("File to import"), { target: { files: [file, file] } });
    await screen.findByText("Choose one file. Put several Markdown files into a zip.");
    expect(sent).toEqual([]);
  });

  it("names refused files of a zip by their paths", async () => {
    const refused = [{ line: 3, entry: 2, file: "a/b.md", code: "UNREADABLE" as const, field: null, limit: null }];
    await open({ report: { ...REPORT, refused, refusedCount: 1 } });
    await choose(file);
    const rows = within(await screen.findByRole("table")).getAllByRole("row");
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ["File", "Line", "Entry", "Field", "Reason"],
      ["a/b.md", "3", "2", "–", "It could not be understood"],
    ]);
  });

  it("names entries of a JSON file without lines", async () => {
    const refused = [{ line: null, entry: 2, file: null, code: "REQUIRED" as const, field: "title", limit: null }];
    await open({ report: { ...REPORT, refused, refusedCount: 1 } });
    await choose(file);
    const rows = within(await screen.findByRole("table")).getAllByRole("row");
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ["Entry", "Field", "Reason"],
      ["2", "Title", "It is missing"],
    ]);
  });

  it("has a tick for what was imported, and another sign for what was refused", async () => {
    const refused = [{ line: 3, entry: 2, file: null, code: "REQUIRED" as const, field: "title", limit: null }];
    await open({ report: { ...REPORT, refused, refusedCount: 1 } });
    await choose(file);
    const iconOf = (element: HTMLElement) => element.querySelector("svg")?.innerHTML;
    const added = iconOf(await screen.findByText("2 prompts added"));
    expect(added).toBeDefined();
    expect(iconOf(screen.getByText("1 entry refused"))).not.toBe(added);
    const rows = within(screen.getByRole("table")).getAllByRole("row");
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ["Line", "Entry", "Field", "Reason"],
      ["3", "2", "Title", "It is missing"],
    ]);
  });
});
