import { ApolloProvider } from "@apollo/client/react";
import { I18nProvider } from "@lingui/react";
import { render, screen } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent, type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect } from "vitest";
import { localeInfo, type Locale } from "../../contract/locales";
import { loadI18n } from "../i18n/catalog";
import { createBrowserClient } from "../runtime/browser-client";
import { Destination } from "../runtime/destination";
import type { PageContext } from "../runtime/page-context";
import { createRoutes } from "../runtime/router";
import { SiteProvider } from "../runtime/SiteProvider";
import { Session } from "../session/session";
import { Announcer } from "../ui/Announcer";
import { MockedApi, type Resolvers } from "./mocked-api";

export interface OpenPage {
  api: MockedApi;
  session: Session;
  /** Where the document was left for: undefined for a reload. */
  left: (string | undefined)[];
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
}

interface OpenPageOptions {
  /** The id of the signed-in member. By default a visitor opens the page. */
  account?: string;
  locale?: Locale;
  /** What the API answers; it makes up the rest. */
  resolvers?: Resolvers;
  /** What the site's owner has configured. By default nothing. */
  links?: Partial<PageContext["links"]>;
  api?: MockedApi;
}

/** Opens a page of the site as a browser does after a navigation, with a mocked API. Without layout: that is for journeys. */
export async function openPage(path: string, options: OpenPageOptions = {}): Promise<OpenPage> {
  const { account, locale = "en", resolvers, links, api = new MockedApi(resolvers, account) } = options;
  document.documentElement.lang = locale;
  document.documentElement.dir = localeInfo(locale).dir;
  document.documentElement.hidden = false;
  const left: (string | undefined)[] = [];
  const session = new Session("", (address) => left.push(address));
  if (account !== undefined) session.begin(account);
  // Before the router, which begins to load the page: no answer is asked for before the test has what this returns.
  const i18n = await loadI18n(locale);
  const { pathname, search } = new URL(path, "http://localhost");
  const destination = new Destination({ pathname, search });
  const context: PageContext = {
    apollo: createBrowserClient("", {}, session),
    locale,
    basePath: "",
    publicUrl: "http://localhost:3000",
    links: { ...NO_LINKS, ...links },
    i18n: Promise.resolve(i18n),
    session,
    destination,
    notFoundAt: null,
  };
  // Nothing is shown while the page loads.
  const routes = createRoutes(context).map((route) => ({ ...route, HydrateFallback: () => null }));
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  router.subscribe(({ location: at, navigation }) => destination.set(at, navigation.location ?? null));
  render(
    <ApolloProvider client={context.apollo}>
      <I18nProvider i18n={i18n}>
        <SiteProvider site={context}>
          <Announcer>
            <RouterProvider router={router} />
          </Announcer>
        </SiteProvider>
      </I18nProvider>
    </ApolloProvider>,
  );
  return { api, session, left, router, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

/** Adds words to a field, at once. Typing renders the page for each letter: that is for tests of the typing. */
export async function pasteInto(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.click(field);
  await user.paste(words);
}

/** Fills in the form, on the page or in the dialog. @param account the member's id, which is their name here */
export async function logIn(user: UserEvent, account: string): Promise<void> {
  const name = await screen.findByLabelText("Username or email");
  await user.clear(name);
  await pasteInto(user, name, account);
  await pasteInto(user, screen.getByLabelText("Password", { selector: "input" }), "correct horse 7");
  await user.keyboard("{Enter}");
}

/** Waits until the page knows the member's name. */
export async function expectMember(account: string): Promise<void> {
  await screen.findAllByText(`member${account}`);
}

/** Waits until screen readers are told something. */
export async function expectAnnounced(words: string): Promise<void> {
  const told = () => [...document.querySelectorAll("[aria-live]")].map(({ textContent }) => textContent).join(" ");
  await expect.poll(told).toContain(words);
}

const NO_LINKS: PageContext["links"] = {
  tools: [],
  feedback: [],
  icons: {},
  chatTargets: [],
  shareTargets: [],
  announcement: null,
};
