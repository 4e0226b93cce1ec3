import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type SyntheticEvent, useEffect, useEffectEvent, useState } from "react";
import { browser } from "wxt/browser";
import { beginConnecting, codeInAddress, type ConnectProblem, finishConnecting } from "../site/connect";
import { useAccount } from "./account";
import { useReason } from "./Failure";
import { Icon } from "./Icon";
import { useSettings } from "./settings";

/** Asks a person to connect the panel with their account: the site hands it a token of its own. */
export function ConnectCard() {
  const { t } = useLingui();
  const [{ site, locale }] = useSettings();
  const { hasEnded, connect } = useAccount();
  const reason = useReason();
  const { host } = new URL(site);
  const [isTyping, setTyping] = useState(false);
  const [code, setCode] = useState("");
  const finishing = useMutation({
    networkMode: "always",
    mutationFn: (given: string) => finishConnecting(site, given),
    onSuccess: ({ connection }) => connection && connect(connection),
  });
  const begin = async () => {
    finishing.reset();
    // To see the code in the address of the site's page. Without it a person types the code.
    const isAllowed = await browser.permissions.request({ origins: [`${new URL(site).origin}/*`] });
    if (!isAllowed) setTyping(true);
    await beginConnecting(site, locale);
  };
  const take = useEffectEvent((address: string | undefined) => {
    const found = address === undefined ? null : codeInAddress(site, address);
    if (found !== null) finishing.mutate(found);
  });
  useEffect(() => {
    const onUpdated = (_id: number, { url }: { url?: string }) => take(url);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => browser.tabs.onUpdated.removeListener(onUpdated);
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    finishing.mutate(code);
  };

  const words: Record<ConnectProblem, string> = {
    "wrong code": t`This code is wrong or has expired. Press Connect to get another.`,
    "too many tokens": t`Your account has as many API tokens as it can have. Delete one on the site first.`,
    "not begun": t`Press Connect first: the site then shows a code.`,
  };
  const found = finishing.data?.problem;
  const problem = finishing.error ? reason(finishing.error) : found && words[found];
  return (
    <div className="scroll">
      <section className="card">
        {hasEnded && (
          <p className="problem" role="status">
            <Trans>The connection was ended on the site. Connect again to see your prompts.</Trans>
          </p>
        )}
        <h2>
          <Trans>Your prompts, beside every chat</Trans>
        </h2>
        <ol className="steps">
          <li>
            <span>
              <Trans>
                <b>{host}</b> opens in a tab and asks you.
              </Trans>
            </span>
          </li>
          <li>
            <span>
              <Trans>You allow it. The panel gets a token of its own, never your password.</Trans>
            </span>
          </li>
          <li>
            <span>
              <Trans>End it whenever you like, among your API tokens.</Trans>
            </span>
          </li>
        </ol>
        <button type="button" className="button" data-variant="filled" onClick={() => void begin()}>
          <Trans>Connect</Trans>
          <Icon name="external" size={16} />
        </button>
        {isTyping ? (
          <form className="code" onSubmit={submit}>
            <label htmlFor="code">
              <Trans>Code from the site</Trans>
            </label>
            <input
              id="code"
              dir="ltr"
              autoComplete="off"
              autoFocus
              maxLength={20}
              value={code}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? "code-problem" : undefined}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
            />
            <button type="submit" className="button" data-variant="default" disabled={code.trim() === ""}>
              <Trans>Use the code</Trans>
            </button>
          </form>
        ) : (
          <button type="button" className="button" data-variant="subtle" onClick={() => setTyping(true)}>
            <Trans>I have a code</Trans>
          </button>
        )}
        {problem && (
          <p id="code-problem" className="problem" role="alert">
            {problem}
          </p>
        )}
      </section>
      <p className="note">
        <Trans>Library and community need no account.</Trans>
      </p>
    </div>
  );
}
