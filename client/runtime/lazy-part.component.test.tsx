import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, startTransition, useDeferredValue, useState } from "react";
import { expect, it, vi } from "vitest";
import { loadI18n } from "../i18n/catalog";
import { Announcer } from "../ui/Announcer";
import { lazyPart } from "./lazy-part";
import { partLoads } from "./pending-loads";

const FAILED = "This could not be loaded. Try again later.";

async function show(children: ReactNode) {
  render(
    <I18nProvider i18n={await loadI18n("en")}>
      <Announcer>{children}</Announcer>
    </I18nProvider>,
  );
  return userEvent.setup();
}

function Dialog({ name }: { name: string }) {
  return <p>{name} is open</p>;
}

it("shows a part that was asked for once its code and messages are there; until then the page stays", async () => {
  let come = () => {};
  const code = new Promise<typeof Dialog>((resolve) => (come = () => resolve(Dialog)));
  const add = vi.fn(() => Promise.resolve());
  const Part = lazyPart(
    () => code,
    () => Promise.resolve({ source: () => "", add }),
  );
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => startTransition(() => setOpen(true))}>Open</button>
        {isOpen && <Part name="It" />}
      </>
    );
  }
  const user = await show(<Opener />);
  await user.click(screen.getByRole("button"));
  await expect.poll(partLoads.isAny).toBe(true);
  screen.getByRole("button", { name: "Open" });
  expect(screen.queryByText("It is open")).toBeNull();
  come();
  await screen.findByText("It is open");
  expect(add).toHaveBeenCalledOnce();
  expect(partLoads.isAny()).toBe(false);
});

it("says that a part could not be loaded, and loads it when it is asked for again", async () => {
  const load = vi.fn(() => Promise.resolve(Dialog)).mockRejectedValueOnce(new Error("offline"));
  const Part = lazyPart(load);
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button onClick={() => startTransition(() => setOpen(true))}>Open</button>
        {isOpen && <Part name="It" onUnavailable={() => setOpen(false)} />}
      </>
    );
  }
  const user = await show(<Opener />);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findAllByText(FAILED);
  await user.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByText("It is open");
  expect(load).toHaveBeenCalledTimes(2);
});

it("shows what else there is, and says nothing, where the reader has not asked for the part", async () => {
  const Part = lazyPart<{ name: string }>(() => Promise.reject(new Error("offline")));
  function Page() {
    const isShown = useDeferredValue(true, false);
    return isShown ? <Part name="It" isQuiet unavailable={<p>A link instead</p>} /> : <p>Not yet</p>;
  }
  await show(<Page />);
  await screen.findByText("A link instead");
  expect(screen.queryByText(FAILED)).toBeNull();
});
