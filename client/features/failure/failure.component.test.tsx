import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { openPage } from "../../testing/open-page";

const goOnline = () => fireEvent(window, new Event("online"));
const expectLoading = (alert: HTMLElement) => expect.poll(() => alert.querySelector("[data-loading]")).not.toBeNull();

describe("a page that fails to load", () => {
  it("for want of a connection says so in the reader's language alone, and loads by itself once there is one", async () => {
    const { api, router } = await openPage("/nowhere", { locale: "zh" });
    await screen.findByRole("main");
    api.failure = "network";
    await router.navigate("/prompt/7");
    const alert = await screen.findByRole("alert");
    within(alert).getByText("请检查网络连接后重试。");
    // Neither what the browser says of it nor the summary that shows it.
    expect(alert.textContent).not.toMatch(/fetch/i);
    expect(within(alert).queryByText("技术详情")).toBeNull();
    expect(alert.querySelector("details")).toBeNull();
    api.failure = null;
    const letGo = api.hold("PromptPage");
    goOnline();
    await expectLoading(alert);
    letGo();
    await expect.poll(() => screen.queryByRole("alert")).toBeNull();
    expect(api.askedFor("PromptPage")).toHaveLength(2);
  });

  it("because too much was asked for says when to try again", async () => {
    const { api, router, user } = await openPage("/de/nowhere", { locale: "de" });
    await screen.findByRole("main");
    api.failure = "limited";
    await router.navigate("/de/prompt/7");
    const alert = await screen.findByRole("alert");
    await within(alert).findByText(
      "Aus deinem Netzwerk wurde zu viel angefragt. Versuche es in 2 Minuten noch einmal.",
    );
    api.failure = null;
    const letGo = api.hold("PromptPage");
    await user.click(within(alert).getByRole("button", { name: "Neu laden" }));
    await expectLoading(alert);
    letGo();
    await expect.poll(() => screen.queryByRole("alert")).toBeNull();
  });
});

it("every page says as long as the browser is offline, and stays as it is", async () => {
  await openPage("/en/nowhere");
  const main = await screen.findByRole("main");
  fireEvent.keyDown(main, { key: "Tab" });
  // Rendered empty first, once its code is there.
  const note = await screen.findByText(
    (_, element) => element?.matches("body [class*=_offline_][role=status]") ?? false,
  );
  const words = "You are offline. What is open can still be read.";
  const shown = main.textContent;
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fireEvent(window, new Event("offline"));
  expect(note.textContent).toBe(words);
  expect(main.textContent).toBe(shown);
  onLine.mockReturnValue(true);
  goOnline();
  expect(screen.queryByText(words)).toBeNull();
});
