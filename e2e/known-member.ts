import type { Page } from "playwright-core";
import { createMember, signedInAs } from "./account";
import { queryAs } from "./own-prompts";
import type { VisitOptions } from "./visit";

/** The options of a visit of a member whose browser knows of the session. */
export function member(username: string, options: VisitOptions = {}): VisitOptions {
  const { prepare, ...others } = signedInAs(username, options);
  const prepareKnown = async (page: Page) => {
    await prepare?.(page);
    const { viewer } = await queryAs<{ viewer: { user: { id: string } } }>(page, "{ viewer { user { id } } }", {});
    // Only once: a session that ends must stay ended.
    await page.addInitScript((mark) => {
      if (window.name === "known") return;
      window.name = "known";
      localStorage.setItem("polyprompt.signed-in", mark);
    }, `${viewer.user.id} 0`);
  };
  return { ...others, prepare: prepareKnown };
}

/** A new member, and the options of their visit. */
export async function asNewMember(options: VisitOptions = {}): Promise<{ username: string; options: VisitOptions }> {
  const username = await createMember();
  return { username, options: member(username, options) };
}
