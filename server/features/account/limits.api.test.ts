import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { backgroundWorkEnded } from "../../platform/lifecycle/background-work";
import {
  codeTo,
  confirmedMember,
  member,
  PASSWORD,
  person,
  register,
  TestBrowser,
} from "../../platform/testing/member";
import { jobsSoFar, queuedMails } from "../../platform/testing/queued-mails";
import { changeUnderneath } from "../../platform/testing/row-lock";
import { createTestApp, type TestApp } from "../../platform/testing/test-app";

let site: TestApp;

beforeAll(async () => {
  site = await createTestApp();
  await member(site, "victim");
});
afterAll(async () => {
  await site.close();
});
beforeEach(async () => {
  await backgroundWorkEnded();
  await site.dataSource.query("delete from rate_limit");
});

const LOGIN = `mutation ($identifier: String!, $password: String!) { login(identifier: $identifier, password: $password) { viewer { email } problems { code } } }`;
const LINK = `mutation ($identifier: String!) { sendLoginLink(identifier: $identifier, locale: EN) { accepted } }`;
const REQUEST = `mutation ($email: String!) { requestPasswordReset(email: $email, locale: EN) { accepted } }`;

const from = (address: string) => new TestBrowser(site, { address });

/** As if the guesses whose key is like this had been made so many times more. */
const guessTimes = (count: number, key: string) =>
  site.dataSource.query("update rate_limit set hits = hits + $1 where key like $2", [count, `login ${key}`]);

async function guess(browser: TestBrowser, identifier: string, password = "wrong horse 7") {
  const { status, data } = await browser.send<{ login: { viewer: unknown } } | null>(LOGIN, { identifier, password });
  return status === 429 ? "limited" : data?.login.viewer ? "in" : "wrong";
}

/** How many mails `send` queues, including those that a newer one replaces. */
async function mailsOf(send: () => Promise<unknown>): Promise<number> {
  const before = await jobsSoFar(site.dataSource);
  await send();
  await backgroundWorkEnded();
  return (await jobsSoFar(site.dataSource)) - before;
}

test("one IP address learns whether an address is taken 30 times an hour, by registrations and email changes together", async () => {
  const CHANGE = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { problems { code } } }`;
  const probers: TestBrowser[] = [];
  for (let count = 0; count < 7; count += 1) {
    const prober = from("192.0.2.77");
    await register(prober, `Prober-${count}`);
    probers.push(prober);
  }
  const answers = [];
  for (const prober of probers)
    for (let request = 0; request < 5; request += 1) {
      const { errors, data } = await prober.send<{ changeEmail: { problems: { code: string }[] } } | null>(CHANGE, {
        email: "victim@example.org",
      });
      answers.push(errors?.[0]?.extensions.code ?? data?.changeEmail.problems[0]?.code);
    }
  expect(answers.filter((answer) => answer === "EMAIL_TAKEN")).toHaveLength(30 - 7);
  expect(answers.filter((answer) => answer === "RATE_LIMITED")).toHaveLength(35 - 23);
});

test("the mails to a caller's own new accounts do not show whom the caller has asked about", async () => {
  await member(site, "Unconfirmed");
  const received = async (identifier: string, address: string) => {
    const caller = from(address);
    for (let asked = 0; asked < 5; asked += 1) await caller.send(LINK, { identifier });
    return mailsOf(async () => {
      for (let count = 0; count < 26; count += 1) await register(caller, `Own-${address.split(".")[3] ?? ""}-${count}`);
    });
  };
  const known = await received("Unconfirmed", "192.0.2.90");
  expect(known).toBe(20);
  expect(await received("Nobody", "192.0.2.91")).toBe(known);
});

describe("wrong passwords", () => {
  test("count per account in whatever spelling", async () => {
    await member(site, "Spelled");
    const guesser = from("192.0.2.1");
    const spellings = [
      "Spelled",
      " SPELLED ",
      "ｓｐｅｌｌｅｄ",
      "spelled@example.org",
      "Spelled@EXAMPLE.org",
      "ｓpelled＠example.org",
    ];
    for (let tries = 0; tries < 10; tries += 1) await guess(guesser, spellings[tries % 3] ?? "");
    for (const spelling of spellings.slice(0, 3)) expect(await guess(guesser, spelling, PASSWORD)).toBe("limited");
    // By email address the right password fails too, so nobody learns that name and address belong to the same member.
    for (const spelling of spellings.slice(3)) expect(await guess(guesser, spelling, PASSWORD)).toBe("wrong");
    expect(await guess(from("192.0.2.2"), "Spelled", PASSWORD)).toBe("in");
  });

  test.each(["victim@example.org/＠1", "victim@example.org/@2", "victim@example.org#@3"])(
    "%s is not accepted as an address",
    async (identifier) => {
      expect(await guess(person(site), identifier, PASSWORD)).toBe("wrong");
      const sent = await mailsOf(async () => {
        await person(site).query(LINK, { identifier });
        await person(site).query(REQUEST, { email: identifier });
      });
      expect(sent).toBe(0);
    },
  );

  test("a name that looks like an IP address or a rate limit key uses up nobody else's limit", async () => {
    const stranger = from("192.0.2.9");
    for (let tries = 0; tries < 70; tries += 1) await guess(from(`198.51.100.${tries}`), "192.0.2.9");
    for (const name of ["address=192.0.2.9", "name=lena", "lena address=192.0.2.9"])
      for (let tries = 0; tries < 12; tries += 1) await guess(from(`203.0.113.${tries}`), name);
    await member(site, "Lena");
    expect(await guess(stranger, "Lena", PASSWORD)).toBe("in");
  });

  test("addresses of one IPv6 network are counted together, other networks separately", async () => {
    await member(site, "Sixth");
    for (let tries = 0; tries < 10; tries += 1) await guess(from(`2001:db8:7:7::${tries + 1}`), "Sixth");
    expect(await guess(from("2001:db8:7:7:ffff::1"), "Sixth")).toBe("limited");
    expect(await guess(from("2001:db8:7:8::1"), "Sixth")).toBe("wrong");
    for (let tries = 0; tries < 10; tries += 1) await guess(from("::ffff:192.0.2.77"), "Sixth");
    expect(await guess(from("192.0.2.77"), "Sixth")).toBe("limited");
  });

  test("from many networks do not tell that the owner signed in", async () => {
    const owner = await member(site, "Discreet");
    await site.dataSource.query("delete from rate_limit");
    expect(await guess(owner, "Discreet", PASSWORD)).toBe("in");
    const answers: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      answers.push(await guess(from(`203.0.113.${tries}`), "Discreet"));
      if (tries === 0) await guessTimes(97, "member=%");
    }
    expect(new Set(answers)).toEqual(new Set(["wrong"]));
    // Past the limit of the account even the right password is answered as a wrong one.
    expect(await guess(from("203.0.113.200"), "Discreet", PASSWORD)).toBe("wrong");
  });

  test("are counted exactly under a hundred concurrent requests", async () => {
    await member(site, "Flooded");
    const guesser = from("192.0.2.50");
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess(guesser, "Flooded")));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(10);
    expect(answers.filter((answer) => answer === "limited")).toHaveLength(90);
  });
});

describe("mails", () => {
  const WITH_LINK = `mutation ($token: String!) { loginWithLink(token: $token) { viewer { email } } }`;
  const age = (minutes: number) =>
    site.dataSource.query(
      `update one_time_code set created_at = created_at - $1 * interval '1 minute', expires_at = expires_at - $1 * interval '1 minute'`,
      [minutes],
    );

  test("are limited to five per account and 15 minutes, whichever name they are requested by", async () => {
    await confirmedMember(site, "Mailed");
    await site.dataSource.query("delete from rate_limit");
    const sent = await mailsOf(async () => {
      for (const identifier of ["Mailed", "ＭＡＩＬＥＤ", "mailed@example.org", "MAILED@example.org"])
        for (let times = 0; times < 4; times += 1) await person(site).send(LINK, { identifier });
    });
    expect(sent).toBe(5);
  });

  test("strangers who exceed the limit cannot lock the owner out: the link in the last mail works again", async () => {
    await confirmedMember(site, "Besieged");
    await site.dataSource.query("delete from rate_limit");
    for (let stranger = 0; stranger < 8; stranger += 1) await person(site).send(LINK, { identifier: "Besieged" });
    const token = await codeTo(site, "Besieged@example.org");
    await site.dataSource.query("update one_time_code set expires_at = now() - interval '5 minutes'");
    const { sweepAccounts } = await import("./sweep");
    await sweepAccounts(site.dataSource);
    const owner = person(site);
    expect(await owner.query(WITH_LINK, { token })).toEqual({ loginWithLink: { viewer: null } });
    const sent = await mailsOf(() => owner.query(LINK, { identifier: "besieged@example.org" }));
    expect(sent).toBe(0);
    expect(await owner.query(WITH_LINK, { token })).toEqual({
      loginWithLink: { viewer: { email: "Besieged@example.org" } },
    });
  });

  describe("to an unconfirmed address reach its owner", () => {
    const wanted = (address: string) =>
      mailsOf(async () => {
        const owner = person(site);
        await owner.send(REQUEST, { email: address });
        await owner.send(LINK, { identifier: address });
      });

    test("although somebody past their own limits has registered it and goes on asking", async () => {
      const squatter = from("192.0.2.61");
      for (let asked = 0; asked < 15; asked += 1) await squatter.send(LINK, { identifier: `Nobody-${asked}` });
      for (let asked = 0; asked < 10; asked += 1) await squatter.send(REQUEST, { email: `no${asked}@example.org` });
      await register(squatter, "Squatter", { email: "squatted@example.org" });
      for (let asked = 0; asked < 5; asked += 1) {
        await squatter.send(LINK, { identifier: "squatted@example.org" });
        await squatter.send(REQUEST, { email: "squatted@example.org" });
      }
      expect(await wanted("squatted@example.org")).toBe(2);
    });

    test("although somebody registers it and deletes the account again until its limits are used up", async () => {
      const DELETE = `mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`;
      for (let times = 0; times < 10; times += 1) {
        const squatter = from("198.51.100.7");
        await register(squatter, `Squatter${times}`, { email: "worn@example.org" });
        if (times < 9) await squatter.query(DELETE);
      }
      expect(await wanted("worn@example.org")).toBeGreaterThanOrEqual(1);
    });
  });

  test("strangers who go on asking keep a link valid for an hour from its creation, no longer", async () => {
    await confirmedMember(site, "Evergreen");
    await site.dataSource.query("delete from rate_limit");
    for (let stranger = 0; stranger < 5; stranger += 1) await person(site).send(LINK, { identifier: "Evergreen" });
    const token = await codeTo(site, "Evergreen@example.org");
    const asked = () => mailsOf(() => person(site).query(LINK, { identifier: "Evergreen" }));
    await age(55);
    expect(await asked()).toBe(0);
    const [code] = await site.dataSource.query<{ minutes: number }[]>(
      `select extract(epoch from expires_at - created_at)::int / 60 as minutes from one_time_code
        where purpose = 'login-link' and expires_at > now() order by expires_at desc limit 1`,
    );
    expect(code).toEqual({ minutes: 60 });
    await age(6);
    // The owner, who has no other link, gets a mail.
    expect(await asked()).toBe(1);
    expect(await person(site).query(WITH_LINK, { token })).toEqual({ loginWithLink: { viewer: null } });
  });

  test.each([
    ["requests of any kind", 25, "Expired1", (number: number) => `Nobody${number}`],
    ["requests for this mailbox", 6, "Expired2", () => "Expired2"],
  ])("a caller past their own limit of %s does not renew a link", async (_, limit, username, identifierOf) => {
    await member(site, username);
    await site.dataSource.query("delete from rate_limit");
    const stranger = person(site);
    for (let number = 0; number < limit; number += 1) {
      await stranger.query(LINK, { identifier: identifierOf(number) });
      // Only the caller's silent limits are to be left.
      await site.dataSource.query("delete from rate_limit where key not like 'stranger-mail%address=%'");
    }
    await person(site).query(LINK, { identifier: username });
    const token = await codeTo(site, `${username}@example.org`);
    await age(15);
    expect(await mailsOf(() => stranger.query(LINK, { identifier: username }))).toBe(0);
    expect(await person(site).query(WITH_LINK, { token })).toEqual({ loginWithLink: { viewer: null } });
  });

  test("that others send to a member's mailbox do not count against the member's sign-in mails", async () => {
    await confirmedMember(site, "Hana");
    const attacker = await confirmedMember(site, "Hanasenemy");
    await site.dataSource.query("delete from rate_limit");
    const CHANGE = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { problems { code } } }`;
    for (let times = 0; times < 5; times += 1) await attacker.send(CHANGE, { email: "hana@example.org" });
    for (let times = 0; times < 12; times += 1)
      await register(person(site), `Hanas${times}`, { email: `hana+${times}@example.org` }).catch(() => null);
    expect(await mailsOf(() => person(site).query(LINK, { identifier: "Hana" }))).toBe(1);
    expect(await mailsOf(() => person(site).query(REQUEST, { email: "hana@example.org" }))).toBe(1);
  });

  test("requested by name do not affect the answers for an address, so nobody learns that both belong to one member", async () => {
    await confirmedMember(site, "Alice");
    const answers = async (address: string) => {
      await site.dataSource.query("delete from rate_limit");
      for (let times = 0; times < 5; times += 1) await person(site).query(LINK, { identifier: "Alice" });
      for (let times = 0; times < 10; times += 1) await guess(from("192.0.2.200"), "Alice");
      const outcomes: string[] = [];
      for (let times = 0; times < 12; times += 1) {
        const name = `Probe-${address.slice(0, 1)}-${times}`;
        outcomes.push(
          await register(person(site), name, { email: address.replace("@", `+${times}@`) }).then(
            () => "registered",
            () => "limited",
          ),
        );
        outcomes.push((await person(site).send(REQUEST, { email: address })).status.toString());
        outcomes.push(await guess(from("192.0.2.200"), address));
      }
      return outcomes;
    };
    expect(await answers("alice@example.org")).toEqual(await answers("nobody@example.org"));
  });

  test("a thief who knows the password cannot disable recovery by using up its limit and voiding the mails sent", async () => {
    const thief = await confirmedMember(site, "Switched");
    await site.dataSource.query("delete from rate_limit");
    for (let times = 0; times < 6; times += 1) {
      await person(site).send(LINK, { identifier: "Switched" });
      await person(site).send(REQUEST, { email: "switched@example.org" });
    }
    const CHANGE = `mutation { changePassword(currentPassword: "${PASSWORD}", password: "battery staple 9", passwordConfirmation: "battery staple 9") { problems { code } } }`;
    await backgroundWorkEnded();
    await thief.query(CHANGE);
    expect(await mailsOf(() => person(site).query(LINK, { identifier: "Switched" }))).toBe(1);
    expect(await mailsOf(() => person(site).query(REQUEST, { email: "switched@example.org" }))).toBe(1);
  });

  const CONFIRMATION = `mutation { sendConfirmation { accepted } }`;

  test.each([
    ["an address", "Bombed", () => from("192.0.2.66")],
    ["a /64", "Sixbombed", (number: number) => from(`2001:db8:66:1::${number}`)],
  ])(
    "to an unconfirmed mailbox are limited to twelve per caller and hour, across accounts and spellings, from %s",
    async (_, name, attackerOf) => {
      await site.dataSource.query("delete from rate_limit");
      const [mailbox, dotted] = [`${name.toLowerCase()}@gmail.com`, name.toLowerCase().split("").join(".")];
      const sent = await mailsOf(async () => {
        for (let number = 0; number < 8; number += 1) {
          const attacker = attackerOf(number);
          const [username, email] = [`${name}${number}`, `${dotted}+${number}@gmail.com`];
          await register(attacker, username, { email });
          await attacker.send(LINK, { identifier: username });
          await attacker.send(REQUEST, { email });
          await attacker.send(CONFIRMATION);
        }
      });
      expect(sent).toBe(12);
      // The mailbox's owner can still register with any spelling of it, and gets mails there.
      for (const [username, email] of [
        [`${name}-holder1`, `${dotted}@gmail.com`],
        [`${name}-holder2`, mailbox],
      ] as const) {
        const holder = person(site);
        const received = await mailsOf(async () => {
          expect((await register(holder, username, { email })).problems).toEqual([]);
          await holder.send(LINK, { identifier: username });
          await holder.send(REQUEST, { email });
          expect((await holder.send(CONFIRMATION)).status).toBe(200);
        });
        expect(received).toBe(4);
      }
    },
  );

  test("to one mailbox from many callers are limited per spelling", async () => {
    await register(person(site), "Crowded", { email: "crowded+1@example.net" });
    await register(person(site), "Crowded2", { email: "crowded+2@example.net" });
    await site.dataSource.query("delete from rate_limit");
    const sent = await mailsOf(async () => {
      for (let times = 0; times < 4; times += 1)
        for (const identifier of ["Crowded", "Crowded2"]) {
          await person(site).send(LINK, { identifier });
          await person(site).send(REQUEST, { email: `${identifier}@example.net` });
          await person(site).send(REQUEST, {
            email: identifier.replace(/Crowded(.*)/, (_, n) => `crowded+${n || 1}@example.net`),
          });
        }
    });
    expect(sent).toBe(5 + 2 * 3);
  });

  test("to strangers are limited per caller, even if their providers merge spellings that we do not know of", async () => {
    const attacker = from("192.0.2.67");
    await site.dataSource.query("delete from rate_limit");
    const sent = await mailsOf(async () => {
      for (let number = 0; number < 9; number += 1) {
        await register(attacker, `Dotted${number}`, { email: `victim${"-".repeat(number)}x@example.net` });
        await attacker.send(CONFIRMATION);
        await attacker.send(CONFIRMATION);
      }
    });
    expect(sent).toBe(9 + 12);
  });

  test("to a confirmed address are limited to ten an hour for links and codes together", async () => {
    await confirmedMember(site, "Pestered");
    await site.dataSource.query("delete from rate_limit");
    const sent = await mailsOf(async () => {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        for (let times = 0; times < 5; times += 1) {
          await person(site).send(LINK, { identifier: "Pestered" });
          await person(site).send(REQUEST, { email: "pestered@example.org" });
        }
        await site.dataSource.query(
          "update rate_limit set started_at = started_at - interval '15 minutes' where key not like 'confirmed-mail%'",
        );
      }
    });
    expect(sent).toBe(10);
  });

  test("are not sent for an account deleted concurrently, and the answer is the same", async () => {
    const one = await confirmedMember(site, "Fleeting");
    await site.dataSource.query("delete from rate_limit");
    const remove = `mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`;
    const [, ...answers] = await Promise.all([
      one.send(remove),
      ...Array.from({ length: 8 }, () => person(site).send(LINK, { identifier: "Fleeting" })),
    ]);
    for (const { status, data, errors } of answers)
      expect([status, data, errors]).toEqual([200, { sendLoginLink: { accepted: true } }, undefined]);
  });

  test("to an address that somebody else registered unconfirmed let its owner in, whatever the other does", async () => {
    const thief = person(site);
    await site.dataSource.query("delete from rate_limit");
    for (let number = 0; number < 6; number += 1)
      await register(thief, `Quiet${number}`, { email: `quiet+${number}@example.net` });
    await register(thief, "Quiet", { email: "quiet@example.net" });
    const [wrong, right] = ["another horse 8", PASSWORD];
    const CHANGE = `mutation ($current: String!, $password: String!) { changePassword(currentPassword: $current, password: $password, passwordConfirmation: $password) { problems { code } } }`;
    const holder = person(site);
    await holder.send(LINK, { identifier: "quiet@example.net" });
    const link = await codeTo(site, "quiet@example.net");
    for (const [current, password] of [
      [right, wrong],
      [wrong, right],
    ]) {
      expect(await thief.query(CHANGE, { current, password })).toEqual({ changePassword: { problems: [] } });
    }
    const { data } = await holder.send(
      `mutation ($token: String!) { loginWithLink(token: $token) { viewer { user { username } } problems { code } } }`,
      { token: link },
    );
    expect([link, data]).toEqual([
      expect.any(String),
      { loginWithLink: { viewer: { user: { username: "Quiet" } }, problems: [] } },
    ]);
    expect(await thief.query(`{ viewer { email } }`)).toEqual({ viewer: null });
  });

  test("a name that looks like an account's id does not count against that account", async () => {
    await member(site, "Numbered");
    const [row] = await site.dataSource.query<{ id: string }[]>(
      "select id from user_account where username = 'Numbered'",
    );
    for (let tries = 0; tries < 11; tries += 1) await guess(from("192.0.2.33"), row?.id ?? "");
    expect(await guess(from("192.0.2.33"), "Numbered", PASSWORD)).toBe("in");
  });

  test("for email changes are limited to five per mailbox and hour, across members", async () => {
    const members = await Promise.all(
      ["Flood1", "Flood2", "Flood3", "Flood4"].map((name) => confirmedMember(site, name)),
    );
    await site.dataSource.query("delete from rate_limit");
    const CHANGE = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { accepted } }`;
    const sent = await mailsOf(async () => {
      for (const [index, one] of members.entries())
        for (let times = 0; times < 5; times += 1)
          await one.send(CHANGE, { email: `target+${index}${times}@example.net` });
    });
    // Five, and each of the twenty requests notifies the member's own address, which is another mailbox.
    expect(sent).toBe(5 + 20);
  });

  test("for email changes do not tell whether others asked for mails to that mailbox", async () => {
    const [owner, prober] = [await member(site, "Watched"), await confirmedMember(site, "Watcher")];
    await site.dataSource.query("delete from rate_limit");
    expect((await owner.send(CONFIRMATION)).status).toBe(200);
    const CHANGE = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { accepted problems { code } } }`;
    for (let times = 0; times < 5; times += 1) {
      const answer = await prober.query(CHANGE, { email: `watched+${times}@example.org` });
      expect(answer).toEqual({ changeEmail: { accepted: true, problems: [] } });
    }
  });

  test("to one's own address do not tell whether another account that had the address asked for mails", async () => {
    const answersOf = async (username: string, formerOwner?: string) => {
      const email = `${username}@example.net`;
      if (formerOwner !== undefined) {
        const owner = person(site);
        await register(owner, formerOwner, { email });
        for (let times = 0; times < 4; times += 1) await owner.query(CONFIRMATION);
        await owner.query(`mutation { deleteAccount(password: "${PASSWORD}") { accepted } }`);
      }
      const prober = person(site);
      await register(prober, username, { email });
      const answers: unknown[] = [];
      let mails = 0;
      for (let times = 0; times < 6; times += 1)
        mails += await mailsOf(async () => {
          const { status, data, errors } = await prober.send(CONFIRMATION);
          answers.push([status, data, errors?.[0]?.extensions.code]);
        });
      return { answers, mails };
    };
    const fresh = await answersOf("Fresh-address");
    const former = await answersOf("Former-address", "Former-owner");
    expect(former.answers).toEqual(fresh.answers);
    expect(fresh.answers.at(-1)).toContain("RATE_LIMITED");
    expect([fresh.mails, former.mails]).toEqual([5, 1]);
  });

  const CHANGE_EMAIL = `mutation ($email: String!) { changeEmail(email: $email, currentPassword: "${PASSWORD}") { accepted problems { code } } }`;
  const RESEND = `mutation { sendEmailChange { accepted problems { code } } }`;

  test("for email changes that may not be sent leave no mail with a void link in the queue", async () => {
    const [crowd, owner] = [await confirmedMember(site, "Crowd"), await confirmedMember(site, "Indecisive")];
    await site.dataSource.query("delete from rate_limit");
    for (let times = 0; times < 5; times += 1)
      await crowd.query(CHANGE_EMAIL, { email: `wanted+${times}@example.net` });
    const queuedTo = async (email: string) =>
      (await queuedMails(site.dataSource)).filter(({ kind, to }) => kind === "change-email" && to === email).length;
    const accepted = { changeEmail: { accepted: true, problems: [] } };
    expect(await owner.query(CHANGE_EMAIL, { email: "mistaken@example.net" })).toEqual(accepted);
    expect(await queuedTo("mistaken@example.net")).toBe(1);
    expect(await owner.query(CHANGE_EMAIL, { email: "wanted+6@example.net" })).toEqual(accepted);
    expect([await queuedTo("mistaken@example.net"), await queuedTo("wanted+6@example.net")]).toEqual([0, 0]);
  });

  test.each([
    ["the pending change", "Resender", RESEND, true],
    ["the pending change of a crowded mailbox", "Resender2", RESEND, false],
    ["the confirmation", "Resender3", CONFIRMATION, true],
  ])("sent again for %s are answered at once, whoever holds the account", async (_, username, send, mayMail) => {
    const owner = await member(site, username);
    await site.dataSource.query("delete from rate_limit");
    await owner.query(CHANGE_EMAIL, { email: `${username}-new@example.net` });
    if (!mayMail)
      await site.dataSource.query("update rate_limit set hits = 100 where key like 'stranger-mail member=change:%'");
    const sent = await mailsOf(() => owner.query(send));
    expect(sent).toBe(mayMail ? 1 : 0);
    let answer: Promise<{ [field: string]: { accepted: boolean } }> | undefined;
    await changeUnderneath(
      site.dataSource,
      username,
      () => [(answer = owner.query(send))],
      async () => {
        expect(Object.values((await answer) ?? {})).toMatchObject([{ accepted: true }]);
      },
    );
  });

  test("to a mailbox of one's own are not held back by those of a neighbour whose address differs by dots", async () => {
    await register(person(site), "Neighbour", { email: "ab.ob@example.org" });
    await site.dataSource.query("delete from rate_limit");
    for (let times = 0; times < 8; times += 1) await person(site).send(LINK, { identifier: "Neighbour" });
    const sent = await mailsOf(() => register(person(site), "Dotless", { email: "abob@example.org" }));
    expect(sent).toBe(1);
  });
});

test("expired rows are swept", async () => {
  const { sweepAccounts } = await import("./sweep");
  const { sweepRateLimits } = await import("../../platform/rate-limit/rate-limit");
  const one = await member(site, "Swept");
  await site.dataSource.query("update session set expires_at = now()");
  await site.dataSource.query(
    "update one_time_code set created_at = now() - interval '61 minutes', expires_at = now() - interval '1 minute'",
  );
  await site.dataSource.query("update rate_limit set started_at = started_at - interval '25 hours'");
  const fresh = await member(site, "Unswept");
  await sweepAccounts(site.dataSource);
  await sweepRateLimits(site.dataSource);
  const count = async (table: string) =>
    Number((await site.dataSource.query<{ n: string }[]>(`select count(*) as n from ${table}`))[0]?.n);
  expect([await count("session"), await count("one_time_code")]).toEqual([1, 1]);
  expect(await site.dataSource.query("select 1 from rate_limit where started_at < now() - interval '1 day'")).toEqual(
    [],
  );
  expect(await count("rate_limit")).toBeGreaterThan(0);
  const signedIn = ({ viewer }: { viewer: object | null }) => viewer !== null;
  const whoami = "{ viewer { email } }";
  expect([signedIn(await one.query(whoami)), signedIn(await fresh.query(whoami))]).toEqual([false, true]);
});
