import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { openPage } from "../../testing/open-page";

const heart = async () => {
  const [first] = await screen.findAllByRole("button", { name: /to favourites$/ });
  if (!first) throw new Error("There is no heart.");
  return first;
};

it("a member's heart is pressed at once, and kept", async () => {
  const { user, api } = await openPage("/en/prompt/7", { account: "42" });
  const button = await heart();
  await user.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => api.askedFor("AddFavorite")).toEqual([{ id: "7" }]);
});
