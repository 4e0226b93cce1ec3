import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "../../testing/open-page";

const TITLE = "Decisions of the moderators";

/** Opens the settings of a member to whose prompt this was done. */
const open = (...acts: object[]) =>
  openPage("/en/user/?view=settings", {
    account: "42",
    resolvers: { Viewer: { moderationActs: () => ({ nodes: acts, pageInfo: { hasNextPage: false } }) } },
  });

it("a member reads what moderators did to their prompts, and why", async () => {
  await open(
    { kind: "UNHIDE", promptId: "7", title: "Noise", reason: null, note: null },
    { kind: "HIDE", promptId: "7", title: "Noise", reason: "ABUSE", note: "It is <b>loud</b>." },
  );
  const part = within(await screen.findByRole("region", { name: TITLE }));
  part.getByText("Shown again");
  part.getByText("Hidden: Hate, harassment or insults");
  part.getByText("It is <b>loud</b>.", { exact: false });
});

it("a member to whom nothing was done reads nothing of moderators", async () => {
  await open();
  await screen.findByRole("region", { name: "Your data" });
  expect(screen.queryByRole("region", { name: TITLE })).toBeNull();
});
