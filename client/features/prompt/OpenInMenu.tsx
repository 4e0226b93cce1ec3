import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Menu.css";
import { Trans } from "@lingui/react/macro";
import { Menu } from "@mantine/core";
import { type KeyboardEvent, type Ref, type RefObject, useLayoutEffect } from "react";
import type { ChatTarget } from "../../../contract/site-links";
import { useSite } from "../../runtime/SiteProvider";
import { chatAddress } from "./chat-address";
import { MantineScope } from "../../ui/MantineScope";
import { clickOnSpace } from "../../ui/click-on-space";
import classes from "./OpenInMenu.module.css";

interface OpenInHandlers {
  /** Called when a chat is chosen whose URL would be too long. */
  onTooLong(target: ChatTarget, text: string): void;
  /** Called when a link to a chat is followed. */
  onOpened(): void;
}

interface OpenInMenuProps extends OpenInHandlers {
  buttonId: string;
  button: RefObject<HTMLButtonElement | null>;
  /** What to open, filled in. */
  text: string;
  /** At least as wide as the button, in pixels. */
  minWidth: number;
  onClose(): void;
}

const MIN_WIDTH = 180;

/** The chats that accept a prompt in their URL, as a menu below the button that loaded it. */
export function OpenInMenu({ buttonId, button, text, minWidth, onClose, ...props }: OpenInMenuProps) {
  const { chatTargets } = useSite().links;
  return (
    <MantineScope>
      <Menu
        opened
        id={buttonId}
        position="bottom-start"
        offset={4}
        returnFocus={false}
        withInitialFocusPlaceholder={false}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: classes.menu, item: classes.item }}
        onClose={onClose}
      >
        <Menu.Target>
          <ExistingTarget element={button} />
        </Menu.Target>
        <Menu.Dropdown miw={Math.max(MIN_WIDTH, minWidth)} onKeyDown={closeOnTab(onClose)}>
          {chatTargets.map((target, index) => (
            <ChatItem key={target.href} {...props} target={target} text={text} first={index === 0} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </MantineScope>
  );
}

/** Makes an existing button the menu's target. */
function ExistingTarget({ element, ref }: { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === "function") return ref(element.current);
  }, [element, ref]);
  return null;
}

/** Tab leaves the menu: closing it focuses the button, from which the browser then moves on. */
function closeOnTab(close: () => void) {
  return ({ key }: KeyboardEvent) => {
    if (key === "Tab") close();
  };
}

interface ChatItemProps extends OpenInHandlers {
  target: ChatTarget;
  text: string;
  first: boolean;
}

function ChatItem({ target, text, first, onTooLong, onOpened }: ChatItemProps) {
  const { label } = target;
  const focus = { "data-autofocus": first || undefined };
  const address = chatAddress(target, text);
  if (address === null) {
    return (
      <Menu.Item {...focus} onClick={() => onTooLong(target, text)}>
        {label}
        <span className={classes.note}>
          <Trans>Too long for a link: will be copied instead</Trans>
        </span>
      </Menu.Item>
    );
  }
  return (
    <Menu.Item
      {...focus}
      component="a"
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onOpened}
      onKeyDown={clickOnSpace}
    >
      {label}
    </Menu.Item>
  );
}
